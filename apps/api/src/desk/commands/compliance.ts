import { readFile } from "node:fs/promises";
import type { CaseSummary } from "@wattle/contracts/cases";
import { LIST_SOURCES } from "@wattle/contracts/choices";
import type { FilingRecord } from "@wattle/contracts/filings";
import type { ListVersion } from "@wattle/contracts/lists";
import { MONITORING_RULES } from "@wattle/contracts/choices";
import {
  RULE_DEFAULTS,
  type MonitoringRule,
  type MonitoringRuleRecord,
  type TriedRule,
} from "@wattle/contracts/rules";
import { MOST_TRIED_ALERTS } from "@wattle/contracts/rule-figures";
import { calling } from "./calling.ts";
import { oneOf, printOutcome, UsageError, type Command, type CommandContext } from "./command.ts";

const listCells = ({ progress, ...list }: ListVersion): Record<string, unknown> => ({
  ...list,
  screened: progress === null ? "everyone" : `${progress.screened} of ${progress.customers}`,
});

const caseCells = ({ customer, ...row }: CaseSummary): Record<string, unknown> => ({
  ...row,
  customer: customer.email,
});

/** @throws UsageError if there is no such file */
async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (failed) {
    if (!(failed instanceof Error && "syscall" in failed)) throw failed;
    throw new UsageError(`${file} cannot be read: ${failed.message}`);
  }
}

const ruleCells = ({ parameters, acts, ...row }: MonitoringRuleRecord): Record<string, unknown> => ({
  ...row,
  acts: acts.join(" "),
  figures: Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join(" "),
});

/** An option for each figure that a rule has: `--min-percent 60`. */
const FIGURES = [...new Set(Object.values(RULE_DEFAULTS).flatMap((figures) => Object.keys(figures)))];
const optionOf = (name: string): string => name.replaceAll("_", "-");
const FIGURE_OPTIONS = Object.fromEntries(
  FIGURES.map((name) => [optionOf(name), { type: "string" }] as const),
);

/** The rule that is named, and its figures that are given. */
function ruleOf(context: CommandContext) {
  const given = FIGURES.flatMap((name) => {
    const value = context.option(optionOf(name));
    return value === undefined ? [] : [[name, value]];
  });
  const rule: MonitoringRule = oneOf(MONITORING_RULES, context.word(0));
  return { rule, parameters: Object.fromEntries(given) as Record<string, string> };
}

const filingCells = ({ customer, ...row }: FilingRecord): Record<string, unknown> => ({
  ...row,
  customer: customer.email,
});

const REPORT = { words: ["report"], names: { id: "report" }, print: filingCells } as const;
const ONE = { words: ["case"], names: { id: "case" }, print: caseCells } as const;

/** Lists of people, and what compliance looks into. */
export const COMPLIANCE_COMMANDS: readonly Command[] = [
  {
    name: "lists import",
    takes: `<file> --source ${LIST_SOURCES.join("|")} [--aliases FILE]`,
    about: "read a list of people and compare all customers with it; --aliases: OFAC's alt.csv",
    options: { source: { type: "string" }, aliases: { type: "string" } },
    async run(context) {
      const source = oneOf(LIST_SOURCES, context.needed("source"));
      const aliases = context.option("aliases");
      const answer = await context.ops.lists.import({
        source,
        content: await readText(context.word(0)),
        ...(aliases !== undefined && { aliases: await readText(aliases) }),
      });
      printOutcome(context, answer, listCells);
    },
  },
  calling("lists list", "ops.lists.list", {
    about: "lists of people in use, and how many customers were compared with them",
    row: listCells,
    empty: "no list was imported",
  }),
  calling("lists use", "ops.lists.use", {
    about: "use a version of a list again, once a second person approves",
    words: ["version"],
    names: { id: "version" },
    print: listCells,
  }),
  calling("rules list", "ops.rules.list", {
    about: "rules over what customers do, with their figures and how often each found something",
    row: ruleCells,
  }),
  {
    name: "rules set",
    takes: "<rule> on|off [--limit 9000.00] [--days 14] …",
    about: "switch a rule on or off, or set its figures; what finds less needs a second person",
    options: FIGURE_OPTIONS,
    async run(context) {
      const on = oneOf(["on", "off"], context.word(1)) === "on";
      printOutcome(context, await context.ops.rules.set({ ...ruleOf(context), on }), ruleCells);
    },
  },
  {
    name: "rules try",
    takes: "<rule> [--last-days 90] [--limit 9000.00] [--days 14] …",
    about: "what a rule would have found with these figures in the last days; nothing is changed",
    options: { ...FIGURE_OPTIONS, "last-days": { type: "string" } },
    async run(context) {
      const days = context.option("last-days");
      const asked = { ...ruleOf(context), ...(days !== undefined && { days }) };
      const alerts: TriedRule["alerts"] = [];
      let customers = 0;
      let after: string | null = null;
      do {
        const piece: TriedRule = await context.ops.rules.try({
          ...asked,
          ...(after !== null && { after }),
        });
        customers += piece.customers;
        alerts.push(...piece.alerts);
        after = piece.next;
      } while (after !== null && alerts.length < MOST_TRIED_ALERTS);
      context.note(`${customers} customers were looked at.`);
      if (after !== null) context.note("It stopped: these figures find too much.");
      const rows = alerts.map(({ customer, at, rows: behind }) => ({
        customer: customer.email,
        at,
        rows: behind.join(" "),
      }));
      context.table(rows, "nothing was found");
    },
  },
  calling("travel get", "ops.travel.get", {
    about: "who sends and who gets coins of a transaction, as IVMS101; with --json the message itself",
    words: ["reference"],
    names: { reference: "reference" },
  }),
  calling("travel name-sender", "ops.travel.nameSender", {
    about: "say who sent coins, if the customer can't or doesn't",
    words: ["reference"],
    names: { reference: "reference" },
  }),
  calling("cases list", "ops.cases.list", {
    about: "what compliance looks into, newest first",
    row: caseCells,
    empty: "no cases",
  }),
  calling("cases get", "ops.cases.get", { ...ONE, about: "one case, with what was found" }),
  calling("cases take", "ops.cases.take", { ...ONE, about: "take a case oneself" }),
  calling("cases assign", "ops.cases.assign", {
    ...ONE,
    about: "give a case to a colleague",
    names: { id: "case", staff: "member" },
  }),
  calling("cases note", "ops.cases.note", { ...ONE, about: "note something about a case" }),
  calling("cases mark", "ops.cases.mark", {
    ...ONE,
    about: "say whether a case is about terrorism, which makes it due in 24 hours",
  }),
  calling("cases snooze", "ops.cases.snooze", { ...ONE, about: "put a case off until a day" }),
  calling("cases close", "ops.cases.close", {
    ...ONE,
    about: "close a case; a name on a list, and a report, need a second person",
  }),
  calling("filings list", "ops.filings.list", {
    about: "reports to the authority, newest first",
    row: filingCells,
    empty: "no reports",
  }),
  calling("filings get", "ops.filings.get", { ...REPORT, about: "one report, with its texts" }),
  calling("filings draft", "ops.filings.draft", {
    about: "draft a report about a case or a transaction",
    words: ["kind"],
    names: { kind: "smr|ttr|ifti" },
    print: filingCells,
  }),
  calling("filings filed", "ops.filings.filed", {
    ...REPORT,
    about: "note that a report was filed, once a second person approves",
  }),
];

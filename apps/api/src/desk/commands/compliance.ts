import { readFile } from "node:fs/promises";
import type { CaseSummary } from "@wattle/contracts/cases";
import { LIST_SOURCES } from "@wattle/contracts/choices";
import type { ListVersion } from "@wattle/contracts/lists";
import { calling } from "./calling.ts";
import { oneOf, printOutcome, UsageError, type Command } from "./command.ts";

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
    about: "close a case; a name of a list, and a report, need a second person",
  }),
];

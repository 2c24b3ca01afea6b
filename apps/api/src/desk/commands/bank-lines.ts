import {
  DATE_ORDERS,
  STATEMENT_FORMATS,
  type BankLine,
  type StatementColumns,
} from "@wattle/contracts/bank-lines";
import { readStatementFile } from "../../bank-lines/statement-file.ts";
import { domainErrorOf } from "../../procedures.ts";
import { calling } from "./calling.ts";
import {
  customerId,
  NOTE_OPTION,
  noteOf,
  oneOf,
  printOutcome,
  UsageError,
  type Command,
  type CommandContext,
} from "./command.ts";

const proposedFor = (proposal: BankLine["proposal"]): string | null =>
  proposal && (proposal.reference ?? proposal.payout_id ?? proposal.line_id);

const COLUMNS = [
  "date",
  "date_order",
  "amount",
  "debit",
  "credit",
  "text",
  "payer",
  "balance",
  "direction",
  "state",
  "currency",
] as const satisfies (keyof StatementColumns)[];

const optionOf = (column: (typeof COLUMNS)[number]): string => column.replace("_", "-");

/** A line in a list. Its proposal comes before the bank's text. */
const brief = ({ id, booked_on, amount, currency, status, proposal, payer, text }: BankLine) => ({
  id,
  booked_on,
  amount: `${amount} ${currency}`,
  status,
  "proposed for": proposedFor(proposal),
  payer,
  text,
});

/** A line with the reasons of its proposal in words. */
const lineCells = ({ proposal, remarks, ...line }: BankLine): Record<string, unknown> => ({
  ...line,
  "proposed for": proposedFor(proposal),
  customer: proposal?.customer && `${proposal.customer.first_name} ${proposal.customer.last_name}`,
  reasons: [...(proposal?.reasons ?? []), ...remarks].join(" "),
});

/** Acts on a line. */
const ONE = { words: ["line"], names: { id: "line" }, print: lineCells } as const;

const CREDITABLE = new Set<string | undefined>(["deposit", "bounced"]);

/** All lines whose proposals can be credited, page by page. */
async function proposedLines({ ops }: CommandContext): Promise<BankLine[]> {
  const lines: BankLine[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await ops.bankLines.list({
      status: "proposed",
      limit: 200,
      ...(cursor !== undefined && { cursor }),
    });
    lines.push(...page.data.filter(({ proposal }) => CREDITABLE.has(proposal?.kind)));
    if (page.next_cursor === null) return lines;
    cursor = page.next_cursor;
  }
}

/** @throws UsageError if a line and `--proposed` are both given, or with `--proposed` a deposit or customer */
function refuseBoth(context: CommandContext): void {
  const one = context.words.length > 0 || context.option("reference") || context.option("customer");
  if (one)
    throw new UsageError("--proposed credits each line as proposed: name no line, deposit or customer");
}

/** Credits lines one after another. A refused line does not stop the others. @returns the exit code */
async function creditProposed(context: CommandContext): Promise<number> {
  refuseBoth(context);
  const rows: Record<string, unknown>[] = [];
  const answers: unknown[] = [];
  const lines = await proposedLines(context);
  await context.accepts(() => Promise.resolve({ credit: lines.map(lineCells) }));
  for (const line of lines) {
    try {
      const answer = await context.ops.bankLines.credit({ id: line.id, ...noteOf(context) });
      answers.push(answer);
      const outcome = answer.outcome === "done" ? answer.status : "waiting for a second person";
      rows.push({ ...brief(line), status: outcome });
    } catch (refused) {
      const domain = domainErrorOf(refused);
      if (domain === undefined) throw refused;
      answers.push({ id: line.id, outcome: "refused", code: domain.code });
      rows.push({ ...brief(line), status: domain.message });
    }
  }
  if (context.flag("json")) context.line(JSON.stringify(answers, null, 2));
  else context.table(rows, "nothing is proposed");
  return answers.some((answer) => (answer as { outcome: string }).outcome === "refused") ? 1 : 0;
}

/** @throws UsageError if there is no such file */
async function contentOf(file: string): Promise<string> {
  try {
    return await readStatementFile(file);
  } catch (failed) {
    if (!(failed instanceof Error && "syscall" in failed)) throw failed;
    throw new UsageError(`${file} cannot be read: ${failed.message}`);
  }
}

/** The lines of the bank's statements and their proposals. */
export const BANK_LINE_COMMANDS: readonly Command[] = [
  {
    name: "bank-lines import",
    takes: `<file> --account DEPOSIT-ACCOUNT [--format ${STATEMENT_FORMATS.join("|")}]`,
    about: "book what a statement says: CSV, CAMT.053, MT940 or OFX; the same lines again add nothing",
    options: { account: { type: "string" }, format: { type: "string" } },
    async run(context) {
      const [account, format] = [context.needed("account"), context.option("format")];
      const content = await contentOf(context.word(0));
      const done = await context.ops.bankLines.import({
        deposit_account_id: account,
        content,
        ...(format !== undefined && { format: oneOf(STATEMENT_FORMATS, format) }),
      });
      context.record({ ...done });
      return done.refused.length > 0 ? 1 : 0;
    },
  },
  {
    name: "bank-lines columns",
    takes: `<deposit-account> [${COLUMNS.map((name) => `--${optionOf(name)} ${name === "date_order" ? DATE_ORDERS.join("|") : "COLUMN"}`).join("] [")}] [--none]`,
    about:
      "say which columns of an account's CSV files have what, for files that we don't know: by their names, or #1, #2, … where the first line is a payment; --none: forget it; alone: show it",
    options: {
      ...Object.fromEntries(COLUMNS.map((name) => [optionOf(name), { type: "string" }] as const)),
      none: { type: "boolean" },
    },
    async run(context) {
      const deposit_account_id = context.word(0);
      const given = COLUMNS.flatMap((name) => {
        const column = context.option(optionOf(name));
        return column === undefined ? [] : [[name, column] as const];
      });
      const { bankLines } = context.ops;
      if (given.length === 0 && !context.flag("none")) {
        const { columns } = await bankLines.columns({ deposit_account_id });
        return context.record({ ...(columns ?? { columns: null }) });
      }
      const said = Object.fromEntries(given) as StatementColumns;
      const columns = context.flag("none") ? null : said;
      const kept = await bankLines.setColumns({ deposit_account_id, columns });
      context.record({ ...(kept.columns ?? kept) });
    },
  },
  calling("bank-lines list", "ops.bankLines.list", {
    about: "lines of statements, newest first",
    row: brief,
    empty: "no lines",
  }),
  calling("bank-lines get", "ops.bankLines.get", {
    ...ONE,
    about: "one line, with what it seems to be for and why",
  }),
  {
    name: "bank-lines credit",
    takes: "<line>|--proposed [--reference REFERENCE] [--customer CUSTOMER] [--internal-note TEXT]",
    about:
      "credit a line: to the deposit with a reference, to a customer, or as proposed; --proposed: all lines that are proposed for a deposit",
    options: {
      proposed: { type: "boolean" },
      reference: { type: "string" },
      customer: { type: "string" },
      ...NOTE_OPTION,
    },
    moves: "ops.bankLines.credit",
    async run(context) {
      if (context.flag("proposed")) return creditProposed(context);
      const [reference, customer] = [context.option("reference"), context.option("customer")];
      const input = {
        ...noteOf(context),
        id: context.word(0),
        ...(reference !== undefined && { reference }),
        ...(customer !== undefined && { customer: await customerId(context, customer) }),
      };
      printOutcome(context, await context.ops.bankLines.credit(input), lineCells);
      return 0;
    },
  },
  calling("bank-lines return", "ops.bankLines.return", {
    ...ONE,
    about:
      "give a payment back, which leaves the balance where it was credited; or settle what went out; the customer reads the message",
  }),
  calling("bank-lines payout", "ops.bankLines.payout", {
    ...ONE,
    about: "say which batch or withdrawal a line shows; where that leaves no doubt, the import has done so",
    names: { id: "line", payout: "batch" },
  }),
  calling("bank-lines own-money", "ops.bankLines.ownMoney", {
    ...ONE,
    about:
      "say that a line is the operator's own money: interest, fees, money paid in or out, or (--account venue) moved to or from the venue",
  }),
];

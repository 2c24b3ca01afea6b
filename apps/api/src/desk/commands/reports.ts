import { STATEMENT_FILES } from "@wattle/contracts/monthly-statement-files";
import { open } from "node:fs/promises";
import { customerId, type Command, type CommandContext } from "./command.ts";

const OPTIONS = {
  from: { type: "string" },
  to: { type: "string" },
  timezone: { type: "string" },
  csv: { type: "string" },
} as const;
const TAKES = "--from DAY --to DAY [--timezone ZONE] [--csv FILE]";

function periodOf(context: CommandContext) {
  const timezone = context.option("timezone");
  return {
    from: context.needed("from"),
    to: context.needed("to"),
    ...(timezone !== undefined && { timezone }),
  };
}

/** Writes a file, a piece at a time. @throws if there is a file of this name */
async function writePieces(path: string, pieces: AsyncIterable<string | Buffer>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const piece of pieces) await file.writeFile(piece);
  } finally {
    await file.close();
  }
}

async function* only<Piece>(piece: Piece): AsyncGenerator<Piece> {
  yield piece;
}

/** A report that is one piece. */
const whole = (name: string, kind: "fees" | "volume" | "signUps" | "balances", about: string): Command => ({
  name: `reports ${name}`,
  takes: TAKES,
  about,
  options: OPTIONS,
  async run(context) {
    const { rows, csv } = await context.ops.reports[kind](periodOf(context));
    const path = context.option("csv");
    if (path === undefined) return context.table(rows, "nothing in these days");
    await writePieces(path, only(csv));
    context.line(`${rows.length} rows written to ${path}`);
  },
});

/** A customer's statement of a month: on the screen its movements, with `--pdf` or `--csv` the file that the customer gets, too. */
const STATEMENT: Command = {
  name: "reports statement",
  takes: "<customer> <month> [--timezone ZONE] [--pdf FILE] [--csv FILE]",
  about: "a customer's statement of a month such as 2026-10",
  options: { timezone: OPTIONS.timezone, csv: OPTIONS.csv, pdf: { type: "string" } },
  async run(context) {
    const timezone = context.option("timezone");
    const input = {
      customer_id: await customerId(context, context.word(0)),
      month: context.word(1),
      ...(timezone !== undefined && { timezone }),
    };
    const files = STATEMENT_FILES.filter((kind) => context.option(kind) !== undefined);
    for (const kind of files) {
      const path = context.needed(kind);
      const { content } = await context.ops.reports.statementFile({ ...input, kind });
      await writePieces(path, only(Buffer.from(content, "base64")));
      context.line(`written to ${path}`);
    }
    if (files.length > 0) return;
    const { accounts } = await context.ops.reports.statement(input);
    const rows = accounts.flatMap(({ currency, movements }) =>
      movements.map(({ time: _time, ...row }) => ({ currency, ...row })),
    );
    context.table(rows, "nothing moved in this month");
  },
};

/** Fees, trades and balances, in local days. */
export const REPORT_COMMANDS: readonly Command[] = [
  whole("fees", "fees", "the fees of each day, with the GST that is in them"),
  whole("volume", "volume", "what customers exchanged of each pair on each day"),
  whole(
    "sign-ups",
    "signUps",
    "how many customers signed up on each day, and how many of them are verified now",
  ),
  whole("balances", "balances", "each account of the books when the days began and when they ended"),
  {
    name: "reports trades",
    takes: TAKES,
    about: "all customers' exchanges; with --csv all of them, otherwise the first thousand",
    options: OPTIONS,
    async run(context) {
      const period = periodOf(context);
      const path = context.option("csv");
      const first = await context.ops.reports.trades(period);
      if (path === undefined) return context.table(first.rows, "nothing in these days");
      let count = 0;
      async function* pieces(): AsyncGenerator<string> {
        for (let piece = first; ;) {
          count += piece.rows.length;
          yield piece.csv;
          if (piece.next === null) return;
          piece = await context.ops.reports.trades({ ...period, after: piece.next });
        }
      }
      await writePieces(path, pieces());
      context.line(`${count} rows written to ${path}`);
    },
  },
  STATEMENT,
  {
    name: "reports carf",
    takes: "--year YEAR --country CODE",
    about: "a country's CARF file of a calendar year, as XML, with what it lacks on standard error",
    options: { year: { type: "string" }, country: { type: "string" } },
    async run(context) {
      const input = { year: context.needed("year"), country: context.needed("country") };
      for (let piece = await context.ops.reports.carf(input); ;) {
        if (piece.xml !== "") context.line(piece.xml.trimEnd());
        for (const { customer, what } of piece.missing)
          context.note(`missing: ${customer ?? "the firm"}: ${what}`);
        if (piece.next === null) return;
        piece = await context.ops.reports.carf({ ...input, after: piece.next });
      }
    },
  },
];

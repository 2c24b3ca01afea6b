import { open } from "node:fs/promises";
import type { Command, CommandContext } from "./command.ts";

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

/** Writes a file, a piece at a time. @throws where there is a file of this name */
async function writePieces(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    for await (const piece of pieces) await file.write(piece);
  } finally {
    await file.close();
  }
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

/** A report that is one piece. */
const whole = (kind: "fees" | "balances", about: string): Command => ({
  name: `reports ${kind}`,
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

/** What was earned, traded and owned, in local days. */
export const REPORT_COMMANDS: readonly Command[] = [
  whole("fees", "the fees of each day, with the GST that is in them"),
  whole("balances", "each account of the books when the days began and when they ended"),
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
];

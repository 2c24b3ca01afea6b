import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { inThread } from "@wattle/db/in-thread";
import type { PdfOrder } from "./statement-pdf.ts";
import type { StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import type { MonthlyStatement, StatementFile } from "@wattle/contracts/monthly-statements";
import type { Services } from "../services.ts";
import { statementCsv } from "./statement-csv.ts";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
} as const satisfies Record<StatementFileKind, string>;

/** A PDF of more is no use to anyone, and takes seconds. */
const MOST_MOVEMENTS = 3_000;

let lastPdf: Promise<unknown> = Promise.resolve();

/** Writes PDFs one after another, in a thread: a page takes longer than others may be kept waiting. */
function pdfOf(order: PdfOrder): Promise<Uint8Array> {
  const write = () => inThread<Uint8Array>(new URL("pdf-worker.ts", import.meta.url), { data: order });
  const pdf = lastPdf.then(write);
  lastPdf = pdf.catch(() => undefined);
  return pdf;
}

async function bytesOf(
  { clock, config: { brand } }: Pick<Services, "clock" | "config">,
  statement: MonthlyStatement,
  kind: StatementFileKind,
): Promise<Buffer> {
  if (kind === "csv") return Buffer.from(statementCsv(statement));
  const movements = statement.accounts.reduce((sum, account) => sum + account.movements.length, 0);
  if (movements > MOST_MOVEMENTS) {
    throw DomainError.at("kind", "validation_failed", OWN_MESSAGES.longForPdf);
  }
  return Buffer.from(await pdfOf({ statement, brand, now: clock.now() }));
}

/** A statement as a file. @throws DomainError `validation_failed` if it is too long for a PDF */
export async function statementFileOf(
  services: Pick<Services, "clock" | "config">,
  statement: MonthlyStatement,
  kind: StatementFileKind,
): Promise<StatementFile> {
  return {
    filename: `statement-${statement.month}.${kind}`,
    type: TYPES[kind],
    content: (await bytesOf(services, statement, kind)).toString("base64"),
  };
}

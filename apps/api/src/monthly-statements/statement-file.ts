import type { StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import type { MonthlyStatement, StatementFile } from "@wattle/contracts/monthly-statements";
import type { Services } from "../services.ts";
import { statementCsv } from "./statement-csv.ts";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
} as const satisfies Record<StatementFileKind, string>;

async function bytesOf(
  services: Pick<Services, "clock" | "config">,
  statement: MonthlyStatement,
  kind: StatementFileKind,
): Promise<Buffer> {
  if (kind === "csv") return Buffer.from(statementCsv(statement));
  // What writes PDFs takes longer to load than the database.
  const { statementPdf } = await import("./statement-pdf.ts");
  return statementPdf(services, statement);
}

/** A statement as a file. @throws DomainError `validation_failed` where it is too long for a PDF */
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

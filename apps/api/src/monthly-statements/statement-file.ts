import type { StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import type { MonthlyStatement, StatementFile } from "@wattle/contracts/monthly-statements";
import type { Services } from "../services.ts";
import { statementCsv } from "./statement-csv.ts";
import { statementPdf } from "./statement-pdf.ts";

const TYPES = {
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
} as const satisfies Record<StatementFileKind, string>;

/** A statement as a file. @throws DomainError `validation_failed` where it is too long for a PDF */
export async function statementFileOf(
  services: Pick<Services, "clock" | "config">,
  statement: MonthlyStatement,
  kind: StatementFileKind,
): Promise<StatementFile> {
  const bytes =
    kind === "csv" ? Buffer.from(statementCsv(statement)) : await statementPdf(services, statement);
  return {
    filename: `statement-${statement.month}.${kind}`,
    type: TYPES[kind],
    content: bytes.toString("base64"),
  };
}

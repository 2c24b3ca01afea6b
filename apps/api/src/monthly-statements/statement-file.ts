import type { StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import type { MonthlyStatement, StatementFile } from "@wattle/contracts/monthly-statements";
import { customerFile } from "../pdf/customer-file.ts";
import type { Services } from "../services.ts";
import { statementCsv } from "./statement-csv.ts";
import type { PdfOrder } from "./statement-pdf.ts";

/** A statement as a file. @throws DomainError `validation_failed` if it is too long for a PDF */
export function statementFileOf(
  { clock, config: { brand } }: Pick<Services, "clock" | "config">,
  statement: MonthlyStatement,
  kind: StatementFileKind,
): Promise<StatementFile> {
  const order: PdfOrder = { statement, brand, now: clock.now() };
  const pdf = {
    rows: statement.accounts.reduce((sum, { movements }) => sum + movements.length, 0),
    worker: new URL("statement-pdf-worker.ts", import.meta.url),
    order,
  };
  return customerFile(
    { name: `statement-${statement.month}`, csv: () => statementCsv(statement), pdf },
    kind,
  );
}

import type { StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import type { StatementFile } from "@wattle/contracts/monthly-statements";
import { DomainError } from "@wattle/contracts/errors";
import type { TaxReportInput } from "@wattle/contracts/tax";
import { lockUser } from "@wattle/db/accounts";
import { noteTaxDownload } from "@wattle/db/tax";
import { holderOf } from "../monthly-statements/read-statement.ts";
import { customerFile } from "../pdf/customer-file.ts";
import type { Services } from "../services.ts";
import { readTaxReport, type Taxpayer, type TaxServices } from "./read-tax-report.ts";
import { taxReportCsv } from "./tax-csv.ts";
import type { TaxPdfOrder } from "./tax-pdf.ts";

/**
 * A customer's report of a tax year as a file, and notes the download: from then on the costs in it are fixed. It is noted before it is
 * read, so that no cost changes in between.
 * @throws DomainError `validation_failed` for a year that has not begun, or if it is too long for a PDF
 */
export async function taxFileOf(
  services: TaxServices & Pick<Services, "vault">,
  user: Taxpayer,
  input: TaxReportInput,
  kind: StatementFileKind,
): Promise<StatementFile> {
  const { clock, config, database, vault } = services;
  const { year, method } = await readTaxReport(services, user, input);
  const now = clock.now();
  const owner = await database.write(async (tx) => {
    const row = await lockUser(tx, user.id);
    if (row === undefined) throw new DomainError("unauthenticated");
    await noteTaxDownload(tx, { user_id: user.id, year: BigInt(year), method }, BigInt(now));
    return row;
  });
  const report = await readTaxReport(services, user, { year, method });
  const order: TaxPdfOrder = { report, holder: holderOf({ vault }, owner), brand: config.brand, now };
  const pdf = {
    rows: report.disposals.reduce((sum, { parcels }) => sum + parcels.length, report.from_outside.length),
    worker: new URL("tax-pdf-worker.ts", import.meta.url),
    order,
  };
  return customerFile({ name: `tax-report-${year}`, csv: () => taxReportCsv(report), pdf }, kind);
}

import { isDeepStrictEqual } from "node:util";
import type { StatementFileKind } from "@wattle/contracts/monthly-statement-files";
import type { StatementFile } from "@wattle/contracts/monthly-statements";
import { DomainError } from "@wattle/contracts/errors";
import type { TaxReportInput } from "@wattle/contracts/tax";
import { findUserById, lockUser } from "@wattle/db/accounts";
import { listStatedCosts, noteTaxDownload } from "@wattle/db/tax";
import { holderOf } from "../monthly-statements/read-statement.ts";
import { customerFile } from "../pdf/customer-file.ts";
import type { Services } from "../services.ts";
import { readTaxReport, type Taxpayer, type TaxServices } from "./read-tax-report.ts";
import { taxReportCsv } from "./tax-csv.ts";
import type { TaxPdfOrder } from "./tax-pdf.ts";

/**
 * A customer's report of a tax year as a file. The download is noted once the file is written: from then on the costs in it are fixed. If
 * one was stated meanwhile, it is written again.
 * @throws DomainError `validation_failed` for a year that has not begun, or if it is too long for a PDF
 */
export async function taxFileOf(
  services: TaxServices & Pick<Services, "vault">,
  user: Taxpayer,
  input: TaxReportInput,
  kind: StatementFileKind,
): Promise<StatementFile> {
  const { clock, config, database, vault } = services;
  const now = clock.now();
  const before = await listStatedCosts(database.standby, user.id);
  const report = await readTaxReport(services, user, input);
  const owner = await findUserById(database.read, user.id);
  if (owner === undefined) throw new DomainError("unauthenticated");
  const order: TaxPdfOrder = { report, holder: holderOf({ vault }, owner), brand: config.brand, now };
  const { year, method, disposals, from_outside: outside } = report;
  const pdf = {
    rows: disposals.reduce((sum, { parcels }) => sum + parcels.length, outside.length),
    worker: new URL("tax-pdf-worker.ts", import.meta.url),
    order,
  };
  const file = await customerFile({ name: `tax-report-${year}`, csv: () => taxReportCsv(report), pdf }, kind);
  const isNoted = await database.write(async (tx) => {
    await lockUser(tx, user.id);
    if (!isDeepStrictEqual(await listStatedCosts(tx, user.id), before)) return false;
    await noteTaxDownload(tx, { user_id: user.id, year: BigInt(year), method }, BigInt(now));
    return true;
  });
  if (isNoted) return file;
  // From the primary, so that only one more stated cost makes it repeat.
  const fromPrimary = { ...services, database: { ...database, standby: database.read } };
  return taxFileOf(fromPrimary, user, input, kind);
}

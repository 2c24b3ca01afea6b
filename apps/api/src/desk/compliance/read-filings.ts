import { createHash } from "node:crypto";
import { csvLine } from "@wattle/contracts/csv-cell";
import { pieceOf } from "@wattle/contracts/cursor";
import { DomainError } from "@wattle/contracts/errors";
import { filingFields } from "@wattle/contracts/filing-fields";
import type { filingFileInput, FilingRecord, filingsInput } from "@wattle/contracts/filings";
import type { Reader } from "@wattle/db/database";
import { findFiling, listFilings, type CustomerFiling } from "@wattle/db/filings";
import type { z } from "zod";
import { isoTime } from "../../clock.ts";
import { customerFile } from "../../pdf/customer-file.ts";
import type { Services } from "../../services.ts";
import type { FilingOrder } from "./filing-pdf.ts";

type ReadServices = Pick<Services, "database" | "vault">;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The text of a report, its hash, and whether it is another one than was filed. */
export function textOfFiling(
  { vault }: Pick<Services, "vault">,
  { id, fields, fields_hash }: CustomerFiling,
): { readonly text: string; readonly hash: string; readonly altered: boolean } {
  const text = vault.open("filings.fields", id, fields);
  const hash = hashOf(text);
  return { text, hash, altered: fields_hash !== null && fields_hash !== hash };
}

export function filingOfRow(services: Pick<Services, "vault">, row: CustomerFiling): FilingRecord {
  const { id, kind, reference, receipt, filed_on } = row;
  const { text, altered } = textOfFiling(services, row);
  return {
    id,
    kind,
    case: row.case_id,
    customer: { id: row.customer_id, email: row.email, name: `${row.first_name} ${row.last_name}` },
    reference,
    fields: JSON.parse(text) as FilingRecord["fields"],
    created_at: isoTime(row.created_at),
    due_at: isoTime(row.due_at),
    receipt,
    filed_on,
    altered,
  };
}

/** @throws DomainError `not_found` */
export async function rowOfFiling(reader: Reader, id: string): Promise<CustomerFiling> {
  const row = await findFiling(reader, id);
  if (row === undefined) throw new DomainError("not_found");
  return row;
}

/** Reports after a place in the list, newest first. */
export async function readFilings(
  services: ReadServices,
  { limit, ...chosen }: z.output<typeof filingsInput>,
): Promise<{ data: FilingRecord[]; next: string | null }> {
  const rows = await listFilings(services.database.standby, { ...chosen, limit: limit + 1 });
  const { piece, next } = pieceOf(rows, limit);
  return { data: piece.map((row) => filingOfRow(services, row)), next };
}

/** A report with its labels, in the order of AUSTRAC's form. @throws DomainError `not_found`; `state_conflict` if it is not what was filed */
export async function filingFileOf(
  services: ReadServices & Pick<Services, "clock" | "config">,
  { id, format }: z.output<typeof filingFileInput>,
): Promise<{ filename: string; content: string }> {
  const report = filingOfRow(services, await rowOfFiling(services.database.read, id));
  if (report.altered) throw new DomainError("state_conflict");
  const { kind, fields, created_at } = report;
  const lines = filingFields(kind).map(([name, label]) => [label, fields[name] ?? ""] as const);
  const order: FilingOrder = {
    title: kind.toUpperCase(),
    lines,
    brand: services.config.brand,
    now: services.clock.now(),
  };
  const { filename, content } = await customerFile(
    {
      name: `${kind}-${created_at.slice(0, 10)}-${id.slice(0, 8)}`,
      csv: () => csvLine(lines.map(([label]) => label)) + csvLine(lines.map(([, text]) => text)),
      pdf: { rows: lines.length, worker: new URL("filing-pdf-worker.ts", import.meta.url), order },
    },
    format,
  );
  return { filename, content };
}

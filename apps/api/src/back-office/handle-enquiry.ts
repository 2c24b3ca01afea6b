import type { EnquiryRecord } from "@wattle/contracts/back-office";
import { DomainError } from "@wattle/contracts/errors";
import { findEnquiryByReference, markEnquiryHandled, type Enquiry } from "@wattle/db/support";
import type { Vault } from "@wattle/db/sealed/vault";
import { isoTime } from "../clock.ts";
import { readReference } from "../reference.ts";
import type { Services } from "../services.ts";
import { recordAct, type Operator } from "../audit/record-act.ts";

export function enquiryOfRow(vault: Vault, row: Enquiry): EnquiryRecord {
  return {
    id: row.id,
    reference: row.reference,
    topic: row.topic,
    name: row.name,
    email: row.email,
    message: vault.open("enquiries.message", row.id, row.message),
    created_at: isoTime(row.created_at),
    handled_at: row.handled_at === null ? null : isoTime(row.handled_at),
    handled_by: row.handled_by,
  };
}

/**
 * Marks an enquiry as handled.
 * @param reference as people type it
 * @throws DomainError `not_found`; `state_conflict` where someone was first
 */
export async function handleEnquiry(
  services: Pick<Services, "database" | "clock" | "ids" | "vault">,
  operator: Operator,
  reference: string,
): Promise<EnquiryRecord> {
  const written = readReference(reference);
  if (written === undefined) throw new DomainError("not_found");
  const at = BigInt(services.clock.now());
  return services.database.write(async (tx) => {
    const enquiry = await findEnquiryByReference(tx, written);
    if (enquiry === undefined) throw new DomainError("not_found");
    if (!(await markEnquiryHandled(tx, enquiry.id, { at, by: operator.id }))) {
      throw new DomainError("state_conflict");
    }
    await recordAct(tx, services, operator, {
      action: "enquiry.handled",
      subject: enquiry.id,
      details: { reference: written },
    });
    return enquiryOfRow(services.vault, { ...enquiry, handled_at: at, handled_by: operator.id });
  });
}

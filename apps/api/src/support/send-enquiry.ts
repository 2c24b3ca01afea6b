import type { EnquiryReceipt, EnquiryTopic } from "@wattle/contracts/support";
import { insertEnquiry } from "@wattle/db/support";
import { referenceOf } from "../reference.ts";
import type { Services } from "../services.ts";

interface Enquiry {
  readonly topic: EnquiryTopic;
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

/**
 * Keeps an enquiry of the support form or the OTC desk for the back office.
 * @returns the reference under which the back office finds it
 */
export async function sendEnquiry(services: Services, enquiry: Enquiry): Promise<EnquiryReceipt> {
  const { database, clock, ids } = services;
  const id = ids.uuid();
  const reference = referenceOf(id);
  await database.write((tx) =>
    insertEnquiry(tx, { id, reference, ...enquiry, created_at: BigInt(clock.now()) }),
  );
  return { reference };
}

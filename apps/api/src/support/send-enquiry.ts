import type { EnquiryReceipt, EnquiryTopic } from "@wattle/contracts/support";
import { insertEnquiry } from "@wattle/db/support";
import type { Call } from "../context.ts";
import { enquiryMail } from "../mail/mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { referenceOf } from "../reference.ts";

interface Enquiry {
  readonly topic: EnquiryTopic;
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly captcha?: string | null | undefined;
}

/**
 * Keeps an enquiry of the support form or the OTC desk for the back office, and mails it there.
 * @returns the reference under which the back office finds it
 * @throws DomainError `captcha_required`, `captcha_failed`
 */
export async function sendEnquiry(
  ctx: Call<keyof MailServices | "database" | "captcha">,
  { captcha, ...enquiry }: Enquiry,
): Promise<EnquiryReceipt> {
  const { services } = ctx;
  const { config, database, clock, ids, vault } = services;
  await services.captcha.require(captcha, ctx);
  const id = ids.uuid();
  const reference = referenceOf(id);
  await database.write(async (tx) => {
    await insertEnquiry(tx, {
      ...enquiry,
      id,
      reference,
      message: vault.seal("enquiries.message", id, enquiry.message),
      created_at: BigInt(clock.now()),
    });
    await queueMail(tx, services, {
      to: config.brand.supportEmail,
      replyTo: enquiry.email,
      mail: enquiryMail({ ...enquiry, reference }),
    });
  });
  return { reference };
}

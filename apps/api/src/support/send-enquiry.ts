import { staffRolesOf } from "@wattle/contracts/accounts";
import type { EnquiryReceipt, EnquiryTopic } from "@wattle/contracts/support";
import { insertEnquiry } from "@wattle/db/support";
import type { Call } from "../context.ts";
import { enquiryMail } from "../mail/mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { claimAnswer, findAnswer } from "../transactions/claim-answer.ts";
import { referenceOf } from "../reference.ts";

interface Enquiry {
  readonly topic: EnquiryTopic;
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly captcha?: string | null | undefined;
}

/**
 * Keeps an enquiry of the support form or the OTC desk for the desk, and mails it there.
 * @param idempotencyKey of someone signed in: a guest has no one whose keys could be told apart
 * One of a customer who is logged in is that customer's; a guest's is no one's, whatever address it names.
 * @returns the reference under which the desk finds it
 * @throws DomainError `captcha_required`, `captcha_failed`, `idempotency_conflict`
 */
export async function sendEnquiry(
  ctx: Call<keyof MailServices | "database" | "captcha">,
  { captcha, ...enquiry }: Enquiry,
  idempotencyKey: string | undefined,
): Promise<EnquiryReceipt> {
  const { services } = ctx;
  const { config, database, clock, ids, vault } = services;
  const request = ctx.user && {
    userId: ctx.user.id,
    key: idempotencyKey,
    payload: ["enquiry", enquiry.topic, enquiry.name, enquiry.email, enquiry.message],
  };
  // A captcha's pass counts once, so that a repeat has none left.
  const earlier = request && (await findAnswer<EnquiryReceipt>(database.read, request));
  if (earlier != null) return earlier;
  await services.captcha.require(captcha, ctx);
  const customer = ctx.user !== null && staffRolesOf(ctx.user.roles).length === 0 ? ctx.user.id : null;
  const id = ids.uuid();
  const reference = referenceOf(id);
  const answer: EnquiryReceipt = { reference };
  return database.write(async (tx) => {
    const at = BigInt(clock.now());
    const concurrent = request && (await claimAnswer(tx, request, answer, at));
    if (concurrent != null) return concurrent;
    await insertEnquiry(tx, {
      ...enquiry,
      id,
      reference,
      message: vault.seal("enquiries.message", id, enquiry.message),
      created_at: at,
      customer_id: customer,
    });
    await queueMail(tx, services, {
      to: config.brand.supportEmail,
      replyTo: enquiry.email,
      mail: enquiryMail({ ...enquiry, reference }),
    });
    return answer;
  });
}

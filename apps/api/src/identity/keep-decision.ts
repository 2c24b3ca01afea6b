/** A decision about an identity: what is kept of it, and who is told. */
import { markIdentity } from "@wattle/db/identity";
import { reopenIdentityCheck } from "@wattle/db/identity-checks";
import type { WriteTx } from "@wattle/db/database";
import type { User } from "@wattle/db/tables";
import { isoTime } from "../clock.ts";
import { recordEvent } from "../events/record-event.ts";
import { identityRejectedMail } from "../mail/mails.ts";
import type { Letter, MailServices } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";
import { userDataOf } from "../sessions/user-data.ts";
import { SYSTEM_ACTOR } from "../transactions/transaction-detail.ts";
import { sealSentBack } from "./last-try.ts";

/** Decides in place of staff what an identity provider has said. */
export const PROVIDER_ACTOR = `${SYSTEM_ACTOR}identity-provider`;

interface Decision {
  /** A member of staff, or `PROVIDER_ACTOR`. */
  readonly by: string;
  readonly type: "identity.verified" | "identity.rejected";
  /** Message to the customer if it is sent back: kept with what was sent. */
  readonly message?: string;
  /** An event that can be taken back for so long. */
  readonly event?: { readonly id: string; readonly waits: number };
}

/**
 * Keeps who decided about an identity, and tells the customer's programs. If staff send it back, its check at a provider starts
 * again: an outcome of before never takes the place of their message.
 */
export async function keepDecision(
  tx: WriteTx,
  services: MailServices & Pick<Services, "markets" | "vault">,
  changed: User,
  { by, type, message, event }: Decision,
): Promise<void> {
  const { id } = changed;
  const now = services.clock.now();
  await markIdentity(tx, id, {
    decidedAt: BigInt(now),
    decidedBy: by,
    ...(message !== undefined && {
      sentBack: await sealSentBack(tx, services.vault, changed, { at: isoTime(now), message }),
    }),
  });
  if (type === "identity.rejected" && by !== PROVIDER_ACTOR) await reopenIdentityCheck(tx, id, BigInt(now));
  const data = await userDataOf({ ...services, database: { read: tx } }, changed);
  await recordEvent(tx, services, id, id, { type, data, ...event });
}

/** Changes of an account whose identity is sent back, and the mail about it. */
export const sendingBack = (
  { config }: Pick<Services, "config">,
  { email, first_name }: User,
  message: string,
) => ({
  changes: { status: "rejected", status_reason: message } as const,
  mail: {
    to: email,
    mail: identityRejectedMail(first_name, message, `${config.APP_ORIGIN}/user-information`),
  } satisfies Letter,
});

import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { AuditAct } from "@wattle/contracts/audit-acts";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { lockUser } from "@wattle/db/accounts";
import { listActTimes } from "@wattle/db/audit";
import type { WriteTx } from "@wattle/db/database";
import type { Services } from "../../services.ts";

/** Acts of which one person does so many within 24 hours, by their words in the log. */
const LIMITED = {
  copies: {
    acts: ["customer.data_copied", "customer.statement_copied"],
    most: "STAFF_COPIES_DAILY",
    message: OWN_MESSAGES.dailyCopies,
  },
  documents: { acts: ["document.read"], most: "STAFF_DOCUMENTS_DAILY", message: OWN_MESSAGES.dailyDocuments },
  /** Each gives someone who guesses passwords ten more. */
  unlocks: { acts: ["customer.unlocked"], most: 20 },
  confirmations: { acts: ["customer.confirmation_sent"], most: 20 },
} as const satisfies Record<string, { readonly acts: readonly AuditAct[]; readonly [more: string]: unknown }>;

/**
 * Refuses more acts than a person may do in a day. They are counted in the audit log, so that all processes agree, with
 * the person's row held: of many at once each sees those before it.
 * @throws DomainError `too_many_requests`
 */
export async function limitActs(
  tx: WriteTx,
  { config, clock }: Pick<Services, "config" | "clock">,
  actor: string,
  what: keyof typeof LIMITED,
): Promise<void> {
  const limit = LIMITED[what];
  const most = typeof limit.most === "number" ? limit.most : config[limit.most];
  const now = clock.now();
  await lockUser(tx, actor);
  const after = BigInt(now - DAY_MILLISECONDS);
  const times = await listActTimes(tx, { actor, actions: limit.acts, after, limit: most });
  const createdAt = times[most - 1];
  if (createdAt === undefined) return;
  const free = Number(createdAt) + DAY_MILLISECONDS;
  const retryAfterSeconds = Math.max(1, Math.ceil((free - now) / 1000));
  throw new DomainError("too_many_requests", {
    ...("message" in limit && { message: limit.message }),
    retryAfterSeconds,
  });
}

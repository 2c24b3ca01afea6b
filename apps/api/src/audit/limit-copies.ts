import type { AuditAct } from "@wattle/contracts/audit-acts";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { lockUser } from "@wattle/db/accounts";
import { listActTimes } from "@wattle/db/audit";
import type { WriteTx } from "@wattle/db/database";
import type { Services } from "../services.ts";

const DAY_MILLISECONDS = 24 * 60 * 60_000;

/** Copies that staff take of customers' data: the acts in the log, and how many one person may take within 24 hours. */
const TAKEN = {
  copies: {
    acts: ["customer.data_copied", "customer.statement_copied"],
    setting: "STAFF_COPIES_DAILY",
    message: OWN_MESSAGES.dailyCopies,
  },
  documents: {
    acts: ["document.read"],
    setting: "STAFF_DOCUMENTS_DAILY",
    message: OWN_MESSAGES.dailyDocuments,
  },
} as const satisfies Record<string, { readonly acts: readonly AuditAct[]; readonly [more: string]: unknown }>;

/**
 * Refuses more copies than a person may take in a day. They are counted in the audit log, so that all processes agree, with
 * the person's row held: of many at once each sees those before it.
 * @throws DomainError `too_many_requests`
 */
export async function limitCopies(
  tx: WriteTx,
  { config, clock }: Pick<Services, "config" | "clock">,
  actor: string,
  what: keyof typeof TAKEN,
): Promise<void> {
  const { acts, setting, message } = TAKEN[what];
  const most = config[setting];
  const now = clock.now();
  await lockUser(tx, actor);
  const after = BigInt(now - DAY_MILLISECONDS);
  const times = await listActTimes(tx, { actor, actions: acts, after, limit: most });
  const createdAt = times[most - 1];
  if (createdAt === undefined) return;
  const free = Number(createdAt) + DAY_MILLISECONDS;
  const retryAfterSeconds = Math.max(1, Math.ceil((free - now) / 1000));
  throw new DomainError("too_many_requests", { message, retryAfterSeconds });
}

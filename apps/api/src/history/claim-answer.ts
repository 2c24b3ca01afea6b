import { createHash } from "node:crypto";
import { DomainError } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import type { WriteTx } from "@wattle/db/database";
import { claimIdempotencyKey } from "@wattle/db/idempotency";

interface AnswerClaim {
  readonly userId: string;
  /** The request's idempotency key; nothing is claimed without one. */
  readonly key: string | undefined;
  /** The payload's fields in a fixed order, so that the same payload hashes alike however it was written. */
  readonly payload: readonly (string | null)[];
  /** What is answered now and at each repetition. */
  readonly answer: Transaction;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Claims a request's idempotency key within the transaction that does the work.
 * @returns the first answer where this very request was answered before, so that nothing is left to do; else undefined
 * @throws DomainError `idempotency_conflict`
 */
export async function claimAnswer(
  tx: WriteTx,
  { userId, key, payload, answer, now }: AnswerClaim,
): Promise<Transaction | undefined> {
  if (key === undefined) return undefined;
  const claim = await claimIdempotencyKey(tx, {
    userId,
    key,
    payloadHash: createHash("sha256").update(JSON.stringify(payload)).digest("hex"),
    answer: JSON.stringify(answer),
    createdAt: BigInt(now),
  });
  switch (claim.kind) {
    case "claimed":
      return undefined;
    case "replayed":
      return JSON.parse(claim.answer) as Transaction;
    case "idempotency_conflict":
      throw DomainError.at("idempotency_key", "idempotency_conflict");
  }
}

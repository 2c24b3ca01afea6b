import { readStatement, writeStatement } from "./handles/statement.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** A customer's word for one request, so that repeating it does nothing twice. */
export interface IdempotencyClaim {
  readonly userId: string;
  readonly key: string;
  /** Distinguishes payloads; any text, compared whole. */
  readonly payloadHash: string;
  /** Answer for now and each repetition: JSON text. */
  readonly answer: string;
  /** Milliseconds since 1970. */
  readonly createdAt: bigint;
}

export type ClaimResult =
  | { readonly kind: "claimed" }
  /** The same request was answered before, with `answer`. */
  | { readonly kind: "replayed"; readonly answer: string }
  /** The key was used before with another payload. */
  | { readonly kind: "idempotency_conflict" };

const insertClaim = writeStatement<
  { userId: string; key: string; payloadHash: string; answer: string; createdAt: bigint },
  { key: string }
>("idempotency_insert", (db, parameter) =>
  db
    .insertInto("idempotency_keys")
    .values({
      user_id: parameter("userId"),
      key: parameter("key"),
      payload_hash: parameter("payloadHash"),
      answer: parameter("answer"),
      created_at: parameter("createdAt"),
    })
    .onConflict((conflict) => conflict.columns(["user_id", "key"]).doNothing())
    .returning("key"),
);

const findClaim = readStatement<{ userId: string; key: string }, { payloadHash: string; answer: string }>(
  "idempotency_find",
  (db, parameter) =>
    db
      .selectFrom("idempotency_keys")
      .select(["payload_hash as payloadHash", "answer"])
      .where("user_id", "=", parameter("userId"))
      .where("key", "=", parameter("key")),
);

/**
 * Claims a key within the transaction that does the work, with the answer the work will have: both are kept,
 * or neither. A concurrent call with the same key waits for the first one's commit and then gets its answer.
 */
export async function claimIdempotencyKey(tx: WriteTx, claim: IdempotencyClaim): Promise<ClaimResult> {
  const [claimed] = await tx.run(insertClaim, claim);
  if (claimed !== undefined) return { kind: "claimed" };
  const earlier = await findIdempotentAnswer(tx, claim.userId, claim.key);
  if (earlier === undefined) throw new Error("an idempotency key was neither free nor taken");
  if (earlier.payloadHash !== claim.payloadHash) return { kind: "idempotency_conflict" };
  return { kind: "replayed", answer: earlier.answer };
}

/** A key was used before: for what, `findIdempotentAnswer` says once this transaction is undone. */
export class KeyTakenError extends Error {
  constructor() {
    super("the idempotency key was used before");
    this.name = "KeyTakenError";
  }
}

/**
 * Claims a key as `claimIdempotencyKey` does, for work that goes on before it knows whether the key is free.
 * Throws `KeyTakenError`, which undoes the transaction.
 */
export async function takeIdempotencyKey(tx: WriteTx, claim: IdempotencyClaim): Promise<void> {
  const [claimed] = await tx.run(insertClaim, claim);
  if (claimed === undefined) throw new KeyTakenError();
}

/** Use of a customer's key; undefined if it is free. */
export async function findIdempotentAnswer(
  reader: Reader,
  userId: string,
  key: string,
): Promise<{ payloadHash: string; answer: string } | undefined> {
  const [earlier] = await reader.run(findClaim, { userId, key });
  return earlier;
}

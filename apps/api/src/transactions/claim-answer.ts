/** Idempotency of the calls that make something: one request is done once and answered the same each time. */
import { createHash } from "node:crypto";
import { DomainError } from "@wattle/contracts/errors";
import type { Reader, WriteTx } from "@wattle/db/database";
import {
  claimIdempotencyKey,
  findIdempotentAnswer,
  takeIdempotencyKey,
  type IdempotencyClaim,
} from "@wattle/db/idempotency";
import type { RequestContext } from "../context.ts";

/** A request under its idempotency key. */
export interface KeyedRequest {
  /** Owner of the key. */
  readonly userId: string;
  /** Nothing is claimed or found without one. */
  readonly key: string | undefined;
  /** The payload's fields in a fixed order, so that the same payload hashes alike however it was written. */
  readonly payload: readonly (string | null)[];
}

const hashOf = ({ payload }: KeyedRequest): string =>
  createHash("sha256").update(JSON.stringify(payload)).digest("hex");

const claimOf = (request: KeyedRequest, key: string, answer: object, at: bigint): IdempotencyClaim => ({
  userId: request.userId,
  key,
  payloadHash: hashOf(request),
  answer: JSON.stringify(answer),
  createdAt: at,
});

const conflict = (): DomainError => DomainError.at("idempotency_key", "idempotency_conflict");

/** The answers that were given before, so that a caller can see that they were. */
const replays = new WeakSet();

/** Notes that `answer` was given before. */
export function replayed<A extends object>(answer: A): A {
  replays.add(answer);
  return answer;
}

const replayOf = <A extends object>(text: string): A => replayed(JSON.parse(text) as A);

/** An answer on its way to the client, marked where the same request got it before (`Idempotency-Replayed`). */
export function markedIfReplayed<A extends object>(ctx: Pick<RequestContext, "markReplayed">, answer: A): A {
  if (replays.has(answer)) ctx.markReplayed();
  return answer;
}

/**
 * Claims a request's key within the transaction that does the work.
 * @param answer what is answered now and at each repetition
 * @param at milliseconds since 1970
 * @returns the first answer where this very request was answered before, so that nothing is left to do; else undefined
 * @throws DomainError `idempotency_conflict`
 */
export async function claimAnswer<A extends object>(
  tx: WriteTx,
  request: KeyedRequest,
  answer: A,
  at: bigint,
): Promise<A | undefined> {
  if (request.key === undefined) return undefined;
  const claim = await claimIdempotencyKey(tx, claimOf(request, request.key, answer, at));
  switch (claim.kind) {
    case "claimed":
      return undefined;
    case "replayed":
      return replayOf<A>(claim.answer);
    case "idempotency_conflict":
      throw conflict();
  }
}

/**
 * Claims a request's key as `claimAnswer` does, for work that goes on before it knows whether the key is free. Without one
 * nothing is claimed.
 * @param at milliseconds since 1970
 * @throws KeyTakenError, which undoes the transaction; `findAnswer` then knows what was answered
 */
export async function takeKey(tx: WriteTx, request: KeyedRequest, answer: object, at: bigint): Promise<void> {
  if (request.key === undefined) return;
  await takeIdempotencyKey(tx, claimOf(request, request.key, answer, at));
}

/**
 * The answer that this very request got before, outside a transaction; undefined if it got none.
 * @throws DomainError `idempotency_conflict`
 */
export async function findAnswer<A extends object>(
  reader: Reader,
  request: KeyedRequest,
): Promise<A | undefined> {
  const { userId, key } = request;
  if (key === undefined) return undefined;
  const earlier = await findIdempotentAnswer(reader, userId, key);
  if (earlier === undefined) return undefined;
  if (earlier.payloadHash !== hashOf(request)) throw conflict();
  return replayOf<A>(earlier.answer);
}

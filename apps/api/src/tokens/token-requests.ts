import { pieceOf } from "@wattle/contracts/cursor";
import { DomainError } from "@wattle/contracts/errors";
import type { TokenRequests, TokenRequestsInput } from "@wattle/contracts/token-requests";
import { listTokenRequests } from "@wattle/db/token-requests";
import { findToken } from "@wattle/db/tokens";
import { isoTime } from "../clock.ts";
import type { Call } from "../context.ts";
import { startTimer, type StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";

const WRITE_MILLISECONDS = 2_000;

/**
 * The newest requests of one of the customer's tokens, newest first. A token reads only its own.
 * @throws DomainError `not_found`
 */
export async function readTokenRequests(
  { services: { database }, token }: Pick<Call<"database">, "services" | "token">,
  userId: string,
  { token: named, after, limit }: TokenRequestsInput,
): Promise<TokenRequests> {
  const id = named ?? token?.id;
  if (id === undefined || (token !== null && id !== token.id)) throw new DomainError("not_found");
  const found = await findToken(database.read, id);
  if (found?.user_id !== userId || found.kind !== "personal") throw new DomainError("not_found");
  const { piece, next } = pieceOf(
    await listTokenRequests(database.read, id, { after, limit: limit + 1 }),
    limit,
  );
  const data = piece.map(({ token_id: _token, duration_ms: milliseconds, ...row }) => ({
    ...row,
    created_at: isoTime(row.created_at),
    status: Number(row.status),
    duration_ms: Number(milliseconds),
  }));
  return { data, next };
}

/** Writes what tokens asked for every two seconds. @returns what stops it, after the last of it is written */
export function startWritingRequests(
  services: Pick<Services, "log" | "tokenRequests">,
  timer: StartTimer = startTimer,
): () => Promise<void> {
  const write = (): Promise<void> => services.tokenRequests.write();
  const failure = "requests of tokens could not be written";
  const stop = startSweep(services, write, failure, timer, WRITE_MILLISECONDS);
  return async () => {
    await stop();
    await write().catch((error: unknown) => services.log.error({ err: error }, failure));
  };
}

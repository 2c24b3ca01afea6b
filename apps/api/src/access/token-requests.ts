import type { Database } from "@wattle/db/database";
import { insertTokenRequests, KEPT_REQUESTS, type TokenRequestRow } from "@wattle/db/token-requests";
import type { Ids } from "../clock.ts";

/** Requests that wait in memory at most. More that come before the next writing are not noted. */
const MOST_WAITING = 10_000;
/** Rows of one transaction, so that no other write waits for long. */
const PIECE = 500;
const LONGEST_PATH = 200;
const LONGEST_KEY = 40;
const KEPT_OF_SECRET = 8;

/** Beginnings of secrets: ours, those of well-known services, and signed texts. */
const SECRET = /^(?:wat_|whsec_|sk[_-]|pk[_-]|gh[a-z]_|xox|eyJ|Bearer)/i;
const SECRETS_IN_PATH = /(wat_|whsec_)[\w+/=-]+/g;

/** A key as it may be kept: whole, unless it is longer than names of orders are or looks like a secret. */
const keptKey = (key: string): string =>
  key.length > LONGEST_KEY || SECRET.test(key) ? `${key.slice(0, KEPT_OF_SECRET)}…` : key;

const keptPath = (path: string): string => path.replaceAll(SECRETS_IN_PATH, "$1…").slice(0, LONGEST_PATH);

type Noted = Omit<TokenRequestRow, "id">;

/** The newest requests of each personal token: kept in memory as they are answered, and written together. */
export interface TokenRequests {
  readonly note: (request: Noted) => void;
  /** Writes what was noted. If that fails, it waits for the next time. */
  readonly write: () => Promise<void>;
}

/** The newest of each token, since the others would be removed at once. */
function newest(requests: readonly TokenRequestRow[]): TokenRequestRow[] {
  const counts = new Map<string, number>();
  return requests
    .toReversed()
    .filter(({ token_id: token }) => {
      const count = (counts.get(token) ?? 0) + 1;
      counts.set(token, count);
      return count <= KEPT_REQUESTS;
    })
    .toReversed();
}

export function createTokenRequests(database: Database, ids: Ids): TokenRequests {
  let waiting: TokenRequestRow[] = [];
  return {
    note: ({ path, idempotency_key: key, ...request }) => {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push({
        ...request,
        id: ids.uuid(),
        path: keptPath(path),
        idempotency_key: key === null ? null : keptKey(key),
      });
    },
    write: async () => {
      const taken = newest(waiting);
      waiting = [];
      while (taken.length > 0) {
        try {
          await database.write((tx) => insertTokenRequests(tx, taken.slice(0, PIECE)));
        } catch (error) {
          waiting = [...taken, ...waiting].slice(0, MOST_WAITING);
          throw error;
        }
        taken.splice(0, PIECE);
      }
    },
  };
}

import type { Generated, Selectable } from "kysely";
import type { Epoch, Flag, JsonText } from "./columns/column-types.ts";
import { INNER, LOGIN, SECRET } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { below, own } from "./columns/whose.ts";

interface ApiTokensTable {
  id: string;
  user_id: string;
  /** A customer's own, or an operator's for an internal tool. */
  kind: "personal" | "service";
  name: string;
  /** SHA-256 (hex) of the token; the token itself is shown once and never stored. */
  token_hash: string;
  /** The token's first characters, to tell it from others. */
  hint: string;
  /** JSON array of scopes; empty for a service token. */
  scopes: JsonText;
  /** JSON array of procedure names; empty for a personal token. */
  procedures: JsonText;
  /** JSON array of addresses and CIDR ranges; empty for any address. */
  addresses: JsonText;
  /** Whether who made it had proved a second factor. */
  two_factor: Generated<Flag>;
  created_at: Epoch;
  expires_at: Epoch | null;
  /** The app that its owner gave it to; null for one made by hand. Removing the app leaves it here. */
  app_id: Generated<string | null>;
  /** Written at most every ten minutes. */
  last_used_at: Epoch | null;
  last_used_ip: string | null;
  revoked_at: Epoch | null;
}

export const apiTokens = table<ApiTokensTable>({
  whose: own,
  key: ["id"],
  copy: { file: "api-tokens", about: "Your API tokens, without what they are used by" },
  erasure: { removed: "at once", why: LOGIN },
  columns: {
    id: "text",
    user_id: INNER,
    kind: "text",
    name: "text",
    token_hash: SECRET,
    hint: "text",
    scopes: "json",
    procedures: "json",
    addresses: "json",
    two_factor: "flag",
    created_at: "time",
    expires_at: "time",
    app_id: "text",
    last_used_at: "time",
    last_used_ip: "text",
    revoked_at: "time",
  },
});

/** The newest requests of a customer's program, for its developer. */
interface TokenRequestsTable {
  id: string;
  token_id: string;
  created_at: Epoch;
  method: string;
  /** Without its query. */
  path: string;
  status: bigint;
  /** As it was sent; only its beginning if it may be a secret. */
  idempotency_key: string | null;
  duration_ms: bigint;
}

export const tokenRequests = table<TokenRequestsTable>({
  whose: below("token_id", "api_tokens"),
  copy: {
    file: "token-requests",
    about: "The newest requests of your API tokens",
    key: ["token_id", "created_at", "id"],
  },
  erasure: { removed: "at once", why: LOGIN, key: ["id"] },
  columns: {
    id: INNER,
    token_id: "text",
    created_at: "time",
    method: "text",
    path: "text",
    status: "count",
    idempotency_key: "text",
    duration_ms: "count",
  },
});

export type TokenRequestRow = Selectable<TokenRequestsTable>;

interface IdempotencyKeysTable {
  user_id: string;
  key: string;
  payload_hash: string;
  /** The first answer, handed out again for the same key and payload. */
  answer: JsonText;
  created_at: Epoch;
}

export const idempotencyKeys = table<IdempotencyKeysTable>({
  whose: own,
  key: ["user_id", "key"],
  copy: "repeats answers about rows that the copy has",
  erasure: { removed: "soon", why: "repeats what other tables have" },
});

/** API tokens. Only a hash of a token is stored: it is random enough that no salt is needed. */
import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import { lookedUp, readStatement } from "./handles/statement.ts";
import type { Epoch, Tables, User } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

export type ApiToken = Selectable<Tables["api_tokens"]>;
type NewApiToken = Omit<ApiToken, "last_used_at" | "last_used_ip" | "revoked_at" | "two_factor" | "app_id"> &
  Partial<Pick<ApiToken, "two_factor" | "app_id">>;

/** How a token is stored: hex SHA-256. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

export async function insertApiToken(tx: WriteTx, token: NewApiToken): Promise<void> {
  await tx
    .insertInto("api_tokens")
    .values({ ...token, last_used_at: null, last_used_ip: null, revoked_at: null })
    .execute();
}

/** A token that may be used, with what it may do; `user` is its owner's whole row as it is now. */
export interface TokenWithUser {
  readonly token: Pick<
    ApiToken,
    | "id"
    | "kind"
    | "scopes"
    | "procedures"
    | "addresses"
    | "two_factor"
    | "expires_at"
    | "app_id"
    | "last_used_at"
  >;
  readonly user: User;
}

type TokenAndUserRow = User & {
  token_id: string;
  token_kind: ApiToken["kind"];
  token_scopes: string;
  token_procedures: string;
  token_addresses: string;
  token_two_factor: bigint;
  token_expires_at: Epoch | null;
  token_app_id: string | null;
  token_last_used_at: Epoch | null;
};

const tokenWithUser = readStatement<{ tokenHash: string }, TokenAndUserRow>(
  "api_token_with_user",
  (db, parameter) =>
    db
      .selectFrom("api_tokens")
      .innerJoin("users", "users.id", "api_tokens.user_id")
      .selectAll("users")
      .select([
        "api_tokens.id as token_id",
        "api_tokens.kind as token_kind",
        "api_tokens.scopes as token_scopes",
        "api_tokens.procedures as token_procedures",
        "api_tokens.addresses as token_addresses",
        "api_tokens.two_factor as token_two_factor",
        "api_tokens.expires_at as token_expires_at",
        "api_tokens.app_id as token_app_id",
        "api_tokens.last_used_at as token_last_used_at",
      ])
      .where("api_tokens.token_hash", "=", lookedUp(parameter("tokenHash")))
      .where("api_tokens.revoked_at", "is", null),
);

/** Finds a token that was not revoked. Whether it has expired is the caller's to judge. */
export async function findTokenWithUser(reader: Reader, token: string): Promise<TokenWithUser | undefined> {
  const [row] = await reader.run(tokenWithUser, { tokenHash: hashToken(token) });
  if (row === undefined) return undefined;
  const {
    token_id: id,
    token_kind: kind,
    token_scopes: scopes,
    token_procedures: procedures,
    token_addresses: addresses,
    token_two_factor: two_factor,
    token_expires_at: expires_at,
    token_app_id: app_id,
    token_last_used_at: last_used_at,
    ...user
  } = row;
  return {
    token: { id, kind, scopes, procedures, addresses, two_factor, expires_at, app_id, last_used_at },
    user,
  };
}

/** A token by its identifier. */
export async function findToken(reader: Reader, id: string): Promise<ApiToken | undefined> {
  return reader.selectFrom("api_tokens").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A customer's personal tokens that were not revoked, newest first; expired ones too. */
export async function listPersonalTokens(reader: Reader, userId: string): Promise<ApiToken[]> {
  return reader
    .selectFrom("api_tokens")
    .selectAll()
    .where("user_id", "=", userId)
    .where("kind", "=", "personal")
    .where("revoked_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Owner of service tokens: one member of staff by id, or everyone (null). */
type TokenOwner = string | null;

/** Service tokens that were not revoked, newest first, with the email address of the member of staff who made each. */
export async function listServiceTokens(
  reader: Reader,
  owner: TokenOwner,
): Promise<(ApiToken & { created_by: string })[]> {
  const tokens = reader
    .selectFrom("api_tokens")
    .innerJoin("users", "users.id", "api_tokens.user_id")
    .selectAll("api_tokens")
    .select("users.email as created_by")
    .where("api_tokens.kind", "=", "service")
    .where("api_tokens.revoked_at", "is", null)
    .orderBy("api_tokens.created_at", "desc")
    .orderBy("api_tokens.id", "desc");
  return (owner === null ? tokens : tokens.where("api_tokens.user_id", "=", owner)).execute();
}

/** How many tokens of a kind a user has that are neither revoked nor expired at `now`. */
export async function countLiveTokens(
  reader: Reader,
  userId: string,
  kind: ApiToken["kind"],
  now: Epoch,
): Promise<number> {
  const { live } = await reader
    .selectFrom("api_tokens")
    .select(({ fn }) => fn.countAll<bigint>().as("live"))
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .executeTakeFirstOrThrow();
  return Number(live);
}

/** Revokes a customer's personal token for good; false if the customer has no such active token. */
export async function revokePersonalToken(
  tx: WriteTx,
  userId: string,
  id: string,
  at: Epoch,
): Promise<boolean> {
  const revoked = await tx
    .updateTable("api_tokens")
    .set({ revoked_at: at })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("kind", "=", "personal")
    .where("revoked_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return revoked !== undefined;
}

/** Revokes a service token for good; false if there is none of the owner's that is active. */
export async function revokeServiceToken(
  tx: WriteTx,
  owner: TokenOwner,
  id: string,
  at: Epoch,
): Promise<boolean> {
  const tokens = tx
    .updateTable("api_tokens")
    .set({ revoked_at: at })
    .where("id", "=", id)
    .where("kind", "=", "service")
    .where("revoked_at", "is", null);
  const revoked = await (owner === null ? tokens : tokens.where("user_id", "=", owner))
    .returning("id")
    .executeTakeFirst();
  return revoked !== undefined;
}

/** Revokes the tokens that customers gave to an app: those of all, or one's. @returns their identifiers */
export async function revokeTokensOfApp(
  tx: WriteTx,
  appId: string,
  at: Epoch,
  userId?: string,
): Promise<string[]> {
  const tokens = tx
    .updateTable("api_tokens")
    .set({ revoked_at: at })
    .where("app_id", "=", appId)
    .where("revoked_at", "is", null);
  const revoked = await (userId === undefined ? tokens : tokens.where("user_id", "=", userId))
    .returning("id")
    .execute();
  return revoked.map(({ id }) => id);
}

/** Revokes every token of an account, personal and service, and every code for one, for good. @returns those that still worked until now */
export async function revokeAllTokens(
  tx: WriteTx,
  userId: string,
  at: Epoch,
): Promise<Pick<ApiToken, "id" | "kind" | "name">[]> {
  await tx.deleteFrom("app_codes").where("user_id", "=", userId).execute();
  return tx
    .updateTable("api_tokens")
    .set({ revoked_at: at })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .returning(["id", "kind", "name"])
    .execute();
}

/** Notes a use, unless one was noted after `since`. */
export async function touchToken(
  tx: WriteTx,
  id: string,
  use: { readonly at: Epoch; readonly ip: string; readonly since: Epoch },
): Promise<void> {
  await tx
    .updateTable("api_tokens")
    .set({ last_used_at: use.at, last_used_ip: use.ip })
    .where("id", "=", id)
    .where((where) => where.or([where("last_used_at", "is", null), where("last_used_at", "<=", use.since)]))
    .execute();
}

/** The token of a customer that an app has and that neither was revoked nor has expired at `now`. */
export async function findLiveTokenOfApp(
  reader: Reader,
  userId: string,
  appId: string,
  now: Epoch,
): Promise<Pick<ApiToken, "id"> | undefined> {
  return reader
    .selectFrom("api_tokens")
    .select("id")
    .where("app_id", "=", appId)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

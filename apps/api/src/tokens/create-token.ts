import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { staffRolesOf } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import {
  TOKEN_LIMITS,
  type CreatedServiceToken,
  type CreatedToken,
  type CurrentToken,
  type ServiceTokenInput,
  type ServiceTokenItem,
  type TokenInput,
  type TokenItem,
  TOKEN_SCOPES,
} from "@wattle/contracts/tokens";
import { countLiveTokens, hashToken, insertApiToken, type ApiToken } from "@wattle/db/tokens";
import type { WriteTx } from "@wattle/db/database";
import { recordAct } from "../audit/record-act.ts";
import { isoTime } from "../clock.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import type { Call } from "../context.ts";
import { lockSignedIn } from "../sessions/lock-signed-in.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../access/admission.ts";
import { staffMay } from "@wattle/contracts/staff-access";
import { tokenMadeMail } from "../mail/token-mails.ts";
import { hintOf, textsOf, TOKEN_BYTES, TOKEN_PREFIX } from "../access/api-tokens.ts";

type TokenCall = Call<keyof MailServices | "database" | "securityLog">;

const timeOrNull = (epoch: bigint | null): string | null => (epoch === null ? null : isoTime(epoch));

function commonItem(row: ApiToken) {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    addresses: textsOf(row.addresses),
    created_at: isoTime(row.created_at),
    expires_at: timeOrNull(row.expires_at),
    last_used_at: timeOrNull(row.last_used_at),
    last_used_ip: row.last_used_ip,
  };
}

export function tokenItemOf(row: ApiToken): TokenItem {
  const scopes = textsOf(row.scopes);
  return {
    ...commonItem(row),
    scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
    app_id: row.app_id,
  };
}

export const currentTokenOf = (row: ApiToken): CurrentToken => ({
  ...tokenItemOf(row),
  procedures: textsOf(row.procedures),
});

export function serviceTokenItemOf(row: ApiToken, createdBy: string): ServiceTokenItem {
  return { ...commonItem(row), procedures: textsOf(row.procedures), created_by: createdBy };
}

type StoredFields = Pick<ApiToken, "user_id" | "kind" | "name" | "scopes" | "procedures" | "two_factor"> &
  Partial<Pick<ApiToken, "app_id">> &
  Pick<TokenInput, "addresses" | "expires_in_days">;

/** A token that is not stored yet; its row has only its hash. */
export function newToken(
  { clock, ids }: Pick<Services, "clock" | "ids">,
  { addresses, expires_in_days: days, ...fields }: StoredFields,
): { readonly token: string; readonly row: ApiToken } {
  const token = `${TOKEN_PREFIX}${ids.token(TOKEN_BYTES)}`;
  const now = clock.now();
  const row: ApiToken = {
    app_id: null,
    ...fields,
    id: ids.uuid(),
    token_hash: hashToken(token),
    hint: hintOf(token),
    addresses: JSON.stringify(addresses),
    created_at: BigInt(now),
    expires_at: days === null || days === undefined ? null : BigInt(now + days * DAY_MILLISECONDS),
    last_used_at: null,
    last_used_ip: null,
    revoked_at: null,
  };
  return { token, row };
}

/** @throws DomainError `validation_failed` at `name` if its owner has as many live tokens as one may have */
export async function insertToken(tx: WriteTx, row: ApiToken): Promise<void> {
  if ((await countLiveTokens(tx, row.user_id, row.kind, row.created_at)) >= TOKEN_LIMITS.live) {
    throw DomainError.at("name", "validation_failed", ownMessage.tooManyTokens(TOKEN_LIMITS.live));
  }
  const { last_used_at: _at, last_used_ip: _ip, revoked_at: _revoked, ...stored } = row;
  await insertApiToken(tx, stored);
}

/** Notes in the security log that there is a new token. */
export function noteToken(
  ctx: Call<"securityLog">,
  { id, user_id, name, kind, scopes, procedures, app_id }: ApiToken,
): void {
  ctx.services.securityLog.note(
    ctx,
    "token-made",
    { account: user_id },
    {
      token: id,
      name,
      kind,
      may: [...textsOf(scopes), ...textsOf(procedures)],
      ...(app_id !== null && { app: app_id }),
    },
  );
}

type TokenFields = Pick<TokenInput, "name" | "addresses" | "expires_in_days"> &
  Pick<ApiToken, "kind" | "scopes" | "procedures">;

/** Makes a token for `user`; in the same transaction its owner gets a mail, or the audit log a line for a service token. */
async function storeToken(
  ctx: TokenCall,
  user: SignedInUser,
  fields: TokenFields,
): Promise<{ token: string; row: ApiToken }> {
  const { services } = ctx;
  const { token, row } = newToken(services, {
    ...fields,
    user_id: user.id,
    two_factor: ctx.proof?.twoFactor === true ? 1n : 0n,
  });
  await services.database.write(async (tx) => {
    // The command line has no session that a password reset could have ended.
    if (ctx.sessionId !== null) await lockSignedIn(tx, ctx, user.id);
    await insertToken(tx, row);
    if (fields.kind === "personal") {
      await queueMail(tx, services, {
        to: user.email,
        mail: tokenMadeMail(user.first_name, tokenItemOf(row), tokensUrl(services)),
      });
    }
    if (fields.kind === "service") {
      await recordAct(tx, services, user, {
        action: "token.created",
        subject: row.id,
        details: { name: row.name, procedures: textsOf(row.procedures) },
      });
    }
  });
  noteToken(ctx, row);
  return { token, row };
}

/** The screen on which customers revoke their tokens. */
export const tokensUrl = ({ config }: Pick<Services, "config">): string =>
  `${config.APP_ORIGIN}/dashboard/api-tokens`;

/** So old is a login by only the password before it makes a token that withdraws: its owner had a mail about it. */
const SETTLED_MILLISECONDS = DAY_MILLISECONDS;

/** Whether a session is so new, and so little proved, that it gives no token that withdraws. */
export const isTooNewToWithdraw = ({ proof, services }: Call<"clock">): boolean =>
  proof !== null &&
  !proof.twoFactor &&
  BigInt(services.clock.now()) - proof.startedAt < BigInt(SETTLED_MILLISECONDS);

/**
 * Makes a personal token; the answer is the only place that ever shows it.
 * @throws DomainError `validation_failed` at `name` if the customer has as many as one may have, and at `scopes` for `withdraw` in a
 *   session that began within 24 hours and has proved no second factor
 */
export async function createToken(
  ctx: TokenCall,
  user: SignedInUser,
  input: TokenInput,
): Promise<CreatedToken> {
  if (input.scopes.includes("withdraw") && isTooNewToWithdraw(ctx)) {
    throw DomainError.at("scopes", "validation_failed", OWN_MESSAGES.tooNewToWithdraw);
  }
  const { token, row } = await storeToken(ctx, user, {
    ...input,
    kind: "personal",
    scopes: JSON.stringify(input.scopes),
    procedures: "[]",
  });
  return { ...tokenItemOf(row), token };
}

/**
 * Makes a service token for an internal tool. It acts as the member of staff who made it, within the roles of that person at
 * each call, and only by the procedures it names.
 * @param callable names of the procedures that a service token may be made for
 * @throws DomainError `validation_failed` for a name that is not among them or not in the maker's roles, or if there are as many as may be
 */
export async function createServiceToken(
  ctx: TokenCall,
  user: SignedInUser,
  input: ServiceTokenInput,
  callable: readonly string[],
): Promise<CreatedServiceToken> {
  const roles = staffRolesOf(user.roles);
  if (!input.procedures.every((name) => callable.includes(name) && staffMay(roles, name))) {
    throw DomainError.at("procedures", "validation_failed", OWN_MESSAGES.notForTokens);
  }
  const { token, row } = await storeToken(ctx, user, {
    ...input,
    kind: "service",
    scopes: "[]",
    procedures: JSON.stringify(input.procedures),
  });
  return { ...serviceTokenItemOf(row, user.email), token };
}

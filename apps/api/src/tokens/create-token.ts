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
import { recordAct } from "../audit/record-act.ts";
import { isoTime } from "../clock.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import type { Call } from "../context.ts";
import { lockSignedIn } from "../sessions/lock-signed-in.ts";
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
  return { ...commonItem(row), scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)) };
}

export const currentTokenOf = (row: ApiToken): CurrentToken => ({
  ...tokenItemOf(row),
  procedures: textsOf(row.procedures),
});

export function serviceTokenItemOf(row: ApiToken, createdBy: string): ServiceTokenItem {
  return { ...commonItem(row), procedures: textsOf(row.procedures), created_by: createdBy };
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
  const { clock, database, ids } = services;
  const token = `${TOKEN_PREFIX}${ids.token(TOKEN_BYTES)}`;
  const now = clock.now();
  const row: ApiToken = {
    id: ids.uuid(),
    user_id: user.id,
    kind: fields.kind,
    name: fields.name,
    token_hash: hashToken(token),
    hint: hintOf(token),
    scopes: fields.scopes,
    procedures: fields.procedures,
    addresses: JSON.stringify(fields.addresses),
    two_factor: ctx.proof?.twoFactor === true ? 1n : 0n,
    created_at: BigInt(now),
    expires_at:
      fields.expires_in_days === null || fields.expires_in_days === undefined
        ? null
        : BigInt(now + fields.expires_in_days * DAY_MILLISECONDS),
    last_used_at: null,
    last_used_ip: null,
    revoked_at: null,
  };
  const { last_used_at: _at, last_used_ip: _ip, revoked_at: _revoked, ...stored } = row;
  await database.write(async (tx) => {
    // The command line has no session that a password reset could have ended.
    if (ctx.sessionId !== null) await lockSignedIn(tx, ctx, user.id);
    if ((await countLiveTokens(tx, user.id, fields.kind, BigInt(now))) >= TOKEN_LIMITS.live) {
      throw DomainError.at("name", "validation_failed", ownMessage.tooManyTokens(TOKEN_LIMITS.live));
    }
    await insertApiToken(tx, stored);
    if (fields.kind === "personal") {
      await queueMail(tx, services, {
        to: user.email,
        mail: tokenMadeMail(
          user.first_name,
          tokenItemOf(row),
          `${services.config.APP_ORIGIN}/dashboard/api-tokens`,
        ),
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
  const { name, scopes, procedures } = row;
  services.securityLog.note(
    ctx,
    "token-made",
    { account: user.id },
    { token: row.id, name, kind: row.kind, may: [...textsOf(scopes), ...textsOf(procedures)] },
  );
  return { token, row };
}

/** So old is a login by only the password before it makes a token that withdraws: its owner had a mail about it. */
const SETTLED_MILLISECONDS = DAY_MILLISECONDS;

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
  const { proof } = ctx;
  const isNew =
    proof !== null && BigInt(ctx.services.clock.now()) - proof.startedAt < BigInt(SETTLED_MILLISECONDS);
  if (input.scopes.includes("withdraw") && isNew && !proof.twoFactor) {
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

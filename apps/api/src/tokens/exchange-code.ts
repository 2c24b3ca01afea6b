import { createHash } from "node:crypto";
import type { CodeExchange, GrantedToken } from "@wattle/contracts/apps";
import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { DomainError } from "@wattle/contracts/errors";
import { lockUser } from "@wattle/db/accounts";
import { findAppCode, spendAppCode } from "@wattle/db/apps";
import type { WriteTx } from "@wattle/db/database";
import type { App, AppCode, User } from "@wattle/db/tables";
import { hashToken, revokePersonalToken, revokeTokensOfApp, type ApiToken } from "@wattle/db/tokens";
import { findAdmittedUserById } from "../access/admission.ts";
import { textsOf } from "../access/api-tokens.ts";
import { findWorkingApp } from "../access/working-app.ts";
import type { Call } from "../context.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { appAllowedMail } from "../mail/token-mails.ts";
import { insertToken, newToken, noteToken, tokenItemOf, tokensUrl } from "./create-token.ts";

type ExchangeCall = Call<keyof MailServices | "database" | "securityLog">;

const SECOND = 1000;

/** RFC 7636, S256. */
const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");

type Exchanged =
  | {
      readonly kind: "given";
      readonly token: string;
      readonly row: ApiToken;
      /** How long it lives. */
      readonly seconds: number;
      /** Identifiers of the app's earlier tokens. */
      readonly replaced: readonly string[];
    }
  | { readonly kind: "reused"; readonly code: AppCode }
  | { readonly kind: "refused" };

/** Whether an unused code belongs to what came with it. The verifier is what a thief of the code lacks. */
const fits = (code: AppCode, input: CodeExchange, now: bigint): boolean =>
  code.expires_at > now &&
  code.app_id === input.client_id &&
  code.redirect === input.redirect_uri &&
  code.challenge === challengeOf(input.code_verifier);

/** Gives the token that a code stands for: the app's earlier one of this customer ends. */
async function giveToken(
  tx: WriteTx,
  { services }: ExchangeCall,
  { code, app, user }: { readonly code: AppCode; readonly app: App; readonly user: User },
): Promise<Exchanged> {
  const seconds = Number(code.lifetime_seconds);
  const days = (seconds * SECOND) / DAY_MILLISECONDS;
  const { token, row } = newToken(services, {
    user_id: user.id,
    kind: "personal",
    name: app.name,
    scopes: code.scopes,
    procedures: "[]",
    addresses: textsOf(app.addresses),
    expires_in_days: days,
    two_factor: code.two_factor,
    app_id: app.id,
  });
  const replaced = await revokeTokensOfApp(tx, app.id, row.created_at, user.id);
  await insertToken(tx, row);
  await spendAppCode(tx, code.code_hash, row.id);
  const { name, scopes } = tokenItemOf(row);
  await queueMail(tx, services, {
    to: user.email,
    mail: appAllowedMail(user.first_name, { name, scopes, days }, tokensUrl(services)),
  });
  return { kind: "given", token, row, seconds, replaced };
}

async function exchange(tx: WriteTx, ctx: ExchangeCall, input: CodeExchange): Promise<Exchanged> {
  const { clock, config } = ctx.services;
  const hash = hashToken(input.code);
  const owner = (await findAppCode(tx, hash))?.user_id;
  if (owner === undefined) return { kind: "refused" };
  // From here on the customer's codes and tokens stay as they are: of two who bring one code, the second sees what the first did.
  await lockUser(tx, owner);
  const code = await findAppCode(tx, hash);
  if (code === undefined) return { kind: "refused" };
  const now = BigInt(clock.now());
  if (code.token_id !== null) {
    // Someone else has the code: whichever of them came first, its token must not live.
    await revokePersonalToken(tx, owner, code.token_id, now);
    return { kind: "reused", code };
  }
  if (!fits(code, input, now)) return { kind: "refused" };
  const user = await findAdmittedUserById(config, tx, owner);
  const found = await findWorkingApp(config, tx, code.app_id);
  if (user?.status !== "verified" || found === undefined) return { kind: "refused" };
  return giveToken(tx, ctx, { code, app: found.app, user });
}

/**
 * Exchanges the code of an app for its token, once. A second use, by whomever, revokes the token that the first one gave.
 * @throws DomainError `unsupported_grant_type`, `invalid_client`; `invalid_grant` for a code that is unknown, used or expired, or was given
 *   to another app, for another address or to the holder of another verifier
 */
export async function exchangeCode(ctx: ExchangeCall, input: CodeExchange): Promise<GrantedToken> {
  const { config, database, securityLog } = ctx.services;
  if (input.grant_type !== "authorization_code") throw new DomainError("unsupported_grant_type");
  if ((await findWorkingApp(config, database.read, input.client_id)) === undefined) {
    throw new DomainError("invalid_client");
  }
  const result = await database.write((tx) => exchange(tx, ctx, input));
  if (result.kind === "reused") {
    const { user_id: account, app_id: app, token_id: token } = result.code;
    securityLog.note(ctx, "app-code-reused", { account }, { app, token: token ?? "" });
  }
  if (result.kind !== "given") throw new DomainError("invalid_grant");
  const { token, row, seconds, replaced } = result;
  for (const each of replaced) {
    securityLog.note(ctx, "token-revoked", { account: row.user_id }, { token: each });
  }
  noteToken(ctx, row);
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: seconds,
    scope: textsOf(row.scopes).join(" "),
  };
}

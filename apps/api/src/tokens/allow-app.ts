import { APP_LIMITS, APP_SCOPES, type AppRequest, type AskedOfCustomer } from "@wattle/contracts/apps";
import { DomainError } from "@wattle/contracts/errors";
import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { limitsPlaces, TOKEN_LIMITS, type TokenScope } from "@wattle/contracts/tokens";
import { insertAppCode } from "@wattle/db/apps";
import type { Reader } from "@wattle/db/database";
import type { App, User } from "@wattle/db/tables";
import { countLiveTokens, findLiveTokenOfApp, hashToken } from "@wattle/db/tokens";
import type { SignedInUser } from "../access/admission.ts";
import { textsOf } from "../access/api-tokens.ts";
import { findWorkingApp } from "../access/working-app.ts";
import { isoTime } from "../clock.ts";
import type { Call } from "../context.ts";
import type { Services } from "../services.ts";
import { lockSignedIn } from "../sessions/lock-signed-in.ts";
import { isTooNewToWithdraw } from "./create-token.ts";

const CODE_BYTES = 32;
const SECOND = 1000;

/** SHA-256 as base64url text. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** A request, judged: first its app and the address to go back to. */
type Judged =
  | { readonly kind: "refused"; readonly why: "app" | "redirect" }
  | { readonly kind: "returned"; readonly to: string }
  | {
      readonly kind: "asked";
      readonly app: App;
      readonly developer: User;
      readonly scopes: readonly TokenScope[];
      readonly challenge: string;
    };

/** The address to go back to, with what is to be said there: RFC 6749, and the issuer by RFC 9207. */
function backTo(
  { APP_ORIGIN }: Pick<Services["config"], "APP_ORIGIN">,
  { redirect, state }: Pick<AppRequest, "redirect" | "state">,
  words: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({
    ...words,
    ...(state !== undefined && { state }),
    iss: APP_ORIGIN,
  }).toString();
  return `${redirect}${redirect.includes("?") ? "&" : "?"}${query}`;
}

/** The scopes that a text names, apart by spaces or commas; undefined if one is unknown, or there is none. */
function scopesOf(text: string | undefined): TokenScope[] | undefined {
  const names = (text ?? "").split(/[\s,]+/).filter((name) => name !== "");
  const scopes = APP_SCOPES.filter((scope) => names.includes(scope));
  return scopes.length > 0 && new Set(names).size === scopes.length ? scopes : undefined;
}

/** The fault of a request whose app and address are right, as OAuth names it; else its scopes and challenge. */
function faultOf(
  app: App,
  request: AppRequest,
): readonly [error: string, description: string] | { scopes: TokenScope[]; challenge: string } {
  const { response_type: type = "code", code_challenge: challenge, code_challenge_method: method } = request;
  if (type !== "code") return ["unsupported_response_type", "Use response_type code"];
  if (method !== "S256" || challenge === undefined || !CHALLENGE.test(challenge)) {
    return ["invalid_request", "Send code_challenge, with code_challenge_method S256"];
  }
  const scopes = scopesOf(request.scopes);
  if (scopes === undefined) return ["invalid_scope", `Use scopes of ${APP_SCOPES.join(", ")}`];
  if (scopes.includes("withdraw") && !limitsPlaces(textsOf(app.addresses))) {
    return ["invalid_scope", "withdraw needs an app with a list of IP addresses"];
  }
  return { scopes, challenge };
}

async function judge(
  { config }: Pick<Services, "config">,
  reader: Reader,
  request: AppRequest,
): Promise<Judged> {
  const found = await findWorkingApp(config, reader, request.app);
  if (found === undefined) return { kind: "refused", why: "app" };
  if (!textsOf(found.app.redirects).includes(request.redirect)) return { kind: "refused", why: "redirect" };
  const fault = faultOf(found.app, request);
  if (!("scopes" in fault)) {
    const [error, error_description] = fault;
    return { kind: "returned", to: backTo(config, request, { error, error_description }) };
  }
  return { kind: "asked", ...found, ...fault };
}

/** Why a customer cannot give an app a token now; undefined if nothing is in the way. */
async function hindranceOf(
  ctx: Call<"clock">,
  reader: Reader,
  user: SignedInUser,
  { app, scopes }: { readonly app: App; readonly scopes: readonly TokenScope[] },
) {
  if (scopes.includes("withdraw") && isTooNewToWithdraw(ctx)) return OWN_MESSAGES.tooNewToWithdraw;
  const now = BigInt(ctx.services.clock.now());
  // The app's new token takes the place of the one that it has.
  const room = (await findLiveTokenOfApp(reader, user.id, app.id, now)) === undefined ? 0 : 1;
  const live = await countLiveTokens(reader, user.id, "personal", now);
  return live - room >= TOKEN_LIMITS.live ? ownMessage.tooManyTokens(TOKEN_LIMITS.live) : undefined;
}

/** Content of the authorize page for a customer whom an app has sent there. */
export async function askCustomer(
  ctx: Call<"clock" | "config" | "database">,
  user: SignedInUser,
  request: AppRequest,
): Promise<AskedOfCustomer> {
  const { config, database } = ctx.services;
  const judged = await judge(ctx.services, database.read, request);
  if (judged.kind !== "asked") return judged;
  const { app, developer, scopes } = judged;
  return {
    kind: "asked",
    app: {
      name: app.name,
      made_by: `${developer.first_name} ${developer.last_name}`,
      created_at: isoTime(app.created_at),
    },
    scopes: [...scopes],
    addresses: textsOf(app.addresses),
    host: new URL(request.redirect).host,
    decline: backTo(config, request, { error: "access_denied" }),
    hindrance: (await hindranceOf(ctx, database.read, user, judged)) ?? null,
  };
}

/**
 * A customer's yes: a code for the app, which is a token's worth for a minute. Everything is judged again, since a page only asks.
 * @returns where the customer goes with it
 * @throws DomainError `state_conflict` if what was asked does not hold any more; `validation_failed` at `scopes` if the customer cannot
 */
export async function allowApp(
  ctx: Call<"clock" | "config" | "database" | "ids" | "securityLog">,
  user: SignedInUser,
  { expires_in_days: days, ...request }: AppRequest & { readonly expires_in_days: number },
): Promise<{ to: string }> {
  const { clock, config, database, ids, securityLog } = ctx.services;
  const code = `wac_${ids.token(CODE_BYTES)}`;
  const now = clock.now();
  const { app, scopes } = await database.write(async (tx) => {
    await lockSignedIn(tx, ctx, user.id);
    const judged = await judge(ctx.services, tx, request);
    if (judged.kind !== "asked") throw new DomainError("state_conflict");
    const hindrance = await hindranceOf(ctx, tx, user, judged);
    if (hindrance !== undefined) throw DomainError.at("scopes", "validation_failed", hindrance);
    await insertAppCode(
      tx,
      {
        code_hash: hashToken(code),
        user_id: user.id,
        app_id: judged.app.id,
        redirect: request.redirect,
        challenge: judged.challenge,
        scopes: JSON.stringify(judged.scopes),
        lifetime_seconds: BigInt((days * DAY_MILLISECONDS) / SECOND),
        two_factor: ctx.proof?.twoFactor === true ? 1n : 0n,
        expires_at: BigInt(now + APP_LIMITS.codeSeconds * SECOND),
      },
      BigInt(now - DAY_MILLISECONDS),
    );
    return judged;
  });
  securityLog.note(
    ctx,
    "app-allowed",
    { account: user.id },
    { app: app.id, name: app.name, may: scopes, days },
  );
  return { to: backTo(config, request, { code }) };
}

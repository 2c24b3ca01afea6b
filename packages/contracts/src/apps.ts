import { z } from "zod";
import { id, time } from "./ids.ts";
import { wholeNumber } from "./paging.ts";
import { isPlainLine, isWithin } from "./plain-text.ts";
import { LINE, TOKEN_TEXT } from "./portable-patterns.ts";
import { MIXED_SCRIPTS, mixesScripts } from "./name-scripts.ts";
import { TOKEN_SCOPES, tokenAddresses } from "./tokens.ts";

/**
 * Limits of apps: programs of other people, to which a customer gives a token by the authorize page. `days` is the longest that
 * such a token lives, and `codeSeconds` how long a code waits to be exchanged.
 */
export const APP_LIMITS = {
  name: 40,
  apps: 10,
  redirects: 10,
  redirect: 300,
  days: 365,
  codeSeconds: 60,
} as const;

const REDIRECT_TEXT = "Use https, or http on this computer";

/** Hosts of the computer itself, as a parser of addresses writes them. */
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether customers may be sent to an address with a code. It is compared letter by letter later, so it is taken only as browsers
 * write it.
 */
export function isRedirect(text: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(text) || text.includes("#") || text.includes("\\")) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  // A bare host is the same with and without its slash.
  if (url.href !== text && url.href !== `${text}/`) return false;
  return url.protocol === "https:" || LOOPBACK.has(url.hostname);
}

const redirectAddress = z
  .string(REDIRECT_TEXT)
  .trim()
  .max(APP_LIMITS.redirect, `Use at most ${APP_LIMITS.redirect} characters`)
  .refine(isRedirect, REDIRECT_TEXT);

const appName = z
  .string({ error: "Name is a required field" })
  .trim()
  .min(1, "Name is a required field")
  .refine((text) => isWithin(text, APP_LIMITS.name), `Use at most ${APP_LIMITS.name} characters`)
  .refine(isPlainLine, "Name is not valid.")
  .refine((text) => !mixesScripts(text), MIXED_SCRIPTS)
  .meta({ maxLength: APP_LIMITS.name, pattern: LINE });

/** An app to be registered: where customers may be sent back to, and where its tokens work from (none: anywhere). */
export const appInput = z.object({
  name: appName,
  redirects: z
    .array(redirectAddress, { error: REDIRECT_TEXT })
    .min(1, "Redirect addresses is a required field")
    .max(APP_LIMITS.redirects, `Name at most ${APP_LIMITS.redirects} addresses`)
    .transform((redirects) => [...new Set(redirects)]),
  addresses: tokenAddresses,
});
export type AppInput = z.output<typeof appInput>;

export const appItem = z.object({
  id,
  name: z.string(),
  redirects: z.array(z.string()),
  addresses: z.array(z.string()),
  created_at: time,
});
export type AppItem = z.infer<typeof appItem>;

const LONGEST_PART = 2000;
const part = z.string().max(LONGEST_PART).optional();

/** A request of an app, as the address of the authorize page has it; the server judges each part. */
export const appRequest = z.object({
  app: z.string().max(LONGEST_PART),
  redirect: z.string().max(LONGEST_PART),
  scopes: part,
  state: part,
  response_type: part,
  code_challenge: part,
  code_challenge_method: part,
});
export type AppRequest = z.output<typeof appRequest>;

/**
 * Scopes of an app's token. None of them keeps webhooks: they would go on telling the app of the account after its token has ended.
 */
export const APP_SCOPES = TOKEN_SCOPES.filter((scope) => scope !== "webhooks");
const scopes = z.array(z.enum(TOKEN_SCOPES));

/** Content of the authorize page. */
export const askedOfCustomer = z.discriminatedUnion("kind", [
  /** The app or its redirect address is unknown: no one is sent anywhere. */
  z.object({ kind: z.literal("refused"), why: z.enum(["app", "redirect"]) }),
  /** The request is wrong in another way, which the app is told. */
  z.object({ kind: z.literal("returned"), to: z.string() }),
  z.object({
    kind: z.literal("asked"),
    app: z.object({ name: z.string(), made_by: z.string(), created_at: time }),
    scopes,
    addresses: z.array(z.string()),
    /** Host to which the customer goes back. */
    host: z.string(),
    /** A customer who declines is sent there. */
    decline: z.string(),
    /** Why the customer cannot allow it now: the server's own words. */
    hindrance: z.string().nullable(),
  }),
]);
export type AskedOfCustomer = z.infer<typeof askedOfCustomer>;

/** A customer's yes. */
export const allowInput = appRequest.extend({ expires_in_days: wholeNumber(1, APP_LIMITS.days) });

/** The customer is sent there next. */
export const allowedApp = z.object({ to: z.string() });

const sent = (longest: number, text: string) =>
  z.string().max(longest).refine(isPlainLine).meta({ pattern: TOKEN_TEXT, description: text });

/** A code to be exchanged, by the names of OAuth 2 (RFC 6749, RFC 7636). */
export const codeExchange = z.object({
  grant_type: sent(100, "`authorization_code`"),
  client_id: sent(64, "The app's identifier"),
  redirect_uri: sent(LONGEST_PART, "Redirect address to which the code was sent"),
  code: sent(100, "The code, which works once and for 60 seconds"),
  code_verifier: sent(128, "The text whose SHA-256 is the `code_challenge`"),
});
export type CodeExchange = z.output<typeof codeExchange>;

export const grantedToken = z
  .object({
    access_token: z.string().meta({ description: "The token itself, shown this once" }),
    token_type: z.literal("Bearer").meta({ description: "How it is sent: `Authorization: Bearer …`" }),
    expires_in: z.int().positive().meta({ description: "Seconds until it expires" }),
    scope: z.string().meta({ description: "Its scopes, with spaces between them" }),
  })
  .meta({ id: "GrantedToken" });
export type GrantedToken = z.infer<typeof grantedToken>;

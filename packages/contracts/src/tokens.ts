import { z } from "zod";
import { id, time } from "./ids.ts";
import { wholeNumber } from "./paging.ts";
import { isPlainLine, isWithin } from "./plain-text.ts";
import { LINE } from "./portable-patterns.ts";

/**
 * Scopes of a personal API token: `read` looks at the account, `trade` executes exchanges and announces deposits,
 * `withdraw` sends money out and keeps the bank accounts it goes to, `webhooks` keeps the addresses that events are
 * sent to. None includes another.
 */
export const TOKEN_SCOPES = ["read", "trade", "withdraw", "webhooks"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const TOKEN_LIMITS = { name: 60, addresses: 20, days: 3650, live: 20, procedures: 50 } as const;

const tokenName = z
  .string({ error: "Name is a required field" })
  .trim()
  .min(1, "Name is a required field")
  .refine((text) => isWithin(text, TOKEN_LIMITS.name), `Use at most ${TOKEN_LIMITS.name} characters`)
  .refine(isPlainLine, "Name is not valid.")
  .meta({ maxLength: TOKEN_LIMITS.name, pattern: LINE });

const ADDRESS_TEXT = "Enter an IP address or a CIDR range";

/** IPv4 or IPv6 addresses and CIDR ranges; none means any address. */
export const tokenAddresses = z
  .array(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: ADDRESS_TEXT }).meta({
      type: "string",
      description: "IPv4 or IPv6 address, or a range in CIDR notation",
      examples: ["203.0.113.0/24"],
    }),
    { error: ADDRESS_TEXT },
  )
  .max(TOKEN_LIMITS.addresses, `Name at most ${TOKEN_LIMITS.addresses} addresses`)
  .transform((addresses) => [...new Set(addresses)])
  .default([]);

const commonFields = {
  name: tokenName,
  addresses: tokenAddresses,
  /** Days from now; null or left out for a token that never expires. */
  expires_in_days: wholeNumber(1, TOKEN_LIMITS.days).nullish(),
};

/** The widest range of addresses of one owner, in bits of its prefix. */
const WIDEST = { ipv4: 16, ipv6: 32 } as const;

function isOfOneOwner(address: string): boolean {
  const [network = "", prefix] = address.split("/");
  return prefix === undefined || Number(prefix) >= (network.includes(":") ? WIDEST.ipv6 : WIDEST.ipv4);
}

/** Whether a list of addresses keeps out a thief elsewhere: it has some, and none is a range of half the internet. */
export const limitsPlaces = (addresses: readonly string[]): boolean =>
  addresses.length > 0 && addresses.every(isOfOneOwner);

/** Limits of which a token that may withdraw must have one. */
export const TOKEN_NEEDS_BOUND = "Choose an expiry or allow IP addresses";

/**
 * Whether a stolen token could move money from anywhere for ever.
 * @param token `expires_in_days` is null or left out for one that never expires
 */
export const isBoundless = (token: {
  readonly scopes: readonly string[];
  readonly addresses: readonly string[];
  readonly expires_in_days?: number | string | null | undefined;
}): boolean =>
  token.scopes.includes("withdraw") &&
  !limitsPlaces(token.addresses) &&
  (token.expires_in_days ?? null) === null;

/** A personal API token to be made. One of scope `withdraw` has an expiry or a list of addresses. */
export const tokenInput = z
  .object({
    ...commonFields,
    scopes: z
      .array(z.enum(TOKEN_SCOPES, { error: "Choose what the token can do" }), {
        error: "Choose what the token can do",
      })
      .min(1, "Choose what the token can do")
      .max(TOKEN_SCOPES.length * 4, "Choose what the token can do")
      .transform((scopes) => TOKEN_SCOPES.filter((scope) => scopes.includes(scope))),
  })
  .refine((token) => !isBoundless(token), { path: ["expires_in_days"], error: TOKEN_NEEDS_BOUND });
export type TokenInput = z.output<typeof tokenInput>;

/** An operators' service token to be made: it may call the named procedures and nothing else. */
export const serviceTokenInput = z.object({
  ...commonFields,
  procedures: z
    .array(z.string().regex(/^[A-Za-z]{1,40}(\.[A-Za-z]{1,40}){1,4}$/, "Use a name like ops.deposits.list"), {
      error: "Choose at least one procedure",
    })
    .min(1, "Choose at least one procedure")
    .max(TOKEN_LIMITS.procedures, `Name at most ${TOKEN_LIMITS.procedures} procedures`)
    .transform((names) => [...new Set(names)]),
});
export type ServiceTokenInput = z.output<typeof serviceTokenInput>;

const commonItem = {
  id,
  name: z.string(),
  /** The token's first characters, to tell it from others. */
  hint: z.string(),
  addresses: z.array(z.string()),
  created_at: time,
  expires_at: time.nullable(),
  /** When it was last used, to within ten minutes; null for never. */
  last_used_at: time.nullable(),
  last_used_ip: z.string().nullable(),
};

/** A token as its owner sees it after it was made: never the token itself. */
export const tokenItem = z
  .object({
    ...commonItem,
    scopes: z.array(z.enum(TOKEN_SCOPES)),
    app_id: id.nullable().describe("The app that its owner gave it to; null if it was made by hand"),
  })
  .meta({ id: "ApiToken" });
export type TokenItem = z.infer<typeof tokenItem>;

/** The token that a call shows: what it may do and until when. One of `scopes` and `procedures` is empty. */
export const currentToken = z
  .object({
    ...tokenItem.shape,
    procedures: z.array(z.string()),
  })
  .meta({ id: "CurrentToken" });
export type CurrentToken = z.infer<typeof currentToken>;

const secret = z.string().meta({ description: "The token itself, shown this once" });

export const createdToken = tokenItem.extend({ token: secret }).meta({ id: "CreatedApiToken" });
export type CreatedToken = z.infer<typeof createdToken>;

export const serviceTokenItem = z
  .object({ ...commonItem, procedures: z.array(z.string()), created_by: z.string() })
  .meta({ id: "ServiceToken" });
export type ServiceTokenItem = z.infer<typeof serviceTokenItem>;

export const createdServiceToken = serviceTokenItem
  .extend({ token: secret })
  .meta({ id: "CreatedServiceToken" });
export type CreatedServiceToken = z.infer<typeof createdServiceToken>;

export const endedTokens = z.object({ ended: z.int() });

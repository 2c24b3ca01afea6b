import { isIP } from "node:net";
import { parseDataKeys } from "@wattle/db/sealed/data-key";
import { CHAIN_NAMES } from "@wattle/bitcoin/chains";
import { z } from "zod";
import { VENUES } from "@wattle/contracts/choices";
import { CAPTCHA_PROVIDERS } from "@wattle/contracts/captcha";
import { IDENTITY_PROVIDERS } from "@wattle/contracts/identity-checks";
import { NETWORKS, type Network } from "@wattle/contracts/networks";
import { ONRAMP_PROVIDERS } from "@wattle/contracts/onramp";
import { TAX_RESIDENCE_MODES } from "@wattle/contracts/tin-rules";
import { parseQueueTargets, QUEUE_TARGETS_TAKE, type QueueTargets } from "./queue-targets.ts";

const RATE_SOURCES = ["simulated", "convert", "kraken"] as const;
export type RateSourceName = (typeof RATE_SOURCES)[number];

const wholeNumber = (from: number, to: number) => {
  const takes = `a whole number from ${from} to ${to}`;
  return z
    .string(takes)
    .regex(/^\d{1,10}$/, takes)
    .transform(Number)
    .pipe(z.int(takes).min(from, takes).max(to, takes));
};

const flag = z
  .enum(["true", "false", "1", "0"], "true or false")
  .transform((text) => text === "true" || text === "1");

const PROXIES = "false, a number of proxies from 1 to 9, or addresses such as 10.0.0.0/8,2001:db8::1";

/** An address or a range of them, as `address/bits`; not all there are, which would let clients write the header. */
function isAddressRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  const length = /^\d{1,3}$/.test(bits) ? Number.parseInt(bits, 10) : 0;
  return length > 0 && length <= (version === 4 ? 32 : 128);
}

/**
 * Proxies whose `X-Forwarded-For` is believed, read from its right end: none, so many in front, or those with these
 * addresses. `true` is one proxy: believing the whole header would let clients write it.
 */
const trustedProxies = z.string(PROXIES).transform((text, context): false | number | readonly string[] => {
  if (text === "false" || text === "0") return false;
  if (text === "true") return 1;
  if (/^[1-9]$/.test(text)) return Number.parseInt(text, 10);
  const ranges = text.split(",").map((range) => range.trim());
  if (ranges.every(isAddressRange)) return ranges;
  context.addIssue({ code: "custom", message: PROXIES });
  return z.NEVER;
});

const queueTargets = z.string(QUEUE_TARGETS_TAKE).transform((text, context): QueueTargets => {
  const targets = parseQueueTargets(text);
  if (targets !== undefined) return targets;
  context.addIssue({ code: "custom", message: QUEUE_TARGETS_TAKE });
  return z.NEVER;
});

const CORS_TAKES = "* or origins such as https://example.com,https://app.example.com";

const LIMIT_STORES = "memory:, database: or redis://…";

const httpUrl = z
  .url({ protocol: /^https?$/, error: "an http or https address" })
  .transform((text) => text.replace(/\/+$/, ""));

const origin = httpUrl.refine(
  (text) => new URL(text).origin === text,
  "an origin without a path, such as https://example.com",
);

/** Wallets to which a provider delivers bought coins: nothing, or `CODE:address` pairs. */
const WALLETS = /^(?:\s*[A-Z]{3,5}:[A-Za-z0-9]{20,100}\s*(?:,|$))*$/;

/** One key of `DATA_KEYS`. */
export const DATA_KEYS_TAKES = "id:base64,… with 32 bytes each";

/** Keys, the first of which encrypts. @param takes what the variable is made of */
const keyList = (takes: string) =>
  z.string(takes).transform((text, context) => {
    try {
      return parseDataKeys(text);
    } catch (error) {
      const what = error instanceof RangeError ? error.message : "it cannot be read";
      context.addIssue(`${takes}: ${what}`);
      return z.NEVER;
    }
  });

const TIME_ZONE_TAKES = "a time zone such as Australia/Sydney";

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
/** In the home currency. */
const homeAmount = z
  .string("an amount such as 10000.00")
  .regex(/^\d{1,12}(\.\d{1,2})?$/, "an amount such as 10000.00");

/** Nodes of a chain, or the demo's own chain. @param takes what the variable is made of */
const chainNodes = (takes: string) =>
  z
    .string(takes)
    .transform((text) => (text === "play" ? text : text.split(",").map((node) => node.trim())))
    .refine((nodes) => nodes === "play" || nodes.every((node) => httpUrl.safeParse(node).success), takes);

const EXPLORERS_TAKE = "an http or https address, or bitcoin=https://…, ethereum=https://…";

/** Block explorers by network. An address without a network is Bitcoin's. */
const explorers = z
  .string(EXPLORERS_TAKE)
  .transform((text, context): Readonly<Partial<Record<Network, string>>> => {
    const found: Partial<Record<Network, string>> = {};
    for (const part of text.split(",").flatMap((each) => each.trim() || [])) {
      const [, name = "bitcoin", address] = /^(?:([a-z]+)=)?(.*)$/.exec(part) ?? [];
      const network = NETWORKS.find((known) => known === name);
      const url = httpUrl.safeParse(address);
      if (network === undefined || !url.success || network in found) {
        context.addIssue({ code: "custom", message: EXPLORERS_TAKE });
        return z.NEVER;
      }
      found[network] = url.data;
    }
    return found;
  });

const COIN_LARGE_TAKES = "amounts of coins such as 1.0 BTC, 20 ETH";

const SIGNING_TIMES_TAKE = "times such as 10:00,16:00";

const APP_SECRET_TAKES = "at least 32 characters, or new,old of so many each";

/** All variables, each on its own. */
export const environment = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"], "development, production or test")
    .default("development"),
  HOST: z.string("a host name or address").min(1, "a host name or address").default("localhost"),
  PORT: wholeNumber(0, 65_535).default(3000),
  STOP_DELAY: wholeNumber(0, 60).optional(),
  METRICS_HOST: z.string("a host name or address").min(1, "a host name or address").default("127.0.0.1"),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  /** Read by the exporter itself. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string("name=value, by commas").optional(),
  OTEL_SERVICE_NAME: z.string("a name").default("wattle"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number("a number from 0 to 1").min(0).max(1).default(1),
  DATABASE_URL: z
    .string("sqlite:PATH or postgres://…")
    .regex(/^(sqlite:(?!:).+|postgres(ql)?:\/\/.+)$/, "sqlite:PATH or postgres://…")
    .default("sqlite:./data/wattle.db"),
  MIGRATION_DATABASE_URL: z
    .string("postgres://…")
    .regex(/^postgres(ql)?:\/\/.+$/, "postgres://…")
    .optional(),
  READ_DATABASE_URL: z
    .string("postgres://…")
    .regex(/^postgres(ql)?:\/\/.+$/, "postgres://…")
    .optional(),
  DEMO: flag.optional(),
  APP_ORIGIN: origin.optional(),
  APP_SECRET: z
    .string(APP_SECRET_TAKES)
    .transform((text) => text.split(",").map((secret) => secret.trim()))
    .pipe(
      z.tuple([z.string().min(32, APP_SECRET_TAKES)], z.string().min(32, APP_SECRET_TAKES), APP_SECRET_TAKES),
    )
    .optional(),
  DATA_KEYS: keyList(DATA_KEYS_TAKES).optional(),
  BACKUP_KEY: keyList(DATA_KEYS_TAKES).optional(),
  BACKUP_TARGET: wholeNumber(1, 1000).default(26),
  TRUST_PROXY: trustedProxies.default(false),
  CORS_ORIGINS: z
    .string(CORS_TAKES)
    .default("")
    .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
    .pipe(z.array(z.union([z.literal("*"), origin], CORS_TAKES))),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "silent"], "fatal, error, warn, info, debug or silent")
    .optional(),
  BRAND_FILE: z.string("the path of a JSON file").optional(),
  RATE_SOURCE: z
    .string()
    .default("simulated")
    .transform((text) => text.split(",").map((name) => name.trim()))
    .pipe(
      z
        .array(z.enum(RATE_SOURCES, "a comma-separated list of simulated, convert, kraken"))
        .min(1, "a comma-separated list of simulated, convert, kraken")
        .refine(
          (names) => !names.slice(1).includes("simulated"),
          "sources of real prices, or simulated in front: invented prices are never a fallback",
        ),
    ),
  SIMULATED_SEED: z.string("any text").default("wattle"),
  CONVERT_URL: httpUrl.default("https://api.exchangerate.host/convert"),
  CONVERT_ACCESS_KEY: z.string("the access key of the convert service").optional(),
  KRAKEN_URL: httpUrl.default("https://api.kraken.com"),
  VENUES: z.enum(VENUES, "play or kraken").optional(),
  KRAKEN_API_URL: httpUrl.default("https://api.kraken.com"),
  KRAKEN_API_KEY: z.string("the API key").optional(),
  KRAKEN_API_SECRET: z
    .string("the API secret, in base64")
    .regex(/^[A-Za-z0-9+/]{20,}={0,2}$/, "the API secret, in base64")
    .optional(),
  MAIL_URL: z
    .string("outbox: or smtp://…")
    .regex(/^(outbox:|smtps?:\/\/[^/?#]+\/?(\?tls=(optional|required))?)$/, "outbox: or smtp://…")
    .refine((text) => URL.canParse(text), "outbox: or smtp://…")
    .default("outbox:"),
  MAIL_FROM: z.string("an email address").optional(),
  CAPTCHA_PROVIDER: z.enum(CAPTCHA_PROVIDERS, "altcha, recaptcha or none").default("altcha"),
  RECAPTCHA_SITE_KEY: z.string("the site key").optional(),
  RECAPTCHA_SECRET_KEY: z.string("the secret key").optional(),
  RECAPTCHA_URL: httpUrl.default("https://www.google.com/recaptcha/api/siteverify"),
  IDENTITY_PROVIDER: z.enum(IDENTITY_PROVIDERS, "sumsub or nothing").optional(),
  SUMSUB_APP_TOKEN: z.string("the app token").optional(),
  SUMSUB_SECRET_KEY: z.string("the app token's secret key").optional(),
  SUMSUB_WEBHOOK_SECRET: z.string("the webhook's secret key").optional(),
  SUMSUB_LEVEL: z.string("the name of a verification level").optional(),
  SUMSUB_API_URL: httpUrl.default("https://api.sumsub.com"),
  ONRAMP_PROVIDER: z.enum(ONRAMP_PROVIDERS, "sandbox or transak").default("sandbox"),
  TRANSAK_API_KEY: z.string("the API key").optional(),
  TRANSAK_API_SECRET: z.string("the API secret").optional(),
  TRANSAK_WALLETS: z
    .string()
    .regex(WALLETS, "currencies and addresses such as BTC:bc1q…,ETH:0x…")
    .default("")
    .transform((text): Readonly<Record<string, string>> =>
      Object.fromEntries(
        text.split(",").flatMap((pair) => {
          const [code, address] = pair.split(":");
          return code === undefined || address === undefined ? [] : [[code.trim(), address.trim()]];
        }),
      ),
    ),
  TRANSAK_API_URL: httpUrl.default("https://api.transak.com"),
  TRANSAK_GATEWAY_URL: httpUrl.default("https://api-gateway.transak.com"),
  BITCOIN_NODE: chainNodes("play, or http://user:password@host:8332 of each node, by commas").optional(),
  BITCOIN_CHAIN: z.enum(CHAIN_NAMES, "main, test, signet or regtest").default("main"),
  ETHEREUM_NODES: chainNodes("play, or http://host:8545 of each node, by commas").optional(),
  ETHEREUM_CHAIN_ID: wholeNumber(1, 4_294_967_295).default(1),
  COIN_LARGE: z
    .string(COIN_LARGE_TAKES)
    .regex(/^(?:\d+(?:\.\d{1,8})? [A-Z][A-Z0-9]{1,9}(?:, ?|$))+$/, COIN_LARGE_TAKES)
    .default("1.0 BTC, 20 ETH")
    .transform((text): Readonly<Record<string, string>> =>
      Object.fromEntries(
        text.split(",").flatMap((part) => {
          const [amount, code] = part.trim().split(" ");
          return amount === undefined || code === undefined ? [] : [[code, amount]];
        }),
      ),
    ),
  COIN_SIGNING_TIMES: z
    .string(SIGNING_TIMES_TAKE)
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d(?:, ?(?:[01]\d|2[0-3]):[0-5]\d)*$/, SIGNING_TIMES_TAKE)
    .default("10:00,16:00")
    .transform((text): readonly string[] => text.split(/, ?/).toSorted()),
  EXPLORER_URL: explorers.prefault(""),
  PLAY_BLOCK_SECONDS: wholeNumber(0, 86_400).default(20),
  LIMITS_URL: z
    .string(LIMIT_STORES)
    .regex(/^(?:memory:|database:|rediss?:\/\/.+)$/, LIMIT_STORES)
    .optional(),
  TIME_ZONE: z.string(TIME_ZONE_TAKES).refine(isTimeZone, TIME_ZONE_TAKES).default("Australia/Sydney"),
  RATE_LIMIT: wholeNumber(1, 100_000_000).default(600),
  ACCOUNT_SHARE: wholeNumber(1, 100).default(10),
  WATTLE_OPS_TOKEN: z.string("a service token, wat_…").optional(),
  WEBHOOK_PRIVATE_ADDRESSES: flag.optional(),
  XDG_STATE_HOME: z.string("a folder").optional(),
  RETENTION_YEARS: wholeNumber(0, 100).default(7),
  UPLOAD_DIR: z.string("a folder").default("./data/uploads"),
  ADJUSTMENT_LIMIT: homeAmount.default("100000.00"),
  AUTO_CREDIT: flag.default(false),
  BANK_INBOX: z.string("a folder").optional(),
  TAX_RESIDENCE: z.enum(TAX_RESIDENCE_MODES, "off, ask or required").default("off"),
  GST_PERCENT: wholeNumber(0, 100).default(10),
  STAFF_SECOND_FACTOR: z.enum(["required", "optional"], "required or optional").optional(),
  STAFF_COPIES_DAILY: wholeNumber(1, 100_000).default(20),
  STAFF_DOCUMENTS_DAILY: wholeNumber(1, 100_000).default(200),
  APPROVALS: z.enum(["required", "off"], "required or off").default("required"),
  APPROVAL_LIMIT: homeAmount.default("10000.00"),
  APPROVAL_DAILY_LIMIT: homeAmount.default("50000.00"),
  GEOIP_DB: z.string("a file").optional(),
  TRAVEL_PROVIDERS: z
    .string("names, separated by commas")
    .transform((text): readonly string[] => text.split(",").flatMap((part) => part.trim() || []))
    .prefault(""),
  QUEUE_TARGETS: queueTargets.prefault(
    "identities=24,bank_lines=24,withdrawals=24,coin_payouts=24,closed_balances=72,approvals=24,enquiries=24",
  ),
});
export type Environment = z.output<typeof environment>;

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environment.shape);

/**
 * Transak (docs.transak.com, "Mandatory Migration to API-Based Widget URL" and "How to Decrypt the Webhook Payload"):
 * a partner access token from `refresh-token`, a single-use `widgetUrl` from `auth/session`, and webhooks whose `data` is a
 * JWT signed with the access token. Written from the documentation and tested against a stand-in of these two calls;
 * no one has proven it against the live service yet.
 */
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { createHmac, timingSafeEqual } from "node:crypto";
import { formatAmount, toAmount } from "@wattle/exchange-core/amount";
import { decimalTextOfJsonNumber } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/contracts/markets";
import { DomainError } from "@wattle/contracts/errors";
import { JsonNumber } from "@wattle/contracts/money";
import type { OnrampStatus } from "@wattle/contracts/onramp";
import type { Database } from "@wattle/db/database";
import { insertOnrampToken, listOnrampTokens } from "@wattle/db/onramp";
import type { OnrampAccessToken } from "@wattle/db/tables";
import type { Vault } from "@wattle/db/sealed/vault";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { Clock, Ids } from "../clock.ts";
import { parseJsonBody } from "../json-body.ts";
import { TOLERANCE_SECONDS, type OnrampProvider } from "./provider.ts";

/** Order statuses as Transak's documentation lists them. */
type TransakStatus =
  | "AWAITING_PAYMENT_FROM_USER"
  | "PAYMENT_DONE_MARKED_BY_USER"
  | "PROCESSING"
  | "PENDING_DELIVERY_FROM_TRANSAK"
  | "ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK"
  | "COMPLETED"
  | "EXPIRED"
  | "FAILED"
  | "CANCELLED"
  | "REFUNDED";

export const TRANSAK_STATUSES = {
  AWAITING_PAYMENT_FROM_USER: "pending",
  PAYMENT_DONE_MARKED_BY_USER: "pending",
  PROCESSING: "pending",
  PENDING_DELIVERY_FROM_TRANSAK: "pending",
  ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK: "pending",
  COMPLETED: "completed",
  EXPIRED: "expired",
  FAILED: "failed",
  CANCELLED: "cancelled",
  REFUNDED: "refunded",
} as const satisfies Record<TransakStatus, OnrampStatus>;

const isTransakStatus = (status: string): status is TransakStatus => Object.hasOwn(TRANSAK_STATUSES, status);

/** An access token is replaced when it has less than this left. */
const RENEWAL_MILLISECONDS = 10 * 60 * 1000;
/** Webhooks on their way when a token is replaced are signed with the former one. */
const TOKENS_ACCEPTED = 5;
const CALL_TIMEOUT_MILLISECONDS = 10_000;

const refreshAnswer = z.object({
  data: z.object({ accessToken: z.string().min(1), expiresAt: z.number().positive() }),
});
const sessionAnswer = z.object({ data: z.object({ widgetUrl: z.url({ protocol: /^https?$/ }) }) });
const webhookBody = z.object({ data: z.string().max(60_000) });

const amountText = z
  .union([z.string(), z.instanceof(JsonNumber)])
  .transform((value) =>
    value instanceof JsonNumber ? (decimalTextOfJsonNumber(value.source) ?? "") : value,
  );
const orderEvent = z.object({
  eventID: z.string().max(100),
  webhookData: z.object({
    id: z.string().min(1).max(100),
    status: z.string().max(60),
    partnerOrderId: z.string().min(1).max(64),
    fiatCurrency: z.string(),
    fiatAmount: amountText,
    cryptoCurrency: z.string(),
    cryptoAmount: amountText.nullish(),
  }),
});

/** Decoded part of a JWT; undefined if it is no JSON object. Numbers keep their text. */
function partOf(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value = parseJsonBody(Buffer.from(text ?? "", "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Whole seconds of a claim such as `iat`. */
function secondsOf(claim: unknown): number | undefined {
  const seconds = claim instanceof JsonNumber ? Number.parseInt(claim.source, 10) : Number.NaN;
  return Number.isSafeInteger(seconds) ? seconds : undefined;
}

/**
 * The claims of a JWT signed with HS256 (and no other algorithm) by one of the tokens.
 * @throws DomainError `unauthenticated`
 */
function verifyTransakJwt(
  jwt: string,
  tokens: readonly string[],
  now: number,
): Readonly<Record<string, unknown>> {
  const [header, payload, signature, ...rest] = jwt.split(".");
  const given = Buffer.from(signature ?? "", "base64url");
  const genuine =
    rest.length === 0 &&
    partOf(header)?.["alg"] === "HS256" &&
    tokens.some((token) => {
      const expected = createHmac("sha256", token).update(`${header}.${payload}`).digest();
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  const claims = genuine ? partOf(payload) : undefined;
  if (claims === undefined)
    throw new DomainError("unauthenticated", { message: OWN_MESSAGES.wrongSignature });
  const [issued, expires] = [secondsOf(claims["iat"]), secondsOf(claims["exp"])];
  const seconds = now / 1000;
  const stale = issued !== undefined && Math.abs(seconds - issued) > TOLERANCE_SECONDS;
  if (stale || (expires !== undefined && seconds >= expires)) {
    throw new DomainError("unauthenticated", { message: OWN_MESSAGES.oldSignature });
  }
  return claims;
}

interface TransakParts {
  readonly apiUrl: string;
  readonly gatewayUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Wallets that bought coins are delivered to, by currency code. */
  readonly wallets: Readonly<Record<string, string>>;
  readonly origin: string;
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: FastifyBaseLogger;
}

/** Transak's keys: its API opens a checkout by them, and its webhooks are signed with the tokens. */
function createTransakApi(parts: TransakParts) {
  const { apiUrl, gatewayUrl, apiKey, apiSecret, database, vault, clock, ids, log } = parts;

  /** @returns the parsed answer, or the status if it is no success */
  async function post<T>(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: object,
    schema: z.ZodType<T>,
  ): Promise<T | number> {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json", ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MILLISECONDS),
      });
      if (!response.ok) return response.status;
      return schema.parse(await response.json());
    } catch (cause) {
      log.warn({ err: cause }, "the payment provider gave no usable answer");
      throw unavailable();
    }
  }

  const tokenOf = ({ id, token }: OnrampAccessToken): string =>
    vault.open("onramp_access_tokens.token", id, token);

  /** A new token; the former ones stay known, for the webhooks they have signed. */
  async function renew(): Promise<OnrampAccessToken> {
    const url = `${apiUrl}/partners/api/v2/refresh-token`;
    const answer = await post(url, { "api-secret": apiSecret }, { apiKey }, refreshAnswer);
    if (typeof answer === "number") {
      log.error({ status: answer }, "the payment provider refused our key");
      throw unavailable();
    }
    const id = ids.uuid();
    const row: OnrampAccessToken = {
      id,
      token: vault.seal("onramp_access_tokens.token", id, answer.data.accessToken),
      expires_at: BigInt(Math.trunc(answer.data.expiresAt)) * 1000n,
      created_at: BigInt(clock.now()),
    };
    await database.write((tx) => insertOnrampToken(tx, row));
    return row;
  }

  async function currentToken(): Promise<OnrampAccessToken> {
    const [newest] = await listOnrampTokens(database.read, 1);
    const usable = newest !== undefined && newest.expires_at > BigInt(clock.now() + RENEWAL_MILLISECONDS);
    return usable ? newest : renew();
  }

  /** Opens a checkout. @returns its address, which opens once */
  async function openSession(body: object): Promise<string> {
    const ask = async (row: OnrampAccessToken) =>
      post(`${gatewayUrl}/api/v2/auth/session`, { "access-token": tokenOf(row) }, body, sessionAnswer);
    let answer = await ask(await currentToken());
    // Another process has asked for a token meanwhile, which ends ours.
    if (answer === 401 || answer === 403) answer = await ask(await renew());
    if (typeof answer === "number") {
      log.error({ status: answer }, "the payment provider refused to open a checkout");
      throw unavailable();
    }
    return answer.data.widgetUrl;
  }

  return {
    openSession,
    /** The tokens whose signature is accepted. */
    webhookTokens: async () => (await listOnrampTokens(database.read, TOKENS_ACCEPTED)).map(tokenOf),
  };
}

const unavailable = (): DomainError =>
  new DomainError("service_unavailable", { message: OWN_MESSAGES.cardAway });

export function createTransak(parts: TransakParts): OnrampProvider {
  const { apiKey, wallets, origin, clock } = parts;
  const api = createTransakApi(parts);

  return {
    name: "transak",
    async open(order, returnUrl) {
      const fiat = currencyOf(order.fiat_currency);
      if (fiat === undefined) throw new DomainError("currency_inactive");
      const walletAddress = wallets[order.crypto_currency];
      if (walletAddress === undefined) throw unavailable();
      const body = {
        widgetParams: {
          apiKey,
          referrerDomain: new URL(origin).hostname,
          productsAvailed: "BUY",
          fiatCurrency: fiat.code,
          fiatAmount: formatAmount(toAmount(order.fiat_amount, fiat), fiat),
          cryptoCurrencyCode: order.crypto_currency,
          walletAddress,
          disableWalletAddressForm: true,
          partnerOrderId: order.id,
          ...(order.user_id !== null && { partnerCustomerId: order.user_id }),
          redirectURL: returnUrl,
        },
      };
      return { url: await api.openSession(body) };
    },
    async read({ body }) {
      const parsed = webhookBody.safeParse(parseJsonBody(body));
      if (!parsed.success) throw new DomainError("bad_request");
      const claims = verifyTransakJwt(parsed.data.data, await api.webhookTokens(), clock.now());
      const event = orderEvent.safeParse(claims);
      // Transak also sends events about identity checks, which are none of an order's.
      if (!event.success || !isTransakStatus(event.data.webhookData.status)) return undefined;
      const { eventID, webhookData: order } = event.data;
      return {
        // An event has no identifier of its own: the same news of the same order is the same event.
        id: `${order.id}:${eventID}:${order.status}`,
        orderId: order.partnerOrderId,
        providerOrderId: order.id,
        status: TRANSAK_STATUSES[order.status as TransakStatus],
        fiatAmount: order.fiatAmount,
        fiatCurrency: order.fiatCurrency,
        cryptoAmount: order.cryptoAmount ?? null,
        cryptoCurrency: order.cryptoCurrency,
      };
    },
  };
}

import { ONRAMP_STATUSES } from "@wattle/contracts/choices";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { toAmount } from "@wattle/exchange-core/amount";
import { convert, prepareConversion } from "@wattle/exchange-core/convert";
import { currencyOf } from "@wattle/contracts/markets";
import { parseFeePercent } from "@wattle/exchange-core/fee";
import { invertRate } from "@wattle/exchange-core/rate";
import { DomainError } from "@wattle/contracts/errors";
import type { OnrampOrderRow } from "@wattle/db/tables";
import { z } from "zod";
import type { Clock, Ids } from "../clock.ts";
import { RateUnavailableError, type RateService } from "../prices/rate-service.ts";
import { TOLERANCE_SECONDS, type OnrampProvider } from "./provider.ts";

export const SIGNATURE_HEADER = "x-sandbox-signature";
/** The sandbox's fee, similar to that of card payments. */
export const SANDBOX_FEE_PERCENT = "3.5";
const CHECKOUT_TOKEN_BYTES = 24;

const sandboxEvent = z.object({
  id: z.string().min(1).max(100),
  order_id: z.string().min(1).max(64),
  sandbox_order_id: z.string().min(1).max(100),
  status: z.enum(ONRAMP_STATUSES),
  fiat: z.object({ amount: z.string(), currency: z.string() }),
  crypto: z.object({ amount: z.string().nullable(), currency: z.string() }),
});
/** Body of a sandbox webhook. */
export type SandboxEvent = z.infer<typeof sandboxEvent>;

/** How a checkout token is stored. */
export const checkoutHash = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The key that signs the sandbox's webhooks, derived so that it serves nothing else. */
export const sandboxKey = (appSecret: string): Buffer =>
  createHmac("sha256", appSecret).update("onramp sandbox webhooks").digest();

const macOf = (key: Buffer, seconds: string, body: string): Buffer =>
  createHmac("sha256", key).update(`${seconds}.${body}`).digest();

/** The signature header of a body: `t=<Unix seconds>,v1=<HMAC-SHA-256 of "t.body", hex>`. */
export function signSandboxBody(key: Buffer, body: string, epochMilliseconds: number): string {
  const seconds = String(Math.floor(epochMilliseconds / 1000));
  return `t=${seconds},v1=${macOf(key, seconds, body).toString("hex")}`;
}

const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** @throws DomainError `unauthenticated` */
function checkSignature(key: Buffer, header: string | undefined, body: string, now: number): void {
  const [, seconds, mac] = SIGNATURE.exec(header ?? "") ?? [];
  if (
    seconds === undefined ||
    mac === undefined ||
    !timingSafeEqual(macOf(key, seconds, body), Buffer.from(mac, "hex"))
  ) {
    throw new DomainError("unauthenticated", { message: OWN_MESSAGES.wrongSignature });
  }
  if (Math.abs(now / 1000 - Number(seconds)) > TOLERANCE_SECONDS) {
    throw new DomainError("unauthenticated", { message: OWN_MESSAGES.oldSignature });
  }
}

interface SandboxParts {
  readonly origin: string;
  readonly key: Buffer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly rates: RateService;
}

/**
 * A payment provider of our own, for demonstrations and tests: the checkout is a page of ours, no money moves, and its
 * webhooks take the same way as a stranger's.
 */
export function createSandbox({ origin, key, clock, ids, rates }: SandboxParts): OnrampProvider {
  /** Coins of the customer: the price less the sandbox's fee, rounded down. */
  async function quote({ fiat_amount, fiat_currency, crypto_currency }: OnrampOrderRow): Promise<bigint> {
    const [from, to] = [currencyOf(fiat_currency), currencyOf(crypto_currency)];
    const fee = parseFeePercent(SANDBOX_FEE_PERCENT);
    if (from === undefined || to === undefined || fee === undefined)
      throw new DomainError("currency_inactive");
    try {
      const { ask } = await rates.current(to.code, from.code);
      return convert(
        toAmount(fiat_amount, from),
        prepareConversion({ from, to, rate: invertRate(ask), fee }),
      );
    } catch (cause) {
      if (cause instanceof RateUnavailableError) throw new DomainError("rate_unavailable");
      throw cause;
    }
  }

  return {
    name: "sandbox",
    async open(order, returnUrl) {
      const token = ids.token(CHECKOUT_TOKEN_BYTES);
      const url = new URL(`/onramp/sandbox/${token}`, origin);
      url.searchParams.set("return", new URL(returnUrl).pathname + new URL(returnUrl).search);
      return { url: url.href, checkoutHash: checkoutHash(token), quotedAmount: await quote(order) };
    },
    async read({ body, header }) {
      checkSignature(key, header(SIGNATURE_HEADER), body, clock.now());
      let json: unknown;
      try {
        json = JSON.parse(body);
      } catch {
        throw new DomainError("malformed_json");
      }
      const parsed = sandboxEvent.safeParse(json);
      if (!parsed.success) throw new DomainError("bad_request");
      const { id, order_id, sandbox_order_id, status, fiat, crypto } = parsed.data;
      return {
        id,
        orderId: order_id,
        providerOrderId: sandbox_order_id,
        status,
        fiatAmount: fiat.amount,
        fiatCurrency: fiat.currency,
        cryptoAmount: crypto.amount,
        cryptoCurrency: crypto.currency,
      };
    },
  };
}

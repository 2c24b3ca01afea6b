import type { OnrampStatus } from "@wattle/contracts/onramp";
import type { OnrampOrderRow } from "@wattle/db/tables";

/** A provider's news of an order, in our words. Amounts are decimal text as the provider wrote it. */
export interface ProviderEvent {
  /** The provider's own name of the event: the same one is taken once. */
  readonly id: string;
  /** Our order's id. */
  readonly orderId: string;
  readonly providerOrderId: string;
  readonly status: OnrampStatus;
  readonly fiatAmount: string;
  readonly fiatCurrency: string;
  /** Null until the provider knows it. */
  readonly cryptoAmount: string | null;
  readonly cryptoCurrency: string;
}

/** A webhook request exactly as it arrived: the body is what was signed, byte for byte. */
interface WebhookRequest {
  readonly body: string;
  /** The value of a header, undefined if there is none. */
  readonly header: (name: string) => string | undefined;
}

/** The customer's payment page, and the facts of it that the order keeps. */
interface Checkout {
  /** Opens once. */
  readonly url: string;
  readonly checkoutHash?: string;
  /** Promised amount, smallest units of the crypto currency. */
  readonly quotedAmount?: bigint;
}

/** Someone who sells coins against cards and wallets, and reports by webhook what has happened to each order. */
export interface OnrampProvider {
  readonly name: OnrampOrderRow["provider"];
  /**
   * Opens a checkout for an order.
   * @param returnUrl where the customer comes back to
   * @throws DomainError `service_unavailable`, `rate_unavailable`
   */
  open(order: OnrampOrderRow, returnUrl: string): Promise<Checkout>;
  /**
   * Reads a webhook after its signature was found genuine and fresh.
   * @returns undefined for one that is not about an order's status
   * @throws DomainError `unauthenticated` for a signature that does not hold or is too old; `bad_request`
   */
  read(request: WebhookRequest): Promise<ProviderEvent | undefined>;
}

/** A signed message older or newer than this is refused, so that a recorded one cannot be played again. */
export const TOLERANCE_SECONDS = 5 * 60;

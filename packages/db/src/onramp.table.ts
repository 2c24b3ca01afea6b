import type { OnrampProvider, OnrampStatus } from "@wattle/contracts/onramp";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import type { Selectable, Updateable } from "kysely";
import type { Epoch, JsonText } from "./columns/column-types.ts";
import { INNER, MONEY, NAMES_NO_ONE, SECRET, STAFF, STATE, WHEN, gone } from "./columns/decisions.ts";
import { apart, table } from "./columns/table.ts";
import { below, own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

interface OnrampOrdersTable {
  id: string;
  /** The customer; null for an order of the public test page, which credits no one. */
  user_id: string | null;
  provider: OnrampProvider;
  status: OnrampStatus;
  /** Amount that the customer pays the provider, smallest units. */
  fiat_amount: bigint;
  fiat_currency: string;
  crypto_currency: string;
  /** Amount that has arrived, smallest units; null until then. */
  crypto_amount: bigint | null;
  provider_order_id: string | null;
  /** SHA-256 (hex) of the sandbox's checkout token. */
  checkout_hash: string | null;
  /** Amount that the sandbox's checkout promises, smallest units. */
  quoted_amount: bigint | null;
  transaction_id: string | null;
  /** Why it waits for an operator, or what the operator decided. */
  note: InternalNote | null;
  created_at: Epoch;
  updated_at: Epoch;
}

export const onrampOrders = table<OnrampOrdersTable>({
  whose: own,
  key: ["id"],
  copy: { file: "card-orders", about: "Coins you bought by card" },
  erasure: { by: "column" },
  columns: {
    id: ["text", NAMES_NO_ONE],
    user_id: [INNER, NAMES_NO_ONE],
    provider: ["text", STATE],
    status: ["text", STATE],
    fiat_amount: [{ amountIn: "fiat_currency" }, MONEY],
    fiat_currency: ["text", MONEY],
    crypto_currency: ["text", MONEY],
    crypto_amount: [{ amountIn: "crypto_currency" }, MONEY],
    provider_order_id: ["text", { kept: "keeps a payment from being credited twice" }],
    checkout_hash: [SECRET, gone(null)],
    quoted_amount: [{ amountIn: "crypto_currency" }, MONEY],
    transaction_id: ["text", MONEY],
    note: [STAFF, gone(null)],
    created_at: ["time", WHEN],
    updated_at: ["time", WHEN],
  },
});

export type OnrampOrderRow = Selectable<OnrampOrdersTable>;
export type OnrampOrderChanges = Updateable<
  Omit<OnrampOrdersTable, "id" | "user_id" | "status" | "created_at">
>;

interface OnrampEventsTable {
  id: string;
  provider: OnrampProvider;
  /** The provider's own name for it: the same event is taken once. */
  event_id: string;
  order_id: string;
  payload: JsonText;
  outcome: "applied" | "ignored" | "review" | "order unknown";
  received_at: Epoch;
}

export const onrampEvents = table<OnrampEventsTable>({
  whose: below("order_id", "onramp_orders"),
  key: ["id"],
  copy: { file: "card-order-events", about: "What the card provider said of them" },
  erasure: { by: "column" },
  columns: {
    id: ["text", NAMES_NO_ONE],
    provider: ["text", STATE],
    event_id: ["text", { kept: "keeps an event from being taken twice" }],
    order_id: ["text", MONEY],
    payload: ["json", gone("{}")],
    outcome: ["text", STATE],
    received_at: ["time", WHEN],
  },
});

export type OnrampEventRow = Selectable<OnrampEventsTable>;

interface OnrampAccessTokensTable {
  id: string;
  token: Sealed<"onramp_access_tokens.token">;
  expires_at: Epoch;
  created_at: Epoch;
}

export const onrampAccessTokens = apart<OnrampAccessTokensTable>("the installation's keys");

export type OnrampAccessToken = Selectable<OnrampAccessTokensTable>;

import type { OnrampOrder, OnrampOrderFile } from "@wattle/contracts/onramp";
import type { OnrampOrderRow } from "@wattle/db/tables";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";

/** A stored order as its customer sees it. */
export function orderOfRow(row: OnrampOrderRow): OnrampOrder {
  return {
    id: row.id,
    provider: row.provider,
    status: row.status,
    fiat_amount: amountText(row.fiat_amount, row.fiat_currency),
    fiat_currency: row.fiat_currency,
    crypto_currency: row.crypto_currency,
    crypto_amount: row.crypto_amount === null ? null : amountText(row.crypto_amount, row.crypto_currency),
    transaction_id: row.transaction_id,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

/** A stored order as the desk sees it. */
export function orderFileOfRow(row: OnrampOrderRow): OnrampOrderFile {
  const { user_id, provider_order_id, note } = row;
  return { ...orderOfRow(row), customer_id: user_id, provider_order_id, note };
}

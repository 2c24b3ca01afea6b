import type { AlertDirection } from "@wattle/contracts/alerts";
import type { Selectable } from "kysely";
import type { DecimalText, Epoch } from "./columns/column-types.ts";
import { CHOSEN, INNER } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

interface PriceAlertsTable {
  id: string;
  user_id: string;
  symbol: string;
  /** The currency of the price. */
  currency: string;
  direction: AlertDirection;
  price: DecimalText;
  created_at: Epoch;
  /** Both null while it waits. */
  reached_at: Epoch | null;
  reached_price: DecimalText | null;
}

export const priceAlerts = table<PriceAlertsTable>({
  whose: own,
  key: ["id"],
  copy: { file: "price-alerts", about: "Your price alerts" },
  erasure: { removed: "at once", why: CHOSEN },
  columns: {
    id: "text",
    user_id: INNER,
    symbol: "text",
    currency: "text",
    direction: "text",
    price: "text",
    created_at: "time",
    reached_at: "time",
    reached_price: "text",
  },
});

export type PriceAlertRow = Selectable<PriceAlertsTable>;

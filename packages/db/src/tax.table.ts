import type { ParcelMethod } from "@wattle/exchange-core/parcels";
import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { CHOSEN, IDENTITY, INNER } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

interface TaxChoicesTable {
  user_id: string;
  /** The year in which the tax year ends. */
  year: bigint;
  method: ParcelMethod;
  /** Method and time of the last download; both null before the first. */
  downloaded_method: ParcelMethod | null;
  downloaded_at: Epoch | null;
}

export const taxChoices = table<TaxChoicesTable>({
  whose: own,
  key: ["user_id", "year"],
  copy: { file: "tax-choices", about: "How your tax reports are counted" },
  erasure: { removed: "soon", why: CHOSEN },
  columns: {
    user_id: INNER,
    year: "count",
    method: "text",
    downloaded_method: "text",
    downloaded_at: "time",
  },
});

export type TaxChoice = Selectable<TaxChoicesTable>;

interface StatedCostsTable {
  transaction_id: string;
  user_id: string;
  /** `2026-11-26` */
  acquired_on: string;
  /** The home currency that `cost` is in. */
  currency: string;
  /** Smallest units. */
  cost: bigint;
  stated_at: Epoch;
}

export const statedCosts = table<StatedCostsTable>({
  whose: own,
  key: ["transaction_id"],
  copy: { file: "stated-costs", about: "What your coins from elsewhere cost you" },
  erasure: { removed: "soon", why: CHOSEN },
  columns: {
    transaction_id: "text",
    user_id: INNER,
    acquired_on: "text",
    currency: "text",
    cost: { amountIn: "currency" },
    stated_at: "time",
  },
});

export type StatedCost = Selectable<StatedCostsTable>;

interface TaxResidencesTable {
  user_id: string;
  /** JSON: the countries with their numbers, as certified. */
  residences: Sealed<"tax_residences.residences">;
  certified_at: Epoch;
}

export const taxResidences = table<TaxResidencesTable>({
  whose: own,
  key: ["user_id"],
  copy: { file: "tax-residences", about: "Where you said you are resident for tax" },
  erasure: { removed: "retention", why: IDENTITY },
  columns: {
    user_id: INNER,
    residences: "sealed json",
    certified_at: "time",
  },
});

export type TaxResidencesRow = Selectable<TaxResidencesTable>;

import type { Rating } from "@wattle/contracts/ratings";
import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { SPEAKS_NOT } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

/** Ratings that compliance has set; the newest of a customer counts. */
interface CustomerRatingsTable {
  id: string;
  user_id: string;
  rating: Rating;
  /** The table's rating at that time: a higher one counts again. */
  table_rating: Rating;
  note: Sealed<"customer_ratings.note">;
  set_by: string;
  set_at: Epoch;
}

export const customerRatings = table<CustomerRatingsTable>({
  whose: own,
  key: ["id"],
  copy: SPEAKS_NOT,
  erasure: { removed: "retention", why: "records of compliance, which the law keeps for a time" },
});

export type CustomerRatingRow = Selectable<CustomerRatingsTable>;

/** The rating that counts, as it was when the customer was last looked at. */
interface CustomerRisksTable {
  user_id: string;
  rating: Rating;
  /** The local day on which it is to be looked at again: `2027-11-27`. */
  review_on: string;
  /**
   * When the customer was asked for the source of funds; null if that never happened, or the reason went before an
   * answer.
   */
  funds_asked_at: Epoch | null;
}

export const customerRisks = table<CustomerRisksTable>({
  whose: own,
  key: ["user_id"],
  copy: SPEAKS_NOT,
  erasure: { removed: "retention", why: "records of compliance, which the law keeps for a time" },
});

export type CustomerRisk = Selectable<CustomerRisksTable>;

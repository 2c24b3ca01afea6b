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

/** How risky a customer is, as the law has a firm decide it. Only compliance learns of it. */
import { z } from "zod";
import { RATINGS } from "./choices.ts";
import { id } from "./ids.ts";
import { internalNoteField } from "./staff-texts.ts";

export type Rating = (typeof RATINGS)[number];

export const rateCustomerInput = z.object({
  id,
  rating: z.enum(RATINGS, `Choose ${RATINGS.join(", ")}`),
  internal_note: internalNoteField,
});

export const customerRating = z
  .object({
    rating: z.enum(RATINGS),
    /** Why, each as a sentence; what compliance has set comes first. */
    reasons: z.array(z.string()),
    /** The identifier of who set it; null if the table says it. */
    set_by: id.nullable(),
    /** The day on which it is to be looked at again: `2027-11-27`. */
    review_on: z.string(),
  })
  .meta({ id: "CustomerRating" });
export type CustomerRating = z.infer<typeof customerRating>;

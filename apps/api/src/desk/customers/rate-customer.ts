import { customerRating, rateCustomerInput, type CustomerRating } from "@wattle/contracts/ratings";
import { DomainError } from "@wattle/contracts/errors";
import { asInternalNote } from "@wattle/contracts/staff-texts";
import { changeOpenCase, isHeldByOther, openCaseOf } from "@wattle/db/cases";
import { findCustomerById } from "@wattle/db/customers";
import { releaseHolds } from "@wattle/db/holds";
import { findRisk, insertRating, keepRisk } from "@wattle/db/ratings";
import type { WriteTx } from "@wattle/db/database";
import type { CustomerRisk } from "@wattle/db/tables";
import type { Log, Operator } from "../../audit/record-act.ts";
import {
  asksForFunds,
  fundsLetter,
  keepAsRisk,
  ratingOf,
  readMoney,
  REVIEW,
  type RatingServices,
} from "../../compliance/keep-rating.ts";
import { stateText } from "../approvals/changes.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { lockCustomer } from "./locked-customer.ts";

/** @throws DomainError `not_found` */
export async function readRating(services: RatingServices, id: string): Promise<CustomerRating> {
  const user = await findCustomerById(services.database.read, id);
  if (user === undefined) throw new DomainError("not_found");
  return ratingOf(services.database.read, services, user, await readMoney(services, id));
}

interface By {
  readonly operator: Operator;
  readonly at: bigint;
  readonly log: Log;
}

/** Lets large withdrawals go on that waited for the source of funds, unless a case or a colleague holds them. */
async function settleFunds(tx: WriteTx, risk: CustomerRisk, { operator, at, log }: By): Promise<void> {
  await keepRisk(tx, { ...risk, funds_settled_at: at, holds: 0n });
  const { user_id: userId } = risk;
  if (risk.holds === 0n || (await isHeldByOther(tx, { id: "", customer_id: userId }))) return;
  const act = { userId, kinds: ["withdrawals"], by: operator.id, at } as const;
  const note = asInternalNote("Reviewed");
  if ((await releaseHolds(tx, { ...act, note, heldBy: "system" })).length === 0) return;
  const details = { on: ["withdrawals"], internal_note: note };
  await log({ action: "customer.released", subject: userId, details });
}

/** Closes the case of a review: the rating is what it was opened for. */
async function closeReview(tx: WriteTx, id: string, { operator, at, log }: By): Promise<void> {
  const review = await openCaseOf(tx, id, REVIEW);
  if (review === undefined) return;
  const outcome = "nothing_found";
  await changeOpenCase(tx, review.id, { closed_at: at, closed_by: operator.id, outcome });
  await log({ action: "case.closed", subject: review.id, details: { customer: id, outcome } });
}

/**
 * Sets a customer's rating in place of the table's. The first high one asks the customer for the source of funds, and large withdrawals wait
 * until the customer is rated again.
 */
export const rateCustomer = alone({
  title: "Rate a customer",
  roles: ["compliance"],
  errors: ["not_found"],
  input: rateCustomerInput,
  output: customerRating,
  look: (services, { id }) => readMoney(services, id),
  plan: async (tx, { services, operator, known }, { id, rating, internal_note: note }) => {
    const user = await lockCustomer(tx, id);
    const before = await ratingOf(tx, services, user, known);
    const risk = await findRisk(tx, id);
    const asks = asksForFunds({ rating }, risk);
    const waits = risk !== undefined && risk.funds_asked_at !== null && risk.funds_settled_at === null;
    const large = (isHeld: boolean) => (isHeld ? "On hold" : "Free");
    return {
      subject: `the account of ${id}`,
      customer: id,
      changes: [
        { what: "Rating", before: stateText(before.rating), after: stateText(rating) },
        ...(asks || waits
          ? [{ what: "Withdrawals above 1,000.00", before: large(waits), after: large(asks) }]
          : []),
      ],
      ...(asks && { mail: fundsLetter(services, user) }),
      log: {
        action: "customer.rated",
        subject: id,
        details: { from: before.rating, to: rating, internal_note: note },
      },
      run: async (log) => {
        const row = services.ids.uuid();
        const by = { operator, at: BigInt(services.clock.now()), log };
        await insertRating(tx, {
          id: row,
          user_id: id,
          rating,
          note: services.vault.seal("customer_ratings.note", row, `${note as unknown as string}`),
          set_by: operator.id,
          set_at: by.at,
        });
        if (waits) await settleFunds(tx, risk, by);
        await closeReview(tx, id, by);
        const rated = await ratingOf(tx, services, user, known);
        await keepAsRisk(tx, services, user, { rating: rated, largeWaits: known.largeWaits });
        return rated;
      },
    };
  },
});

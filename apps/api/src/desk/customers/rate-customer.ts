import { customerRating, rateCustomerInput, type CustomerRating } from "@wattle/contracts/ratings";
import { DomainError } from "@wattle/contracts/errors";
import { findCustomerById } from "@wattle/db/customers";
import { findRisk, insertRating } from "@wattle/db/ratings";
import { exactMoney } from "../../amount-text.ts";
import { closeAnswered } from "../../compliance/close-case.ts";
import {
  asksForFunds,
  assess,
  casesAnswered,
  findFundsCase,
  fundsLetter,
  keepAsRisk,
  LARGEST_FREE,
  readMoney,
  type RatingServices,
} from "../../compliance/keep-rating.ts";
import { stateText } from "../approvals/changes.ts";
import { refuseWaiting } from "../approvals/propose.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { lockCustomer } from "./locked-customer.ts";

/** @throws DomainError `not_found` */
export async function readRating(services: RatingServices, id: string): Promise<CustomerRating> {
  const user = await findCustomerById(services.database.read, id);
  if (user === undefined) throw new DomainError("not_found");
  const { rating } = await assess(services.database.read, services, user, await readMoney(services, id));
  return rating;
}

/**
 * Sets a customer's rating in place of the table's. The first high one asks the customer for the source of funds, and
 * large withdrawals wait until the customer is rated again, or the case about it is closed. The plan throws
 * `not_found`, and `state_conflict` while two people decide about a case that the rating would close.
 */
export const rateCustomer = alone({
  title: "Rate a customer",
  roles: ["compliance"],
  errors: ["not_found", "state_conflict"],
  input: rateCustomerInput,
  output: customerRating,
  look: (services, { id }) => readMoney(services, id),
  plan: async (tx, { services, operator, known }, { id, rating, internal_note: note }) => {
    const user = await lockCustomer(tx, id);
    const { rating: before, table } = await assess(tx, services, user, known);
    const answered = await casesAnswered(tx, id);
    for (const each of answered) await refuseWaiting(tx, services, "ops.cases.close", each.id);
    const asks = asksForFunds({ rating }, await findRisk(tx, id));
    const waits = (await findFundsCase(tx, id)) !== undefined;
    const free = exactMoney(LARGEST_FREE, services.config.brand.markets.homeCurrency);
    const large = (isHeld: boolean) => (isHeld ? "On hold" : "Free");
    return {
      subject: `the account of ${id}`,
      customer: id,
      changes: [
        { what: "Rating", before: stateText(before.rating), after: stateText(rating) },
        ...(asks || waits
          ? [{ what: `Withdrawals above ${free}`, before: large(waits), after: large(asks) }]
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
        await insertRating(tx, {
          id: row,
          user_id: id,
          rating,
          table_rating: table.rating,
          note: services.vault.seal("customer_ratings.note", row, `${note as unknown as string}`),
          set_by: operator.id,
          set_at: BigInt(services.clock.now()),
        });
        for (const each of answered) await closeAnswered(tx, services, each, { operator, log });
        const { rating: rated } = await assess(tx, services, user, known);
        await keepAsRisk(tx, services, user, { rating: rated, asks, money: known });
        return rated;
      },
    };
  },
});

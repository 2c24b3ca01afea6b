import { addMonths, localDay } from "@wattle/contracts/days";
import { customerRating, rateCustomerInput, type CustomerRating } from "@wattle/contracts/ratings";
import { DomainError } from "@wattle/contracts/errors";
import { listCases } from "@wattle/db/cases";
import { findCustomerById } from "@wattle/db/customers";
import { insertRating, newestRating } from "@wattle/db/ratings";
import type { Reader } from "@wattle/db/database";
import { findIdentity } from "@wattle/db/identity";
import type { User } from "@wattle/db/tables";
import { rateByTable, REVIEW_YEARS } from "../../compliance/rate-customer.ts";
import { draftOf } from "../../identity/read-identity.ts";
import type { Services } from "../../services.ts";
import { stateText } from "../approvals/changes.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { lockCustomer } from "./locked-customer.ts";

type RatingServices = Pick<Services, "clock" | "config" | "vault">;

/** Cases that a rating looks at. */
const MOST_CASES = 200;

/** A customer's rating: as compliance set it last, or else as the table says. */
async function ratingOf(
  reader: Reader,
  { clock, config, vault }: RatingServices,
  user: User,
): Promise<CustomerRating> {
  const identity = await findIdentity(reader, user.id);
  const form = draftOf(vault, user, identity);
  const now = BigInt(clock.now());
  const cases = await listCases(reader, { customer: user.id, now, limit: MOST_CASES });
  const dayOf = (at: bigint): string => localDay(at, config.TIME_ZONE);
  const table = rateByTable({
    countries: [form.address_country, form.document_country].filter((code) => code !== undefined),
    birthDate: form.date_of_birth,
    today: dayOf(now),
    screenings: cases.filter(({ kind }) => kind === "screening").map(({ outcome }) => outcome),
    reports: cases.filter(({ kind, outcome }) => kind === "monitoring" && outcome === "reported").length,
  });
  const set = await newestRating(reader, user.id);
  const rating = set?.rating ?? table.rating;
  const since = set?.set_at ?? identity?.decided_at ?? user.created_at;
  return {
    rating,
    reasons:
      set === undefined
        ? [...table.reasons]
        : [vault.open("customer_ratings.note", set.id, set.note), ...table.reasons],
    set_by: set?.set_by ?? null,
    review_on: addMonths(dayOf(since), 12 * REVIEW_YEARS[rating]),
  };
}

/** @throws DomainError `not_found` */
export async function readRating(
  services: RatingServices & Pick<Services, "database">,
  id: string,
): Promise<CustomerRating> {
  const user = await findCustomerById(services.database.read, id);
  if (user === undefined) throw new DomainError("not_found");
  return ratingOf(services.database.read, services, user);
}

/** Sets a customer's rating in place of the table's. */
export const rateCustomer = alone({
  title: "Rate a customer",
  roles: ["compliance"],
  errors: ["not_found"],
  input: rateCustomerInput,
  output: customerRating,
  plan: async (tx, { services, operator }, { id, rating, internal_note: note }) => {
    const user = await lockCustomer(tx, id);
    const before = await ratingOf(tx, services, user);
    return {
      subject: `the account of ${id}`,
      customer: id,
      changes: [{ what: "Rating", before: stateText(before.rating), after: stateText(rating) }],
      log: {
        action: "customer.rated",
        subject: id,
        details: { from: before.rating, to: rating, internal_note: note },
      },
      run: async () => {
        const row = services.ids.uuid();
        await insertRating(tx, {
          id: row,
          user_id: id,
          rating,
          note: services.vault.seal("customer_ratings.note", row, `${note as unknown as string}`),
          set_by: operator.id,
          set_at: BigInt(services.clock.now()),
        });
        return ratingOf(tx, services, user);
      },
    };
  },
});

import { expect, test } from "vitest";
import { countSignUps, readVolume, walkExchanges } from "../reports.ts";
import { planOf } from "../testing/plans.ts";
import { entriesOfCustomer, entriesOfHouseAccount } from "./entries.ts";

const SPAN = { from: 1n, before: 2n };
const PLACE = { createdAt: 1n, id: "entry" };

test.each([
  ["exchanges of a period", (read) => walkExchanges(read, SPAN, PLACE, 10), ["INDEX transactions_exchanged"]],
  ["the volume of a day", (read) => readVolume(read, SPAN), ["INDEX transactions_exchanged"]],
  ["the sign-ups of a day", (read) => countSignUps(read, SPAN), ["INDEX users_signed_up"]],
  [
    "an account's postings",
    (read) => entriesOfHouseAccount(read, "house:bank:AUD", "entry", 10),
    ["INDEX ledger_postings_of_house_source", "INDEX ledger_postings_of_house_destination"],
  ],
  [
    "a customer's postings",
    (read) => entriesOfCustomer(read, "customer", PLACE, 10),
    [
      "INDEX transactions_newest",
      "INDEX ledger_postings_owned_source",
      "INDEX ledger_postings_owned_destination",
    ],
  ],
] satisfies [string, Parameters<typeof planOf>[0], string[]][])(
  "%s are found by indexes made for them",
  async (_case, work, indexes) => {
    const plan = await planOf(work);
    expect(plan).toEqual(expect.arrayContaining(indexes));
    // None of the growing tables is read from its beginning.
    expect(plan.filter((step) => /^SCAN (?:transactions|users|ledger_)/.test(step))).toEqual([]);
  },
);

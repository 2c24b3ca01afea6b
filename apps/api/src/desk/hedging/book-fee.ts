import { DomainError } from "@wattle/contracts/errors";
import { bookedVenueFee, venueFeeInput, type UnbookedFill } from "@wattle/contracts/hedging";
import { currencyOf } from "@wattle/contracts/markets";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import type { WriteTx } from "@wattle/db/database";
import {
  changeVenueBalance,
  findVenueState,
  listVenueBalances,
  lockVenueRemainder,
  venueBooks,
} from "@wattle/db/hedging";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import type { VenueBalanceRow } from "@wattle/db/tables";
import { parseAmount } from "@wattle/exchange-core/amount";
import { amountText, exactMoney } from "../../amount-text.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { differenceOf } from "../../hedging/compare-balances.ts";
import { requiredVenue } from "../../venues/required-venue.ts";
import type { ReviewedAct } from "../approvals/act.ts";

function feeUnits(code: string, text: string): bigint {
  const currency = currencyOf(code);
  const parsed = currency && parseAmount(text, currency);
  if (parsed?.ok !== true || parsed.amount <= 0n)
    throw DomainError.at("fee", "amount_below_minimum", OWN_MESSAGES.notAboveZero);
  return parsed.amount;
}

/**
 * Finds how much less the venue has than the books, by its last comparison and by the books now: no fee is larger.
 * @throws DomainError `state_conflict` if there is no such difference, or fills that are not booked explain it
 */
async function missingAt(tx: WriteTx, venue: string, currency: string): Promise<[VenueBalanceRow, bigint]> {
  await lockVenueRemainder(tx, venue, currency);
  const row = (await listVenueBalances(tx, venue)).find((each) => each.currency === currency);
  const unbooked = JSON.parse((await findVenueState(tx, venue))?.unbooked ?? "[]") as UnbookedFill[];
  if (row === undefined || row.said === null || unbooked.length > 0) throw new DomainError("state_conflict");
  const now = (await venueBooks(tx)).get(currency) ?? 0n;
  const [compared, current] = [-differenceOf(row), -differenceOf({ ...row, books: now })];
  const missing = compared < current ? compared : current;
  if (missing <= 0n) throw new DomainError("state_conflict");
  return [row, missing];
}

/**
 * Books the fee that the venue took for a withdrawal, so that its balance and the books agree. The plan throws `state_conflict` as `missingAt`, and
 * `amount_above_maximum` for more than is missing.
 */
export const bookVenueFee: ReviewedAct<typeof venueFeeInput, typeof bookedVenueFee, MovedWorth> = {
  title: "Book a venue’s fee",
  roles: ["finance"],
  moves: {
    what: "the house’s coins or money at the venue, as its fee",
    people: "two",
    why: "A venue’s fee needs two people: nothing else shows that it was one.",
  },
  confirmed: true,
  errors: ["state_conflict", "amount_below_minimum", "amount_above_maximum"],
  input: venueFeeInput,
  output: bookedVenueFee,
  look: (services, { currency, fee }) => worthOf(services, feeUnits(currency, fee), currency),
  plan: async (
    tx,
    { services, operator, known },
    { currency, fee: text, venue_reference, internal_note },
  ) => {
    const { name: venue } = requiredVenue(services);
    const fee = feeUnits(currency, text);
    const [row, missing] = await missingAt(tx, venue, currency);
    if (fee > missing)
      throw DomainError.at("fee", "amount_above_maximum", ownMessage.maximum(exactMoney(missing, currency)));
    const money = exactMoney(fee, currency);
    const id = services.ids.uuid();
    return {
      subject: `a fee of ${venue}: ${money}`,
      once: `${venue} ${currency} ${venue_reference}`,
      details: {
        Venue: venue,
        Fee: money,
        "It has less than the books": exactMoney(missing, currency),
        "Venue’s reference": venue_reference,
        "Internal note": internal_note,
      },
      changes: [{ what: "At the venue, by the books", before: "As now", after: `${money} less` }],
      state: "the venue has that much less than the books",
      reasons: [],
      worth: known,
      log: {
        action: "hedging.fee_booked",
        subject: currency,
        details: {
          venue,
          currency,
          fee: amountText(fee, currency),
          venue_reference,
          internal_note,
          entry: id,
        },
      },
      run: async () => {
        await postEntry(tx, {
          id,
          kind: "venue_fee",
          description: `Fee of ${venue}: ${venue_reference}`,
          createdBy: operator.id,
          approvedBy: operator.approvedBy,
          createdAt: BigInt(services.clock.now()),
          postings: [
            {
              // As fees of chains and of the bank.
              source: houseAccount(currencyOf(currency)?.kind === "fiat" ? "own" : "network", currency),
              destination: houseAccount("venue", currency),
              currency,
              amount: fee,
            },
          ],
        });
        await changeVenueBalance(tx, venue, currency, { books: row.books - fee });
        return { id, venue, currency, fee: amountText(fee, currency) };
      },
    };
  },
};

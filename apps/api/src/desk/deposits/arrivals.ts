import {
  arrival,
  creditArrivalInput,
  ownCoinsInput,
  type Arrival,
  type arrivalsInput,
} from "@wattle/contracts/coin-operations";
import { pieceOf } from "@wattle/contracts/cursor";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { lockUser } from "@wattle/db/accounts";
import { newestChainBlock } from "@wattle/db/chains";
import { findClosure } from "@wattle/db/closures";
import { changeArrival, findArrival, listArrivals, type OwnedArrival } from "@wattle/db/coin-arrivals";
import { findCustomerById } from "@wattle/db/customers";
import type { Reader, WriteTx } from "@wattle/db/database";
import { mayBeCredited } from "@wattle/db/holds";
import type { User } from "@wattle/db/tables";
import type { z } from "zod";
import { amountText, exactMoney } from "../../amount-text.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { coinDepositOf } from "../../coins/arrival-of-row.ts";
import { creditArrival as credit } from "../../coins/credit-arrivals.ts";
import { newestHeights } from "../../coins/list-deposits.ts";
import { moveOwnCoins } from "../../coins/own-coins.ts";
import { requiredVenue } from "../../venues/required-venue.ts";
import type { Services } from "../../services.ts";
import type { ReviewedAct } from "../approvals/act.ts";
import { alone } from "../approvals/reviewed-act.ts";

function arrivalOf(services: Pick<Services, "config">, row: OwnedArrival, tip: bigint): Arrival {
  const {
    amount_base: _base,
    confirmations_needed: _needed,
    seen_at: _seen,
    credited_at: _credited,
    transaction_id: _id,
    ...shown
  } = coinDepositOf(services, row, tip);
  const { customer } = row;
  return {
    ...shown,
    status: row.status === "own_money" ? row.status : shown.status,
    customer: customer
      ? { id: customer.id, email: customer.email, name: `${customer.first_name} ${customer.last_name}` }
      : null,
    reason: row.reason,
  };
}

/** All that arrived on chain, newest first. */
export async function readArrivals(
  services: Pick<Services, "config" | "database">,
  { status, after, limit }: z.output<typeof arrivalsInput>,
): Promise<{ data: Arrival[]; next: string | null }> {
  const { read, standby } = services.database;
  const rows = await listArrivals(standby, { status, after, limit: limit + 1 });
  const { piece, next } = pieceOf(rows, limit);
  const newest = await newestHeights(read, piece);
  return { data: piece.map((row) => arrivalOf(services, row, newest(row.network))), next };
}

/** @throws DomainError `not_found` */
async function readArrival(reader: Reader, id: string): Promise<OwnedArrival> {
  const row = await findArrival(reader, id);
  if (row === undefined) throw new DomainError("not_found");
  const customer = row.user_id === null ? undefined : await findCustomerById(reader, row.user_id);
  return { ...row, customer };
}

/** An arrival that is booked and not used. @throws DomainError `not_found`, `state_conflict` */
async function openArrival(reader: Reader, id: string): Promise<OwnedArrival> {
  const row = await readArrival(reader, id);
  const isOpen = row.status === "seen" || row.status === "below_minimum" || row.status === "under_review";
  if (!isOpen || row.entry_id === null) throw new DomainError("state_conflict");
  return row;
}

/** Whom an arrival may be credited to, held. @throws DomainError */
async function customerFor(tx: WriteTx, row: OwnedArrival, id: string): Promise<User> {
  const customer = (await findCustomerById(tx, id)) && (await lockUser(tx, id));
  if (customer === undefined) throw new DomainError("not_found");
  if (row.user_id !== null && row.user_id !== id)
    throw DomainError.at("customer", "validation_failed", OWN_MESSAGES.otherOwner);
  if (!mayBeCredited(customer)) throw new DomainError("customer_on_hold");
  if ((await findClosure(tx, id)) !== undefined) throw new DomainError("state_conflict");
  return customer;
}

const place = ({ txid, output }: OwnedArrival): string => `${txid}:${output}`;

async function shownArrival(
  tx: WriteTx,
  services: Pick<Services, "config">,
  { id, network }: OwnedArrival,
): Promise<Arrival> {
  const tip = await newestChainBlock(tx, network);
  return arrivalOf(services, await readArrival(tx, id), tip?.height ?? -1n);
}

/**
 * Credits what arrived to a customer: at an address of the treasury, or below the minimum. The plan throws `not_found`, `state_conflict`
 * if it is not booked or was used, `customer_on_hold`, and `validation_failed` at `customer` for another one than the address's.
 */
export const creditArrival: ReviewedAct<typeof creditArrivalInput, typeof arrival, MovedWorth> = {
  title: "Credit coins that arrived",
  roles: ["finance"],
  moves: {
    what: "coins that arrived, to a customer",
    people: "two",
    why: "Every credit of coins by hand needs two people.",
  },
  confirmed: true,
  errors: ["not_found", "state_conflict", "customer_on_hold"],
  input: creditArrivalInput,
  output: arrival,
  look: async (services, { id }) => {
    const { amount, currency } = await openArrival(services.database.read, id);
    return worthOf(services, amount, currency);
  },
  plan: async (tx, { services, operator, known }, { id, customer: customerId, internal_note }) => {
    const customer = await customerFor(tx, await openArrival(tx, id), customerId);
    const row = await openArrival(tx, id);
    const amount = exactMoney(row.amount, row.currency);
    return {
      subject: `${amountText(row.amount, row.currency)} ${row.currency} for ${customerId}`,
      customer: customerId,
      once: id,
      details: {
        Customer: `${customer.first_name} ${customer.last_name}`,
        Amount: amount,
        Address: row.address,
        Transaction: place(row),
        "Internal note": internal_note,
      },
      changes: [
        { customer: customerId, currency: row.currency, moves: row.amount },
        { what: "Arrival", before: "Not used", after: "Credited" },
      ],
      state: "the arrival has not been used",
      reasons: [],
      worth: known,
      log: {
        action: "arrival.credited",
        subject: id,
        details: {
          customer: customerId,
          amount: `${amountText(row.amount, row.currency)} ${row.currency}`,
          transaction: place(row),
          internal_note,
        },
      },
      run: async () => {
        const credited = await credit(tx, services, row, { customer, by: operator });
        if (credited === undefined) throw new DomainError("state_conflict");
        return shownArrival(tx, services, row);
      },
    };
  },
};

/** Says that coins at an address of the treasury are the operator's own. The plan throws `not_found`, `state_conflict`, also without a venue to be from. */
export const keepOwnCoins = alone({
  title: "Keep coins as own money",
  roles: ["finance"],
  moves: {
    what: "coins of the treasury, to the operator",
    people: "one",
    why: "no customer's balance changes",
  },
  confirmed: true,
  errors: ["not_found", "state_conflict"],
  input: ownCoinsInput,
  output: arrival,
  plan: async (tx, { services, operator }, { id, from, internal_note }) => {
    const row = await openArrival(tx, id);
    if (row.user_id !== null) throw new DomainError("state_conflict");
    if (from === "venue") requiredVenue(services);
    const amount = `${amountText(row.amount, row.currency)} ${row.currency}`;
    return {
      subject: `${amount} of the treasury`,
      changes: [{ what: "Arrival", before: "Not used", after: "Own money" }],
      log: {
        action: "arrival.own_money",
        subject: id,
        details: { amount, from, transaction: place(row), internal_note },
      },
      run: async () => {
        const kept = await changeArrival(tx, row, { status: "own_money", reason: from });
        if (kept === undefined) throw new DomainError("state_conflict");
        await moveOwnCoins(tx, services, kept, { by: operator });
        return shownArrival(tx, services, row);
      },
    };
  },
});

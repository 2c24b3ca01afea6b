/** Batches of withdrawals of coins, until their file is signed. */
import {
  coinPayout,
  coinPayoutInput,
  coinPayoutRowInput,
  createCoinPayoutInput,
  MOST_COIN_PAYMENTS,
} from "@wattle/contracts/coin-payouts";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { deleteAttempts, listAttemptCoins } from "@wattle/db/coin-attempts";
import {
  changeCoinPayout,
  findCoinPayout,
  insertCoinPayout,
  listCoinPayments,
  listPayableCoins,
  lockCoinPayouts,
  setCoinPayments,
  stampCoinPayments,
} from "@wattle/db/coin-payouts";
import { findPeople } from "@wattle/db/approvals";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinPayoutRow } from "@wattle/db/tables";
import { exactMoney } from "../../amount-text.ts";
import { isOwnMailbox, type Operator } from "../../audit/record-act.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { venuePaymentOf } from "../../coins/venue-payment.ts";
import { readReference } from "../../reference.ts";
import { requireBooked, requirePosted } from "../../withdrawals/require-booked.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { fullName } from "../approvals/warnings.ts";
import {
  addAttempt,
  chooseForMost,
  chooseOrConflict,
  spendableOf,
  type Chosen,
  type Spendable,
} from "./choose-coins.ts";
import { addressOf, coinPaymentOf, payableOf } from "./coin-payments.ts";
import { coinOfCurrency, nodeRate } from "./node-rate.ts";
import {
  freeCoins,
  lockedCoinPayout,
  newDraft,
  newestAttempt,
  replacesOrFirst,
  requireNetwork,
  type Replaceable,
} from "./draft-coin-payouts.ts";
import { coinPayoutOf, paidTotal } from "./read-coin-payouts.ts";

/**
 * Withdrawals to pay: those of a cancelled batch, if there is one to replace, and otherwise those that are in none.
 * @throws DomainError `validation_failed` at `currency`; `own_act` if only own ones are
 */
async function payableMembers(
  tx: WriteTx,
  { clock }: ActServices,
  operator: Operator,
  { currency, unburied }: { readonly currency: string; readonly unburied: readonly Replaceable[] },
): Promise<Payment[]> {
  const now = BigInt(clock.now());
  // Without a free coin that it spends, its file might pay them as well.
  const stuck = unburied.filter(({ free }) => free.length === 0);
  let own = 0;
  for (const of of [...new Set(unburied.map(({ payoutId }) => payoutId)), undefined]) {
    const found = await listPayableCoins(tx, { currency, now, of, most: MOST_COIN_PAYMENTS });
    const members = found
      .filter(({ id }) => !stuck.some(({ pays }) => pays.has(id)))
      .filter((member) => !isOwnMailbox(operator, member.customer_email));
    if (members.length > 0) return members;
    own += found.length;
  }
  if (own > 0) throw new DomainError("own_act");
  throw DomainError.at("currency", "validation_failed", OWN_MESSAGES.nothingToPay);
}

/**
 * Takes the withdrawals that may be paid into a new batch, oldest first, as many as the free coins suffice for. If a batch was cancelled
 * after its file was taken, this one replaces it: it pays the same withdrawals, with a coin of it. Doing it throws at `currency`:
 * `currency_inactive` for a coin that is not on a chain, `validation_failed` if nothing is to be paid; `own_act` if only own ones are;
 * `state_conflict` without free coins; `paused` if the network has paused itself.
 */
export const createCoinPayout = alone({
  title: "Create a batch of coins",
  roles: ["finance"],
  moves: {
    what: "nothing: puts withdrawals into a batch",
    people: "one",
    why: "two people release the batch",
  },
  errors: ["currency_inactive", "own_act", "paused", "service_unavailable", "state_conflict"],
  input: createCoinPayoutInput,
  output: coinPayout,
  look: async (services, { currency }) => ({
    network: await coinOfCurrency(services, currency),
    rate: await nodeRate(services),
  }),
  plan: (tx, { services, operator, known: { network, rate } }, { currency }) =>
    Promise.resolve({
      subject: `a batch of ${currency}`,
      changes: [{ what: "Batch", before: "None", after: "Draft" }],
      log: ({ id, total, payments }) => ({
        action: "coin_payout.created",
        subject: id,
        details: { currency, total, references: payments.map(({ reference }) => reference) },
      }),
      run: async () => {
        await lockCoinPayouts(tx, network);
        const { coins, unburied } = await freeCoins(tx, { network, currency });
        const members = await payableMembers(tx, services, operator, { currency, unburied });
        if (coins.length === 0) throw new DomainError("state_conflict", { message: OWN_MESSAGES.coinsShort });
        await requireBookedEach(tx, members);
        const draft = await newDraft(tx, services, operator, { network, currency, what: "payments" });
        const chosen = chooseForMost({
          payments: members.map((member) => coinPaymentOf(services, member)),
          coins,
          rate,
          changeScript: draft.change_script,
          replaces: replacesOrFirst(unburied, members),
        });
        await insertCoinPayout(tx, draft);
        await setCoinPayments(
          tx,
          draft.id,
          chosen.payments.flatMap(({ member }) => member?.id ?? []),
        );
        await addAttempt(tx, services, draft, "pay", chosen);
        return coinPayoutOf(tx, services, draft.id);
      },
    }),
});

async function requireBookedEach(reader: Reader, members: readonly Payment[]): Promise<void> {
  for (const member of members) await requireBooked(reader, [member], { id: member.id });
}

/** Chooses coins for a draft again, at its own fee rate. */
async function chooseAgain(
  tx: WriteTx,
  services: ActServices,
  payout: CoinPayoutRow,
  members: readonly Payment[],
): Promise<Chosen> {
  const own = await newestAttempt(tx, payout.id);
  const spends = (await listAttemptCoins(tx, payout.network, own.id)).map(spendableOf);
  const { coins, unburied } = await freeCoins(tx, payout, own);
  const isOwn = (coin: Spendable): boolean =>
    spends.some(({ txid, output }) => txid === coin.txid && output === coin.output);
  return chooseOrConflict({
    payments: members.map((member) => coinPaymentOf(services, member)),
    coins,
    rate: own.fee_rate,
    changeScript: payout.change_script,
    // It still replaces what the draft did.
    replaces: unburied.filter(({ free }) => free.some(isOwn)).map(({ free }) => free),
  });
}

async function rewriteDraft(
  tx: WriteTx,
  services: ActServices,
  payout: CoinPayoutRow,
  chosen: Chosen,
): Promise<void> {
  const ids = chosen.payments.flatMap(({ member }) => member?.id ?? []);
  await setCoinPayments(tx, payout.id, ids);
  await deleteAttempts(tx, payout.id);
  await addAttempt(tx, services, payout, "pay", chosen);
}

/** Takes a withdrawal out of a draft: another batch can pay it. The plan throws `state_conflict` for the last one: cancel the draft. */
export const removeFromCoinPayout = alone({
  title: "Take a withdrawal out of a batch of coins",
  roles: ["finance"],
  errors: ["not_found", "paused", "state_conflict"],
  input: coinPayoutRowInput,
  output: coinPayout,
  plan: async (tx, { services }, { id, reference: typed }) => {
    const payout = await lockedCoinPayout(tx, id, "draft");
    const members = await listCoinPayments(tx, id);
    const written = readReference(typed);
    const member = members.find((each) => each.reference === written);
    if (member === undefined) throw DomainError.at("reference", "not_found");
    const rest = members.filter((each) => each !== member && each.status === "requested");
    if (rest.length === 0) throw new DomainError("state_conflict");
    const chosen = await chooseAgain(tx, services, payout, rest);
    const { reference, user_id: customer } = member;
    return {
      subject: `withdrawal ${reference} of ${customer}`,
      customer,
      changes: [{ what: `Withdrawal ${reference}`, before: "In the batch", after: "Not in a batch" }],
      log: { action: "coin_payout.removed", subject: id, details: { reference, customer } },
      run: async () => {
        await rewriteDraft(tx, services, payout, chosen);
        return coinPayoutOf(tx, services, id);
      },
    };
  },
});

/** Withdrawals of a draft that may be paid now: the others are left out. */
async function releasable(
  tx: WriteTx,
  services: ActServices,
  members: readonly Payment[],
): Promise<Payment[]> {
  const cancelled = async (batch: string | null): Promise<boolean> =>
    batch === null || (await findCoinPayout(tx, batch))?.status === "cancelled";
  const free: Payment[] = [];
  for (const member of await payableOf(tx, services, members))
    if (member.status === "requested" && (await cancelled(member.coin_payout_id ?? null))) free.push(member);
  return free;
}

interface ToVenue {
  readonly address?: string;
  /** The address, with who typed it. */
  readonly changes: readonly { readonly what: string; readonly before: string; readonly after: string }[];
}

/**
 * The address of a move to the venue; none for any other batch.
 * @throws DomainError `own_act` if the person who typed the address is one of the two who release it
 */
async function toVenueOf(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  payout: CoinPayoutRow,
): Promise<ToVenue> {
  const payment = venuePaymentOf(services, payout);
  if (payment === null) return { changes: [] };
  const { created_by: id } = payout;
  const [typist] = await findPeople(tx, [id]);
  const isOwn = typist !== undefined && isOwnMailbox(operator, typist.email);
  if (isOwn || operator.id === id || operator.approvedBy === id) throw new DomainError("own_act");
  const { address } = payment;
  const by = typist === undefined ? id : fullName(typist);
  const what = `Address, typed by ${by}. Compare it with the venue’s own page`;
  return { address, changes: [{ what, before: "None", after: address }] };
}

/**
 * Allows a batch to be signed. Its content must be the same when the second person decides. Customers who may not be paid any more, or
 * have turned sending off, are left out. `look` and the plan throw `validation_failed` at `id` for a withdrawal that differs from the
 * books. The plan throws `not_found`; `state_conflict` if it is no draft, or no payment is left; `paused`; `own_act` if one goes to a
 * customer with the mailbox of the person who asks or approves, and as `toVenueOf`.
 */
export const releaseCoinPayout: ReviewedAct<typeof coinPayoutInput, typeof coinPayout, MovedWorth> = {
  title: "Release a batch of coins",
  roles: ["finance"],
  moves: {
    what: "a batch of coins, to customers' wallets",
    people: "two",
    why: "Every release of a batch of coins needs two people.",
  },
  confirmed: true,
  errors: ["not_found", "paused", "state_conflict"],
  input: coinPayoutInput,
  output: coinPayout,
  look: async (services, { id }) => {
    const { read } = services.database;
    const payout = await findCoinPayout(read, id);
    if (payout === undefined) throw new DomainError("not_found");
    await services.switches.require("withdrawals", "coins-out", `network:${payout.network}`);
    const members = await listCoinPayments(read, id);
    await requirePosted(read, members);
    return worthOf(services, paidTotal(services, payout, members), payout.currency);
  },
  plan: async (tx, { services, operator, known }, { id }) => {
    const payout = await lockedCoinPayout(tx, id, "draft");
    await requireNetwork(tx, payout.network);
    const toVenue = await toVenueOf(tx, services, operator, payout);
    const drafted = await listCoinPayments(tx, id);
    const members = await releasable(tx, services, drafted);
    if (payout.what === "payments" && members.length === 0) throw new DomainError("state_conflict");
    if (members.some((member) => isOwnMailbox(operator, member.customer_email)))
      throw new DomainError("own_act");
    await requireBooked(tx, members, { coinPayout: id });
    const chosen =
      members.length === drafted.length ? undefined : await chooseAgain(tx, services, payout, members);
    const attempt = await newestAttempt(tx, id);
    const { currency } = payout;
    const total = exactMoney(paidTotal(services, payout, members), currency);
    const fee = exactMoney(chosen?.selection.fee ?? attempt.fee, currency);
    const out = drafted.filter((member) => !members.includes(member)).map(({ reference }) => reference);
    const pays = [
      ...members.map((member) => `${member.reference} ${addressOf(services, member)} ${member.debit}`),
      ...toVenue.changes.map(({ after }) => `${after} ${total}`),
    ];
    return {
      subject:
        payout.what !== "venue"
          ? `${members.length} payment${members.length === 1 ? "" : "s"} of coins, ${total}`
          : `${total} for the venue`,
      details: {
        Total: total,
        "Miners' fee": fee,
        Payments: String(members.length),
        References: members.map(({ reference }) => reference).join(", ") || "None",
        ...(out.length > 0 && { "Left out": out.join(", ") }),
      },
      changes: [
        { what: "Batch", before: "Draft", after: "Released" },
        ...toVenue.changes,
        { what: "May be signed", before: exactMoney(0n, currency), after: total },
      ],
      state: `it pays ${pays.join(", ") || "no one"} with a fee of ${fee}`,
      reasons: [],
      worth: known,
      log: {
        action: "coin_payout.released",
        subject: id,
        details: {
          total,
          fee,
          payments: members.length,
          venue_address: toVenue.address,
          ...(out.length > 0 && { left_out: out }),
        },
      },
      run: async () => {
        if (chosen !== undefined) await rewriteDraft(tx, services, payout, chosen);
        await changeCoinPayout(tx, id, {
          status: "released",
          released_by: operator.approvedBy ?? operator.id,
          released_at: BigInt(services.clock.now()),
        });
        const ids = members.map((member) => member.id);
        // One that its customer has just cancelled is no longer there.
        if ((await stampCoinPayments(tx, id, ids)) !== ids.length) throw new DomainError("state_conflict");
        return coinPayoutOf(tx, services, id);
      },
    };
  },
};

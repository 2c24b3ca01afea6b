/** Transactions that take the place of earlier ones: at a higher fee, or to ourselves. */
import { formatFeeRate, parseFeeRate } from "@wattle/bitcoin/fee-rate";
import { Refused } from "@wattle/bitcoin/refused";
import { bumpCoinPayoutInput, coinPayout, coinPayoutInput } from "@wattle/contracts/coin-payouts";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { listAttempts } from "@wattle/db/coin-attempts";
import {
  changeCoinPayout,
  findCoinPayout,
  listCoinPayments,
  unstampCoinPayments,
} from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { exactMoney } from "../../amount-text.ts";
import { heightOf } from "../../chains/followed.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { stateText } from "../approvals/changes.ts";
import { addAttempt, chooseOrConflict, spendableOf, type Chosen, type Spendable } from "./choose-coins.ts";
import { coinPaymentsOf, type CoinPayment } from "./coin-payments.ts";
import {
  freeCoins,
  lockedCoinPayout,
  newestAttempt,
  remainingCoins,
  type Replaceable,
} from "./draft-coin-payouts.ts";
import { nodeRate } from "./node-rate.ts";
import { coinPayoutOf } from "./read-coin-payouts.ts";

const highest = (attempts: readonly CoinAttempt[]): CoinAttempt | undefined =>
  attempts.toSorted((a, b) => (a.fee === b.fee ? 0 : a.fee < b.fee ? 1 : -1))[0];

/** Whether a transaction of a cancelled batch would pay what a batch pays. */
const paysTheSame =
  (payout: CoinPayoutRow, payments: readonly CoinPayment[]) =>
  ({ isVenue, pays }: Replaceable): boolean =>
    (isVenue && payout.what === "venue") || payments.some(({ member }) => pays.has(member?.id ?? ""));

/**
 * Coins for an attempt that spends all that remain of the newest one, and one at least of each transaction that may be signed and pays the
 * same: only one of them can be in a block. @throws DomainError `state_conflict`, also if none remains of one; Refused for the rate
 */
async function chooseReplacement(
  tx: WriteTx,
  services: ActServices,
  payout: CoinPayoutRow,
  { rate, pays }: { readonly rate: bigint; readonly pays: boolean },
): Promise<Chosen> {
  const attempts = await listAttempts(tx, payout.id);
  const newest = await newestAttempt(tx, payout.id);
  const taken = attempts.filter(({ fetched_at }) => fetched_at !== null);
  const before = highest(taken);
  const required = (await remainingCoins(tx, payout.network, newest)).map(spendableOf);
  const replaces: (readonly Spendable[])[] = [];
  for (const attempt of taken)
    replaces.push((await remainingCoins(tx, payout.network, attempt)).map(spendableOf));
  const payments = pays ? await coinPaymentsOf(tx, services, payout) : [];
  const { coins, unburied } = await freeCoins(tx, payout, newest);
  replaces.push(...unburied.filter(paysTheSame(payout, payments)).map(({ free }) => free));
  if (replaces.some((each) => each.length === 0))
    throw new DomainError("state_conflict", { message: OWN_MESSAGES.coinsGone });
  return chooseOrConflict({
    payments,
    coins,
    rate,
    changeScript: payout.change_script,
    required,
    replaces,
    replaced: before && { fee: before.fee, size: heightOf(before.size) },
  });
}

/** @throws DomainError `validation_failed` at `fee_rate` */
function readRate(text: string, { fee_rate: before }: CoinAttempt): bigint {
  const rate = parseFeeRate(text);
  if (rate === undefined || rate <= before)
    throw DomainError.at("fee_rate", "validation_failed", OWN_MESSAGES.feeRateLow);
  return rate;
}

/**
 * Makes a transaction with the same payments at a higher fee, of which the file is signed next. It spends coins of all earlier ones,
 * so that a block has one of them. The plan throws `state_conflict` if no file of the batch was taken yet; `validation_failed` at
 * `fee_rate`.
 */
export const bumpCoinPayout: ReviewedAct<typeof bumpCoinPayoutInput, typeof coinPayout> = {
  title: "Raise the fee of a batch of coins",
  roles: ["finance"],
  confirmed: true,
  errors: ["not_found", "paused", "state_conflict"],
  input: bumpCoinPayoutInput,
  output: coinPayout,
  plan: async (tx, { services }, { id, fee_rate: text }) => {
    const payout = await lockedCoinPayout(tx, id, "released", "signed", "sent");
    const newest = await newestAttempt(tx, id);
    if ((await listAttempts(tx, id)).every(({ fetched_at }) => fetched_at === null))
      throw new DomainError("state_conflict");
    const rate = readRate(text, newest);
    const kind = newest.kind === "cancel" ? "cancel" : "bump";
    let chosen: Chosen;
    try {
      chosen = await chooseReplacement(tx, services, payout, { rate, pays: kind === "bump" });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw DomainError.at("fee_rate", "validation_failed", OWN_MESSAGES.feeRateHigh);
    }
    const [before, after] = [newest.fee, chosen.selection.fee].map((fee) => exactMoney(fee, payout.currency));
    return {
      subject: `the fee of the batch of coins ${id}`,
      once: id,
      details: { "Fee rate": `${formatFeeRate(rate)} sat/vB`, "Miners' fee": after ?? "" },
      changes: [{ what: "Miners' fee", before: before ?? "", after: after ?? "" }],
      state: `its newest transaction is ${newest.txid}`,
      reasons: ["A higher fee needs two people."],
      worth: null,
      log: {
        action: "coin_payout.bumped",
        subject: id,
        details: { fee_rate: formatFeeRate(rate), fee: after, before },
      },
      run: async () => {
        await addAttempt(tx, services, payout, kind, chosen, newest.position + 1n);
        return coinPayoutOf(tx, services, id);
      },
    };
  },
};

type Form = "nothing signed" | "maybe signed" | "signed";

/** How a batch can be cancelled. */
async function formOf(tx: WriteTx, payout: CoinPayoutRow): Promise<Form> {
  const attempts = await listAttempts(tx, payout.id);
  if (attempts.some(({ stored_at }) => stored_at !== null)) return "signed";
  return attempts.some(({ fetched_at }) => fetched_at !== null) ? "maybe signed" : "nothing signed";
}

const REASONS: Readonly<Record<Form, readonly string[]>> = {
  "nothing signed": [],
  "maybe signed": ["Its file was taken and may be signed: cancelling it needs two people."],
  signed: ["It is signed: a payment to ourselves in its place needs two people."],
};

async function giveUp(tx: WriteTx, { clock }: ActServices, payout: CoinPayoutRow, form: Form): Promise<void> {
  await changeCoinPayout(tx, payout.id, { status: "cancelled", ended_at: BigInt(clock.now()) });
  // Withdrawals that a signed file may pay are left to the batch that replaces it.
  if (form === "nothing signed") await unstampCoinPayments(tx, payout.id);
}

/**
 * Gives a batch up. As long as its file was never taken that is all. If it was, the next batch spends a coin of it, so that the file is
 * worth nothing. If it is signed, a transaction to ourselves takes its place: the batch is cancelled once a block has settled that. The
 * plan throws `not_found`; `state_conflict` if it has ended, or is being cancelled.
 */
export const cancelCoinPayout: ReviewedAct<typeof coinPayoutInput, typeof coinPayout, bigint> = {
  title: "Cancel a batch of coins",
  roles: ["finance"],
  confirmed: true,
  errors: ["not_found", "paused", "service_unavailable", "state_conflict"],
  input: coinPayoutInput,
  output: coinPayout,
  look: async (services, { id }) => {
    const payout = await findCoinPayout(services.database.read, id);
    const isSigned = payout?.status === "signed" || payout?.status === "sent";
    return isSigned ? nodeRate(services) : 0n;
  },
  plan: async (tx, { services, known }, { id }) => {
    const payout = await lockedCoinPayout(tx, id, "draft", "released", "signed", "sent");
    const newest = await newestAttempt(tx, id);
    if (newest.kind === "cancel") throw new DomainError("state_conflict");
    const form = await formOf(tx, payout);
    const rate = known > newest.fee_rate ? known : newest.fee_rate;
    const chosen =
      form === "signed" ? await chooseReplacement(tx, services, payout, { rate, pays: false }) : undefined;
    const payments = (await listCoinPayments(tx, id)).length;
    return {
      subject: `the batch of coins ${id}`,
      once: id,
      details: {
        Payments: String(payments),
        ...(chosen && { "Miners' fee": exactMoney(chosen.selection.fee, payout.currency) }),
      },
      changes: [
        {
          what: "Batch",
          before: stateText(payout.status),
          after: form === "signed" ? "Being cancelled" : "Cancelled",
        },
      ],
      state: `it is ${payout.status}, ${form}`,
      reasons: REASONS[form],
      worth: null,
      log: { action: "coin_payout.cancelled", subject: id, details: { payments, form } },
      run: async () => {
        if (chosen === undefined) await giveUp(tx, services, payout, form);
        else await addAttempt(tx, services, payout, "cancel", chosen, newest.position + 1n);
        return coinPayoutOf(tx, services, id);
      },
    };
  },
};

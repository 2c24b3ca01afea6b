/** Transactions that take the place of earlier ones: at a higher fee, or to ourselves. */
import { bumpCoinPayoutInput, coinPayout, coinPayoutInput } from "@wattle/contracts/coin-payouts";
import { DomainError } from "@wattle/contracts/errors";
import { listAttempts } from "@wattle/db/coin-attempts";
import {
  changeCoinPayout,
  findCoinPayout,
  insertCoinPayout,
  listCoinPayments,
  unstampCoinPayments,
} from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import type { CoinPayoutRow } from "@wattle/db/tables";
import type { Logged, Operator } from "../../audit/record-act.ts";
import { exactMoney } from "../../amount-text.ts";
import { FACTS } from "../../coins/coin-network.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { stateText } from "../approvals/changes.ts";
import { isCancelling, lockedCoinPayout, newDraft, newestAttempts } from "./draft-coin-payouts.ts";
import { PAYOUTS } from "./payouts-by-network.ts";
import { coinPayoutOf, feeOf } from "./read-coin-payouts.ts";

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
    const newest = await newestAttempts(tx, id);
    if ((await listAttempts(tx, id)).every(({ fetched_at }) => fetched_at === null))
      throw new DomainError("state_conflict");
    const { bump } = PAYOUTS[payout.network];
    const { rateText, rateUnit } = FACTS[payout.network];
    const chosen = await bump(tx, services, payout, text);
    const rate = rateText(chosen.rate);
    const [before, after] = [feeOf(payout, newest), chosen.fee].map((fee) =>
      exactMoney(fee, payout.currency),
    );
    return {
      subject: `the fee of the batch of coins ${id}`,
      once: id,
      details: { "Fee rate": `${rate} ${rateUnit}`, "Network's fee": after ?? "" },
      changes: [{ what: "Network's fee", before: before ?? "", after: after ?? "" }],
      state: `its newest transaction is ${newest[0].txid ?? newest[0].id}`,
      reasons: ["A higher fee needs two people."],
      worth: null,
      log: {
        action: "coin_payout.bumped",
        subject: id,
        details: { fee_rate: rate, fee: after, before },
      },
      run: async () => {
        await chosen.write(tx, newest[0].position + 1n);
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

/** Has a batch without payments wait for release, if signed payments wait behind one that was given up. */
async function fillGap(
  tx: WriteTx,
  services: Logged<ActServices>,
  operator: Operator,
  { id, network, currency, change_script }: CoinPayoutRow,
): Promise<void> {
  const fill = await PAYOUTS[network].fillGap?.(tx, services, await listAttempts(tx, id));
  if (fill === undefined) return;
  const draft = newDraft(services, operator, { network, currency, what: "payments", change_script });
  await insertCoinPayout(tx, draft);
  await fill(draft).write(tx, 0n);
  const details = { currency, references: [], closes_gap_of: id };
  await services.log({ action: "coin_payout.created", subject: draft.id, details });
}

/**
 * Gives a batch up. If its file was never taken, that is all. If it was, the next batch spends a coin of it, so that the file is worth
 * nothing. If signed payments wait behind its nonces, and no next batch would spend these, a new draft does. If it is signed, a
 * transaction to ourselves takes its place: the batch is cancelled once a block has settled that. The plan throws `not_found`;
 * `state_conflict` if it has ended, or is being cancelled.
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
    return isSigned ? PAYOUTS[payout.network].nodeRate(services) : 0n;
  },
  plan: async (tx, { services, operator, known }, { id }) => {
    const payout = await lockedCoinPayout(tx, id, "draft", "released", "signed", "sent");
    const newest = await newestAttempts(tx, id);
    if (isCancelling(newest)) throw new DomainError("state_conflict");
    const form = await formOf(tx, payout);
    const { cancel } = PAYOUTS[payout.network];
    const chosen = form === "signed" ? await cancel(tx, services, payout, known) : undefined;
    const payments = (await listCoinPayments(tx, id)).length;
    return {
      subject: `the batch of coins ${id}`,
      once: id,
      details: {
        Payments: String(payments),
        ...(chosen && { "Network's fee": exactMoney(chosen.fee, payout.currency) }),
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
      run: async (log) => {
        if (chosen === undefined) {
          await giveUp(tx, services, payout, form);
          await fillGap(tx, { ...services, log }, operator, payout);
        } else await chosen.write(tx, newest[0].position + 1n);
        return coinPayoutOf(tx, services, id);
      },
    };
  },
};

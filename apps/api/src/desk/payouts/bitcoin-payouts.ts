/** Batches on Bitcoin: each attempt is one transaction, which spends coins and pays all at once. */
import { checkSigned } from "@wattle/bitcoin/check-signed";
import { boundedRate, HIGHEST_FEE, parseFeeRate } from "@wattle/bitcoin/fee-rate";
import { Refused } from "@wattle/bitcoin/refused";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { listAttemptCoins, listAttempts } from "@wattle/db/coin-attempts";
import type { WriteTx } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { heightOf } from "../../chains/followed.ts";
import type { ActServices } from "../approvals/act.ts";
import { askNode } from "./ask-node.ts";
import {
  addAttempt,
  chooseForMost,
  chooseOrConflict,
  outputOf,
  spendableOf,
  type ChosenCoins,
  type Spendable,
} from "./choose-coins.ts";
import { coinPaymentOf, coinPaymentsOf, venuePayments, type CoinPayment } from "./coin-payments.ts";
import { newestAttempts, type Replaceable } from "./draft-coin-payouts.ts";
import { freeCoins, remainingCoins, replacesOrFirst } from "./free-coins.ts";
import type { Asked, Chosen, Drafting, NetworkPayouts } from "./network-payouts.ts";
import { paymentFileOf } from "./payment-files.ts";

/** The rate if a node has no estimate, as on a chain that is nearly empty: 5 sat/vB. */
const USUAL_RATE = 5_000n;

/** A fee rate for a block soon, within our own bounds. */
const nodeRate = ({ networks: { bitcoin } }: ActServices): Promise<bigint> =>
  askNode(async () => boundedRate((await bitcoin?.node.feeRate()) ?? USUAL_RATE));

const asChosen = (
  services: ActServices,
  payout: CoinPayoutRow,
  kind: CoinAttempt["kind"],
  coins: ChosenCoins,
): Chosen => ({
  members: coins.payments.flatMap(({ member }) => member ?? []),
  leftOut: [],
  rate: coins.rate,
  fee: coins.selection.fee,
  write: (tx, position) => addAttempt(tx, services, payout, kind, coins, position),
});

async function prepare(services: ActServices, asked: Asked): Promise<(tx: WriteTx) => Promise<Drafting>> {
  const rate = await nodeRate(services);
  const { what } = asked;
  return async (tx) => {
    const { coins, unburied } = await freeCoins(tx, asked);
    return {
      unburied,
      mayBeEmpty: false,
      choose(payout, members) {
        const { change_script: changeScript } = payout;
        if (what === "payments") {
          const payments = members.map((member) => outputOf(services, coinPaymentOf(services, member)));
          const replaces = replacesOrFirst(unburied, members);
          const most = chooseForMost({ payments, coins, rate, changeScript, replaces });
          return asChosen(services, payout, "pay", most);
        }
        const moved = coins.filter(({ treasury }) => treasury !== (what === "sweep"));
        // To consolidate, one coin of the treasury is as good as another.
        if (moved.length < (what === "consolidate" ? 2 : 1))
          throw new DomainError("state_conflict", { message: OWN_MESSAGES.noCoinToMove });
        const chosen = chooseOrConflict({
          payments: venuePayments(services, payout).map((payment) => outputOf(services, payment)),
          coins: moved,
          rate,
          changeScript,
          replaces: unburied.filter(({ isFree }) => isFree).map(({ free }) => free),
          all: what !== "venue",
        });
        if (chosen.selection.fee > HIGHEST_FEE)
          throw new DomainError("state_conflict", { message: OWN_MESSAGES.coinsScattered });
        return asChosen(services, payout, "pay", chosen);
      },
    };
  };
}

async function chooseAgain(
  tx: WriteTx,
  services: ActServices,
  payout: CoinPayoutRow,
  members: readonly Payment[],
): Promise<Chosen> {
  const [own] = await newestAttempts(tx, payout.id);
  const spends = (await listAttemptCoins(tx, payout.network, own.id)).map(spendableOf);
  const { coins, unburied } = await freeCoins(tx, payout, own);
  const isOwn = (coin: Spendable): boolean =>
    spends.some(({ txid, output }) => txid === coin.txid && output === coin.output);
  const chosen = chooseOrConflict({
    payments: members.map((member) => outputOf(services, coinPaymentOf(services, member))),
    coins,
    rate: own.fee_rate,
    changeScript: payout.change_script,
    // It still replaces what the draft did.
    replaces: unburied.filter(({ free }) => free.some(isOwn)).map(({ free }) => free),
  });
  return asChosen(services, payout, "pay", chosen);
}

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
): Promise<ChosenCoins> {
  const attempts = await listAttempts(tx, payout.id);
  const [newest] = await newestAttempts(tx, payout.id);
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
    payments: payments.map((payment) => outputOf(services, payment)),
    coins,
    rate,
    changeScript: payout.change_script,
    required,
    replaces,
    replaced: before && { fee: before.fee, size: heightOf(before.size) },
  });
}

async function bump(
  tx: WriteTx,
  services: ActServices,
  payout: CoinPayoutRow,
  text: string,
): Promise<Chosen> {
  const [newest] = await newestAttempts(tx, payout.id);
  const rate = parseFeeRate(text);
  if (rate === undefined) throw DomainError.at("fee_rate", "validation_failed", OWN_MESSAGES.feeRateForm);
  if (rate <= newest.fee_rate) throw DomainError.at("fee_rate", "validation_failed", OWN_MESSAGES.feeRateLow);
  const kind = newest.kind === "cancel" ? "cancel" : "bump";
  try {
    const chosen = await chooseReplacement(tx, services, payout, { rate, pays: kind === "bump" });
    return asChosen(services, payout, kind, chosen);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw DomainError.at("fee_rate", "validation_failed", OWN_MESSAGES.feeRateHigh);
  }
}

async function cancel(
  tx: WriteTx,
  services: ActServices,
  payout: CoinPayoutRow,
  known: bigint,
): Promise<Chosen> {
  const [newest] = await newestAttempts(tx, payout.id);
  const rate = known > newest.fee_rate ? known : newest.fee_rate;
  const chosen = await chooseReplacement(tx, services, payout, { rate, pays: false });
  return asChosen(services, payout, "cancel", chosen);
}

const onlyOne = ([attempt]: readonly CoinAttempt[]): CoinAttempt => {
  if (attempt === undefined) throw new TypeError("a batch has no attempt");
  return attempt;
};

export const BITCOIN_PAYOUTS: NetworkPayouts = {
  prepare,
  chooseAgain,
  mustChooseAgain: () => Promise.resolve(false),
  bump,
  nodeRate,
  cancel,
  fileOf: (services, payout, newest) => paymentFileOf(services, payout, onlyOne(newest)),
  extension: "psbt",
  checkSigned(released, content, newest) {
    const attempt = onlyOne(newest);
    const { txid, raw } = checkSigned(released, content);
    if (txid !== attempt.txid) throw new DomainError("state_conflict");
    return [{ attempt, txid, raw }];
  },
  mayPay: (_reader, _payout, newest, members) =>
    Promise.resolve(newest.some(({ kind }) => kind !== "cancel") ? members : []),
};

/** Batches on Ethereum: each withdrawal is a transaction of its own, and no two attempts with the same nonce can be in blocks. */
import { parseAddress } from "@wattle/ethereum/address";
import { parseGwei } from "@wattle/ethereum/wei";
import { PLAIN_GAS } from "@wattle/ethereum/transfer";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { findBalance } from "@wattle/db/chain-balances";
import { listAttempts } from "@wattle/db/coin-attempts";
import { findChainState } from "@wattle/db/chains";
import { listBatchNonces, listOwing, nonceAttempt, type NonceAttempt } from "@wattle/db/coin-nonces";
import { findAddressAt } from "@wattle/db/coin-wallets";
import { listCoinPayments } from "@wattle/db/coin-payouts";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { ETHEREUM } from "../../chains/ethereum.ts";
import { currentWallet } from "../../coins/wallets.ts";
import type { ActServices } from "../approvals/act.ts";
import { batchFileOf, signedAttempts } from "./batch-files.ts";
import { coinPaymentOf, venuePayments } from "./coin-payments.ts";
import { kindOf, newestAttempts, requireNetwork } from "./draft-coin-payouts.ts";
import { broughtBy, nodeRates, prepare } from "./ethereum-drafts.ts";
import { HIGHEST_RAISE, isAllowed, isRaise, ratesAbove, type GasRates } from "./gas-rates.ts";
import type { Chosen, NetworkPayouts } from "./network-payouts.ts";
import { asChosen, emptyOf, type Planned } from "./nonce-attempts.ts";
import { noncesOf, ratesOfNonces } from "./own-nonces.ts";

/** An attempt again, with another nonce or fee. */
function plannedAgain(
  services: ActServices,
  payout: CoinPayoutRow,
  { kind, sender, nonce, value, size, transaction_id: pays }: NonceAttempt,
  { members, rates }: { readonly members: readonly Payment[]; readonly rates: GasRates },
): Planned {
  if (kind === "cancel") return emptyOf(sender, nonce, rates);
  const same = { kind, sender, nonce, value, gas: size, rates };
  if (payout.what === "sweep") return { ...same, to: payout.change_script, member: null };
  const member = members.find(({ id }) => id === pays);
  const [payment] = member ? [coinPaymentOf(services, member)] : venuePayments(services, payout);
  if (payment === undefined) throw new DomainError("state_conflict");
  return { ...same, to: parseAddress(payment.address).script, member: member ?? null };
}

async function chooseAgain(
  tx: WriteTx,
  services: ActServices,
  payout: CoinPayoutRow,
  members: readonly Payment[],
): Promise<Chosen> {
  // A move whose nonce is gone may have been made by an earlier file.
  if (payout.what !== "payments") throw new DomainError("state_conflict");
  const newest = await newestAttempts(tx, payout.id);
  const drafted = newest.map(nonceAttempt);
  // Those that take no one's place have the rate of the node.
  const drawn = drafted.reduce((lowest, each) => (each.fee_rate < lowest.fee_rate ? each : lowest));
  const rates = { maxFee: drawn.fee_rate, maxTip: drawn.tip_rate };
  const left = drafted.filter(
    ({ kind, transaction_id: pays }) => kind !== "cancel" && members.some(({ id }) => id === pays),
  );
  const planned: Planned[] = [];
  for (const [sender, attempts] of Map.groupBy(drafted, ({ sender }) => sender)) {
    const own = await noncesOf(tx, sender, undefined, drafted);
    const paying = left.filter((attempt) => attempts.includes(attempt));
    const { payments, gaps } = own.choose(
      paying.map((attempt) => ({
        ...plannedAgain(services, payout, attempt, { members, rates }),
        nonce: own.unburied.find((each) => each.isFree && each.pays.has(attempt.transaction_id ?? ""))?.nonce,
      })),
    );
    const ratesFor = await ratesOfNonces(tx, sender, own.free, rates);
    planned.push(
      ...payments.map((each) => ({ ...each, rates: ratesFor(each.nonce) })),
      ...gaps.map((nonce) => emptyOf(sender, nonce, ratesFor(nonce))),
    );
  }
  return asChosen(services, payout, planned);
}

/** The newest attempts of a batch with nonces that no block has settled. */
async function openAttempts(
  reader: Reader,
  payout: CoinPayoutRow,
  settled: bigint,
): Promise<{ readonly newest: NonceAttempt[]; readonly all: NonceAttempt[] }> {
  const nonces = await listBatchNonces(reader, payout.network, payout.id);
  const isOpen = ({ sender, nonce }: NonceAttempt): boolean =>
    nonces.some(
      (each) =>
        each.sender === sender &&
        each.nonce === nonce &&
        (each.spent_height === null || each.spent_height > settled),
    );
  const all = (await listAttempts(reader, payout.id)).map(nonceAttempt).filter(isOpen);
  const newest = new Map(all.map((attempt) => [`${attempt.sender}:${attempt.nonce}`, attempt]));
  return { newest: [...newest.values()], all };
}

/** Those of the attempts that have the nonce of another one. */
const ofNonce = (all: readonly NonceAttempt[], { sender, nonce }: NonceAttempt): NonceAttempt[] =>
  all.filter((each) => each.sender === sender && each.nonce === nonce);

/** Whether a rate raises what a batch pays; if it pays no one, one of its transactions at least. */
function raises(maxFee: bigint, newest: readonly NonceAttempt[], all: readonly NonceAttempt[]): boolean {
  const isRaised = (attempt: NonceAttempt): boolean => isRaise(maxFee, ofNonce(all, attempt));
  const paying = newest.filter(({ kind }) => kind !== "cancel");
  return paying.length > 0 ? paying.every(isRaised) : newest.some(isRaised);
}

const gone = (): DomainError => new DomainError("state_conflict", { message: OWN_MESSAGES.nonceGone });

/** A sweep pays a higher fee out of what the account has now; undefined if that is no longer worth it. */
async function sweptAt(tx: WriteTx, planned: Planned): Promise<Planned | undefined> {
  const value = broughtBy(await findBalance(tx, ETHEREUM, planned.sender), planned.rates);
  return value === undefined ? undefined : { ...planned, value };
}

async function bump(
  tx: WriteTx,
  services: ActServices,
  payout: CoinPayoutRow,
  text: string,
): Promise<Chosen> {
  const refuse = (message: "feeRateForm" | "gasPriceLow" | "gasPriceHigh"): DomainError =>
    DomainError.at("fee_rate", "validation_failed", OWN_MESSAGES[message]);
  const { newest, all } = await openAttempts(tx, payout, await requireNetwork(tx, payout.network));
  if (newest.length === 0) throw gone();
  const maxFee = parseGwei(text);
  if (maxFee === undefined) throw refuse("feeRateForm");
  if (!raises(maxFee, newest, all)) throw refuse("gasPriceLow");
  const members = await listCoinPayments(tx, payout.id);
  const planned: Planned[] = [];
  for (const attempt of newest) {
    const rates = ratesAbove(ofNonce(all, attempt), { maxFee, maxTip: 0n });
    const again = plannedAgain(services, payout, attempt, { members, rates });
    const isTooHigh = again.kind !== "cancel" && rates.maxFee > HIGHEST_RAISE;
    if (isTooHigh || !isAllowed(again.gas, again.rates)) throw refuse("gasPriceHigh");
    const raised = again.kind === "cancel" ? again : { ...again, kind: "bump" as const };
    const isSwept = payout.what === "sweep" && raised.kind === "bump";
    const worth = isSwept ? await sweptAt(tx, raised) : raised;
    if (worth === undefined) throw refuse("gasPriceHigh");
    planned.push(worth);
  }
  return asChosen(services, payout, planned);
}

async function cancel(
  tx: WriteTx,
  services: ActServices,
  payout: CoinPayoutRow,
  rate: bigint,
): Promise<Chosen> {
  const { newest, all } = await openAttempts(tx, payout, await requireNetwork(tx, payout.network));
  if (newest.length === 0) throw gone();
  const planned = newest.map((attempt) => {
    const rates = ratesAbove(ofNonce(all, attempt), { maxFee: rate, maxTip: 0n });
    if (attempt.kind !== "cancel" && !isAllowed(PLAIN_GAS, rates))
      throw new DomainError("state_conflict", { message: OWN_MESSAGES.gasPriceHigh });
    return emptyOf(attempt.sender, attempt.nonce, rates);
  });
  return asChosen(services, payout, planned);
}

/** The address that pays; undefined before its first payment. */
async function treasuryAddress(reader: Reader) {
  const wallet = await currentWallet(reader, ETHEREUM, "treasury");
  return wallet && findAddressAt(reader, wallet.id, 0n);
}

const paysNone = ({ transaction_id: pays }: CoinAttempt): boolean => pays === null;

/** Blocks take the nonces of an account in their order: a signed transaction waits for each lower one that is free. */
async function fillGap(
  tx: WriteTx,
  services: ActServices,
  givenUp: readonly CoinAttempt[],
): Promise<((draft: CoinPayoutRow) => Chosen) | undefined> {
  const [first] = givenUp.map(nonceAttempt);
  const state = await findChainState(tx, ETHEREUM);
  if (first === undefined || state === undefined || state.paused_because !== null) return undefined;
  const planned: Planned[] = [];
  const rates = { maxFee: first.fee_rate, maxTip: first.tip_rate };
  const { script: treasury } = (await treasuryAddress(tx)) ?? {};
  // The next batch with payments takes these nonces, to pay the same or to close the gap.
  const isLeft = givenUp.some(({ fetched_at: at }) => at !== null) || givenUp.every(paysNone);
  for (const script of new Set(givenUp.map((each) => nonceAttempt(each).sender))) {
    if (isLeft && script === treasury) continue;
    const account = { network: ETHEREUM, script, settled: state.settled_height } as const;
    const signed = (await listOwing(tx, account)).filter(({ stored_at }) => stored_at !== null);
    const { free } = await noncesOf(tx, script, undefined);
    const gaps = free.filter((nonce) => signed.some((each) => each.nonce > nonce));
    const ratesFor = await ratesOfNonces(tx, script, gaps, rates);
    planned.push(...gaps.map((nonce) => emptyOf(script, nonce, ratesFor(nonce))));
  }
  return planned.length === 0 ? undefined : (draft) => asChosen(services, draft, planned);
}

export const ETHEREUM_PAYOUTS: NetworkPayouts = {
  prepare,
  chooseAgain,
  async mustChooseAgain(tx, { id, network }) {
    const nonces = await listBatchNonces(tx, network, id);
    return nonces.some(({ spent_height: at }) => at !== null);
  },
  bump,
  nodeRate: async (services) => (await nodeRates(services)).maxFee,
  cancel,
  fillGap,
  fileOf: batchFileOf,
  extension: "json",
  checkSigned: signedAttempts,
  async mayPay(reader, payout, newest, members) {
    if (kindOf(newest) === "cancel") return [];
    // A file is stored while the network is paused, and sent later.
    const settled = (await findChainState(reader, payout.network))?.settled_height ?? 0n;
    const open = (await openAttempts(reader, payout, settled)).all;
    const paying = newest.filter(({ id, kind }) => kind !== "cancel" && open.some((each) => each.id === id));
    return members.filter(({ id }) => paying.some(({ transaction_id: pays }) => pays === id));
  },
};

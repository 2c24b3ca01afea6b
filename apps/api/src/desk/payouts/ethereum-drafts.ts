/** New batches on Ethereum: withdrawals are paid by the treasury's first address, which a sweep brings customers' coins to. */
import { parseAddress } from "@wattle/ethereum/address";
import { WEI_PER_UNIT } from "@wattle/ethereum/wei";
import { PLAIN_GAS } from "@wattle/ethereum/transfer";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { MOST_COIN_PAYMENTS } from "@wattle/contracts/coin-payouts";
import { highestNonce, listRichest } from "@wattle/db/coin-nonces";
import { findAddressAt } from "@wattle/db/coin-wallets";
import { findCoinPayout } from "@wattle/db/coin-payouts";
import type { Reader, WriteTx } from "@wattle/db/database";
import { ETHEREUM } from "../../chains/ethereum.ts";
import { ChainNodeError } from "../../chains/chain-node.ts";
import type { EthereumNode } from "../../chains/ethereum-node.ts";
import { heightOf } from "../../chains/followed.ts";
import { pauseNetwork } from "../../coins/pause-network.ts";
import { venuePaymentOf, type VenuePayment } from "../../coins/venue-payment.ts";
import { currentWallet, takeTreasuryPlace } from "../../coins/wallets.ts";
import type { ActServices } from "../approvals/act.ts";
import { askNode } from "./ask-node.ts";
import { requireNetwork, type Replaceable } from "./draft-coin-payouts.ts";
import { placeOf } from "./batch-files.ts";
import { coinPaymentOf, venuePayments, type CoinPayment } from "./coin-payments.ts";
import { isAllowed, MOST_GAS, ratesOf, type GasRates } from "./gas-rates.ts";
import type { Asked, Chosen, Drafting } from "./network-payouts.ts";
import { asChosen, costOf, emptyOf, type Planned } from "./nonce-attempts.ts";
import { availableWei, noncesOf, ratesOfNonces, requireBalances, type OwnNonces } from "./own-nonces.ts";
import { contractsInPayment, oneByOne, unprovenAmong } from "./unproven-recipients.ts";

/** Characters of a node's words that staff read. */
const LONGEST_REASON = 120;

const short = (): DomainError => new DomainError("state_conflict", { message: OWN_MESSAGES.coinsShort });

/** Why a payment can't be: our words, for staff. */
interface Refusal {
  readonly reason: string;
}

const TOO_MUCH: Refusal = { reason: "The treasury's address has too little for it. Sweep first." };

const UNPROVEN: Refusal = { reason: "Its recipient is a contract that must take one payment first." };

/** Gas that a payment may take: what it needs now, and a fifth more if a contract gets it. */
async function gasOf(
  node: EthereumNode,
  payment: Parameters<EthereumNode["gasFor"]>[0],
): Promise<bigint | Refusal> {
  try {
    const needed = await node.gasFor(payment);
    return needed <= PLAIN_GAS ? PLAIN_GAS : (needed * 12n) / 10n;
  } catch (error) {
    if (!(error instanceof ChainNodeError) || error.failure !== "refused") throw error;
    return { reason: `Its recipient does not take it: ${error.message}`.slice(0, LONGEST_REASON) };
  }
}

/** Script of the treasury's first address, which is watched from now on; undefined without a wallet. @throws WalletChanged */
async function treasuryOf(services: ActServices): Promise<string | undefined> {
  const { read, write } = services.database;
  const wallet = await currentWallet(read, ETHEREUM, "treasury");
  if (wallet === undefined) return undefined;
  const first =
    (await findAddressAt(read, wallet.id, 0n)) ??
    (await write((tx) => takeTreasuryPlace(tx, services, wallet)));
  return first.script;
}

function nodeOf({ networks: { ethereum } }: ActServices): EthereumNode {
  if (ethereum === undefined) throw new DomainError("service_unavailable");
  return ethereum.node;
}

/** Rates of the node for a block soon. Its chain is asked each time: another node may answer at its address by now. */
export const nodeRates = (services: ActServices): Promise<GasRates> =>
  askNode(async () => {
    const node = nodeOf(services);
    if ((await node.chainId()) !== services.networks.ethereum?.chainId)
      throw new ChainNodeError("garbage", "the node is on another chain");
    return ratesOf(await node.fees());
  });

const keyOf = ({ member }: Pick<CoinPayment, "member">): string => member?.id ?? "venue";

/** Known before the network is locked. */
interface Known {
  readonly rates: GasRates;
  readonly treasury: string;
  /** The treasury's next nonce at the node. */
  readonly next: bigint;
  /** Gas of each payment, by its key. */
  readonly gas: ReadonlyMap<string, bigint | Refusal>;
  /** Scripts of recipients that no block has paid yet. */
  readonly unproven: ReadonlySet<string>;
  /** References that a person has named. */
  readonly again: readonly string[];
}

/**
 * The next nonce of an account at the node, as of the settled block. If that is above all that we have claimed, someone else has sent with
 * the key, or the node lies: the network pauses itself.
 * @throws DomainError `paused`
 */
async function nextNonce(services: ActServices, script: string): Promise<bigint> {
  const { read, write } = services.database;
  const settled = await requireNetwork(read, ETHEREUM);
  const atNode = await askNode(() => nodeOf(services).nonceAt(script, heightOf(settled)));
  const highest = await highestNonce(read, ETHEREUM, script);
  if (highest === undefined || atNode <= highest + 1n) return atNode;
  const reason = `a node knows ${atNode} transactions of ${script}, and no batch made those above nonce ${highest}`;
  await write((tx) => pauseNetwork(tx, services, ETHEREUM, reason));
  throw new DomainError("paused");
}

/** Whether a customer's contract takes more gas than the house pays unasked. */
const isCostly = (
  needed: bigint | Refusal,
  { member }: CoinPayment,
  again: readonly string[],
): needed is bigint =>
  typeof needed === "bigint" && needed > MOST_GAS && member !== null && !again.includes(member.reference);

const costly = (needed: bigint): Refusal => ({
  reason: `Its recipient takes ${needed} gas. Name its reference to pay it.`,
});

async function known(
  services: ActServices,
  treasury: string,
  payments: readonly CoinPayment[],
  again: readonly string[],
): Promise<Known> {
  const has = await availableWei(services.database.read, treasury);
  const rates = await nodeRates(services);
  const gas = new Map<string, bigint | Refusal>();
  for (const payment of payments) {
    const value = payment.amount * WEI_PER_UNIT;
    const transfer = { from: treasury, to: parseAddress(payment.address).script, value };
    // A node refuses what an account does not have, which says nothing of the recipient.
    const needed = value <= has ? await askNode(() => gasOf(nodeOf(services), transfer)) : TOO_MUCH;
    gas.set(keyOf(payment), isCostly(needed, payment, again) ? costly(needed) : needed);
  }
  const unproven = await unprovenAmong(services.database.read, payments);
  return { rates, treasury, next: await nextNonce(services, treasury), gas, unproven, again };
}

interface Payable extends CoinPayment {
  readonly gas: bigint;
  /** The nonce that it must have, if it must have one. */
  readonly nonce: bigint | undefined;
}

/** Payments to the venue that transactions of cancelled batches would make, by the batch. */
type VenueMoves = ReadonlyMap<string, VenuePayment>;

async function venueMoves(
  reader: Reader,
  services: ActServices,
  unburied: readonly Replaceable[],
): Promise<VenueMoves> {
  const moves = new Map<string, VenuePayment>();
  for (const { payoutId, isVenue } of unburied) {
    const payout = isVenue ? await findCoinPayout(reader, payoutId) : undefined;
    const move = payout && venuePaymentOf(services, payout);
    if (move) moves.set(payoutId, move);
  }
  return moves;
}

/** Whether a transaction of a cancelled batch would pay the same: the signer refuses another payment with its nonce. */
const paysSame =
  ({ member, address, amount }: CoinPayment, moves: VenueMoves) =>
  ({ payoutId, isVenue, pays }: Replaceable): boolean => {
    if (member !== null) return pays.has(member.id);
    const move = isVenue ? moves.get(payoutId) : undefined;
    return move?.amount === amount && parseAddress(move.address).script === parseAddress(address).script;
  };

/** All that payments of one batch depend on, as the locked network has it. */
interface Sorting {
  readonly own: OwnNonces;
  readonly moves: VenueMoves;
  /** Scripts of contracts that open batches pay. */
  readonly inPayment: ReadonlySet<string>;
  readonly ratesFor: (nonce: bigint) => GasRates;
  /** Wei that the treasury may spend. */
  readonly available: bigint;
}

/** The payments with their gas, and why the others can't be. Those that are new since then wait. */
function sortOut(
  payments: readonly CoinPayment[],
  { gas, rates: fresh, unproven, again }: Known,
  { own, moves, inPayment, ratesFor, available }: Sorting,
) {
  const payable: Payable[] = [];
  const refused: (Refusal & Pick<CoinPayment, "member">)[] = [];
  const mustWait = oneByOne(unproven, inPayment);
  for (const payment of payments) {
    const { member } = payment;
    const needed = gas.get(keyOf(payment));
    if (needed === undefined) continue;
    const nonce = own.unburied.find((other) => other.isFree && paysSame(payment, moves)(other))?.nonce;
    const rates = nonce === undefined ? fresh : ratesFor(nonce);
    // A person has named it, or it goes to the venue, or its file may pay it anyway.
    const isDecided = member === null || again.includes(member.reference) || nonce !== undefined;
    if (typeof needed !== "bigint") refused.push({ member, ...needed });
    else if (!isAllowed(needed, rates))
      refused.push({ member, reason: "Its fee would be above the signer's ceiling." });
    // The others must not wait for it.
    else if (costOf({ value: payment.amount, gas: needed, rates }) > available)
      refused.push({ member, ...TOO_MUCH });
    else if (mustWait({ ...payment, gas: needed }) && !isDecided) refused.push({ member, ...UNPROVEN });
    else payable.push({ ...payment, gas: needed, nonce });
  }
  return { payable, refused };
}

/** Payments by the treasury: as many as it can pay, in its nonces. */
async function openPayments(tx: WriteTx, services: ActServices, found: Known): Promise<Drafting> {
  const { treasury } = found;
  const own = await noncesOf(tx, treasury, found.next);
  const moves = await venueMoves(tx, services, own.unburied);
  const inPayment = await contractsInPayment(tx, services);
  const available = await availableWei(tx, treasury);
  const ratesFor = await ratesOfNonces(tx, treasury, own.free, found.rates);
  const isPayable = (planned: readonly Planned[]): boolean =>
    planned.reduce((sum, each) => sum + costOf(each), 0n) <= available;
  const plan = (payments: readonly Payable[]): Planned[] => {
    const chosen = own.choose(payments);
    return [
      ...chosen.payments.map(({ member, address, amount: value, gas, nonce }): Planned => {
        const to = parseAddress(address).script;
        return { kind: "pay", sender: treasury, to, nonce, value, gas, rates: ratesFor(nonce), member };
      }),
      ...chosen.gaps.map((nonce) => emptyOf(treasury, nonce, ratesFor(nonce))),
    ];
  };
  return {
    unburied: own.unburied,
    mayBeEmpty: own.mustSpend,
    choose(payout, members, before = []) {
      const isVenue = payout.what === "venue";
      const payments = [
        ...members.map((member) => coinPaymentOf(services, member)),
        ...venuePayments(services, payout),
      ];
      for (const move of isVenue ? payments : [])
        if (own.unburied.some((other) => other.isVenue && !paysSame(move, moves)(other)))
          throw new DomainError("state_conflict", { message: OWN_MESSAGES.moveUnsettled });
      const { payable, refused } = sortOut(payments, found, { own, moves, inPayment, ratesFor, available });
      const leftOut = refused.flatMap(({ member, reason }) => (member ? [{ ...member, reason }] : []));
      const isShort =
        refused.length < payments.length || refused.some(({ reason }) => reason === TOO_MUCH.reason);
      const fewest = isVenue || (isShort && !own.hasGap) ? 1 : 0;
      for (let count = Math.min(payable.length, MOST_COIN_PAYMENTS); count >= fewest; count--) {
        const planned = plan(payable.slice(0, count));
        if (planned.length > 0 && isPayable(planned)) return asChosen(services, payout, planned, leftOut);
      }
      if (isShort) throw short();
      const [first, ...more] = [...before, ...leftOut];
      if (first === undefined)
        throw DomainError.at("address", "validation_failed", OWN_MESSAGES.venueRefuses);
      throw DomainError.at("currency", "validation_failed", ownMessage.leftOut(first.reference, more.length));
    },
  };
}

/** Smallest units that an account brings to the treasury; undefined if that is less than it costs. */
export function broughtBy(wei: bigint, rates: GasRates): bigint | undefined {
  const fee = PLAIN_GAS * rates.maxFee;
  const value = (wei - fee) / WEI_PER_UNIT;
  return value * WEI_PER_UNIT > fee ? value : undefined;
}

/** The accounts that a sweep may empty. */
const RICHEST = { network: ETHEREUM, most: MOST_COIN_PAYMENTS } as const;

/**
 * The accounts that bring more than their fee, of one seed, since one signer signs the file: those of another seed than the treasury's come
 * first.
 */
async function ofOneSeed(
  tx: WriteTx,
  services: ActServices,
  { treasury, rates }: Pick<Known, "treasury" | "rates">,
) {
  const seedOf = async (script: string) => (await placeOf(tx, services, script)).wallet.fingerprint;
  const target = await seedOf(treasury);
  const all = [];
  for (const balance of await listRichest(tx, { ...RICHEST, except: treasury }))
    if (broughtBy(balance.wei, rates) !== undefined)
      all.push({ ...balance, seed: await seedOf(balance.script) });
  const seed = all.find((each) => each.seed !== target)?.seed ?? target;
  return all
    .filter((each) => each.seed === seed)
    .map(({ script, wei }) => ({ script, wei, isOwnSeed: seed === target }));
}

async function openSweep(
  tx: WriteTx,
  services: ActServices,
  {
    treasury,
    rates,
    next,
  }: Pick<Known, "treasury" | "rates"> & { readonly next: ReadonlyMap<string, bigint> },
): Promise<Drafting> {
  const nothing = (): DomainError =>
    new DomainError("state_conflict", { message: OWN_MESSAGES.noCoinToMove });
  await requireBalances(tx);
  const planned: Planned[] = [];
  for (const { script, wei, isOwnSeed } of await ofOneSeed(tx, services, { treasury, rates })) {
    const atNode = next.get(script);
    if (atNode === undefined) continue;
    const own = await noncesOf(tx, script, atNode);
    const ratesFor = await ratesOfNonces(tx, script, own.free, rates);
    // Within a seed a sweep is signed with any nonce: it pays no one else.
    const { payments, gaps } = own.choose([{ nonce: isOwnSeed ? own.free[0] : undefined }]);
    const empty = gaps.map((gap) => emptyOf(script, gap, ratesFor(gap)));
    const left = empty.reduce((sum, each) => sum - costOf(each), wei);
    for (const { nonce } of payments) {
      const above = ratesFor(nonce);
      const value = broughtBy(left, above);
      if (value === undefined || !isAllowed(PLAIN_GAS, above)) continue;
      const swept = { sender: script, to: treasury, nonce, value, gas: PLAIN_GAS, rates: above };
      planned.push({ kind: "pay", ...swept, member: null }, ...empty);
    }
  }
  return {
    unburied: [],
    mayBeEmpty: false,
    choose(payout): Chosen {
      if (planned.length === 0) throw nothing();
      return asChosen(services, payout, planned);
    },
  };
}

/** As `NetworkPayouts.prepare`. */
export async function prepare(
  services: ActServices,
  { what, to, again, candidates }: Asked,
): Promise<(tx: WriteTx) => Promise<Drafting>> {
  if (what === "consolidate")
    throw new DomainError("state_conflict", { message: OWN_MESSAGES.noConsolidation });
  const { read } = services.database;
  const treasury = await treasuryOf(services);
  if (treasury === undefined) throw short();
  if (what === "sweep") {
    const rates = await nodeRates(services);
    const next = new Map<string, bigint>();
    for (const { script } of await listRichest(read, { ...RICHEST, except: treasury }))
      next.set(script, await nextNonce(services, script));
    return (tx) => openSweep(tx, services, { treasury, rates, next });
  }
  const payments = candidates.map((member) => coinPaymentOf(services, member));
  const found = await known(services, treasury, to ? [{ member: null, ...to }] : payments, again);
  return (tx) => openPayments(tx, services, found);
}

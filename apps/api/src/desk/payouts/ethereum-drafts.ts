/** New batches on Ethereum: withdrawals are paid by the treasury's first address, which a sweep brings customers' coins to. */
import { parseAddress } from "@wattle/ethereum/address";
import { WEI_PER_UNIT } from "@wattle/ethereum/wei";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { MOST_COIN_PAYMENTS } from "@wattle/contracts/coin-payouts";
import { findBalance } from "@wattle/db/chain-balances";
import { findChainState } from "@wattle/db/chains";
import { listRichest } from "@wattle/db/coin-nonces";
import { findAddressAt } from "@wattle/db/coin-wallets";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinAttempt } from "@wattle/db/tables";
import { ChainNodeError } from "../../chains/chain-node.ts";
import type { EthereumNode } from "../../chains/ethereum-node.ts";
import { heightOf } from "../../chains/followed.ts";
import { currentWallet } from "../../coins/wallets.ts";
import type { ActServices } from "../approvals/act.ts";
import { askNode } from "./ask-node.ts";
import { coinPaymentOf, venuePayments } from "./coin-payments.ts";
import { isAllowed, PLAIN_GAS, ratesAbove, ratesOf, type GasRates } from "./gas-rates.ts";
import type { Asked, Chosen, Drafting } from "./network-payouts.ts";
import { asChosen, costOf, emptyOf, type Planned } from "./nonce-attempts.ts";
import {
  availableWei,
  NETWORK,
  noncesOf,
  takenWith,
  unburiedNonces,
  type UnburiedNonce,
} from "./own-nonces.ts";

/** Characters of a node's words that staff read. */
const LONGEST_REASON = 120;

const short = (): DomainError => new DomainError("state_conflict", { message: OWN_MESSAGES.coinsShort });

/** Why a payment can't be: our words, for staff. */
interface Refusal {
  readonly reason: string;
}

const TOO_MUCH: Refusal = { reason: "The treasury's address has too little for it. Sweep first." };

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

/** Script of the treasury's first address, if it was ever used. */
async function treasuryOf(reader: Reader): Promise<string | undefined> {
  const wallet = await currentWallet(reader, NETWORK, "treasury");
  return wallet && (await findAddressAt(reader, wallet.id, 0n))?.script;
}

function nodeOf({ ethereum }: ActServices): EthereumNode {
  if (ethereum === undefined) throw new DomainError("service_unavailable");
  return ethereum.node;
}

/** Rates of the node for a block soon. */
export const nodeRates = (services: ActServices): Promise<GasRates> =>
  askNode(async () => ratesOf(await nodeOf(services).fees()));

/** Known before the network is locked. */
interface Known {
  readonly rates: GasRates;
  readonly treasury: string;
  /** The treasury's next nonce at the node. */
  readonly next: bigint;
  /** Gas of each withdrawal, by its id. */
  readonly gas: ReadonlyMap<string, bigint | Refusal>;
}

async function known(
  services: ActServices,
  treasury: string,
  candidates: readonly Payment[],
): Promise<Known> {
  const node = nodeOf(services);
  const { read } = services.database;
  const height = heightOf((await findChainState(read, NETWORK))?.settled_height ?? 0n);
  const has = await availableWei(read, treasury);
  const rates = await nodeRates(services);
  return askNode(async () => {
    const gas = new Map<string, bigint | Refusal>();
    for (const member of candidates) {
      const { address, amount } = coinPaymentOf(services, member);
      const payment = { from: treasury, to: parseAddress(address).script, value: amount * WEI_PER_UNIT };
      // A node refuses what an account does not have, which says nothing of the recipient.
      gas.set(member.id, payment.value <= has ? await gasOf(node, payment) : TOO_MUCH);
    }
    return { rates, treasury, next: await node.nonceAt(treasury, height), gas };
  });
}

/** The withdrawals with their gas, and those that can't be paid at these rates. */
function sortOut(members: readonly Payment[], { gas }: Known, rates: GasRates) {
  const payable: { readonly member: Payment; readonly gas: bigint }[] = [];
  const leftOut: { readonly id: string; readonly reference: string; readonly reason: string }[] = [];
  for (const member of members) {
    const { id, reference } = member;
    const needed = gas.get(id);
    if (needed === undefined) continue;
    if (typeof needed !== "bigint") leftOut.push({ id, reference, ...needed });
    else if (isAllowed(needed, rates)) payable.push({ member, gas: needed });
    else leftOut.push({ id, reference, reason: "Its fee would be above the signer's ceiling." });
  }
  return { payable, leftOut };
}

/** Payments by the treasury: as many as it can pay, in its nonces. */
async function openPayments(tx: WriteTx, services: ActServices, found: Known): Promise<Drafting> {
  const { treasury } = found;
  const own = await noncesOf(tx, treasury, found.next);
  const unburied = await unburiedNonces(
    tx,
    (script, nonce) => script === treasury && own.free.includes(nonce),
  );
  const available = await availableWei(tx, treasury);
  const rates = ratesAbove(await takenWith(tx, treasury, own.free), found.rates);
  const boundTo = (is: (each: UnburiedNonce) => boolean): bigint | undefined =>
    unburied.find((each) => each.free.length > 0 && is(each))?.nonce;
  const emptyAt = (nonce: bigint): Planned => emptyOf(treasury, nonce, PLAIN_GAS);
  const isPayable = (planned: readonly Planned[]): boolean =>
    planned.reduce((sum, each) => sum + costOf(each, rates), 0n) <= available;
  return {
    unburied,
    mayBeEmpty: own.hasGap,
    requireFree: () => undefined,
    pay(payout, members) {
      const { payable, leftOut } = sortOut(members, found, rates);
      for (let count = payable.length; ; count--) {
        const paid = payable.slice(0, count);
        const bound = paid.map(({ member }) => boundTo(({ pays }) => pays.has(member.id)));
        const { payments, gaps } = own.choose(bound);
        const planned = [
          ...paid.map(({ member, gas }, at): Planned => {
            const { address, amount: value } = coinPaymentOf(services, member);
            const to = parseAddress(address).script;
            return { kind: "pay", sender: treasury, to, nonce: payments[at] ?? 0n, value, gas, member };
          }),
          ...gaps.map(emptyAt),
        ];
        if (planned.length > 0 && isPayable(planned))
          return asChosen(services, payout, planned, rates, leftOut);
        if (count > 0) continue;
        const isRefused =
          leftOut.length === members.length && leftOut.every(({ reason }) => reason !== TOO_MUCH.reason);
        if (!isRefused) throw short();
        throw DomainError.at("currency", "validation_failed", OWN_MESSAGES.paymentsRefused);
      }
    },
    move(payout) {
      const others = unburied.filter(({ isVenue, free }) => isVenue && free.length > 0);
      const bound = boundTo(({ isVenue }) => isVenue);
      const [payment] = venuePayments(services, payout);
      const gas = found.gas.get(VENUE);
      if (payment === undefined || typeof gas !== "bigint") throw short();
      const { payments, gaps } = own.choose(
        [bound],
        others.map(({ nonce }) => nonce),
      );
      const [nonce = 0n] = payments;
      const to = parseAddress(payment.address).script;
      const planned: Planned[] = [
        { kind: "pay", sender: treasury, to, nonce, value: payment.amount, gas, member: null },
        ...gaps.map(emptyAt),
      ];
      if (!isAllowed(gas, rates) || !isPayable(planned)) throw short();
      return asChosen(services, payout, planned, rates);
    },
  };
}

/** Key of the gas of a move to the venue. */
const VENUE = "venue";

async function knownOfVenue(services: ActServices, treasury: string, { to }: Asked): Promise<Known> {
  const found = await known(services, treasury, []);
  if (to === undefined) throw new TypeError("a move to the venue has a payment");
  const payment = {
    from: treasury,
    to: parseAddress(to.address).script,
    value: to.amount * WEI_PER_UNIT,
  };
  if (payment.value > (await findBalance(services.database.read, NETWORK, treasury))) return found;
  const gas = await askNode(() => gasOf(nodeOf(services), payment));
  if (typeof gas !== "bigint")
    throw DomainError.at("address", "validation_failed", OWN_MESSAGES.paymentsRefused);
  return { ...found, gas: new Map([[VENUE, gas]]) };
}

/** The accounts that a sweep may empty, each with its next nonce at the node. */
async function richest(services: ActServices, treasury: string) {
  const { read } = services.database;
  const height = heightOf((await findChainState(read, NETWORK))?.settled_height ?? 0n);
  const found = await listRichest(read, { network: NETWORK, except: treasury, most: MOST_COIN_PAYMENTS });
  return askNode(async () => {
    const next = new Map<string, bigint>();
    for (const { script } of found) next.set(script, await nodeOf(services).nonceAt(script, height));
    return next;
  });
}

/** Smallest units that an account brings to the treasury; undefined if that is less than it costs. */
export function broughtBy(wei: bigint, rates: GasRates): bigint | undefined {
  const fee = PLAIN_GAS * rates.maxFee;
  const value = (wei - fee) / WEI_PER_UNIT;
  return value * WEI_PER_UNIT > fee ? value : undefined;
}

async function openSweep(
  tx: WriteTx,
  services: ActServices,
  { treasury, rates, next }: { treasury: string; rates: GasRates; next: ReadonlyMap<string, bigint> },
): Promise<Drafting> {
  const nothing = (): DomainError =>
    new DomainError("state_conflict", { message: OWN_MESSAGES.noCoinToMove });
  const found: { readonly script: string; readonly wei: bigint; readonly nonce: bigint }[] = [];
  const taken: CoinAttempt[] = [];
  for (const { script, wei } of await listRichest(tx, {
    network: NETWORK,
    except: treasury,
    most: MOST_COIN_PAYMENTS,
  })) {
    const atNode = next.get(script);
    if (atNode === undefined || broughtBy(wei, rates) === undefined) continue;
    const own = await noncesOf(tx, script, atNode);
    const [nonce = 0n] = own.choose([undefined]).payments;
    found.push({ script, wei, nonce });
    taken.push(...(await takenWith(tx, script, [nonce])));
  }
  const above = ratesAbove(taken, rates);
  const planned = found.flatMap(({ script, wei, nonce }): Planned[] => {
    const value = broughtBy(wei, above);
    if (value === undefined) return [];
    return [{ kind: "pay", sender: script, to: treasury, nonce, value, gas: PLAIN_GAS, member: null }];
  });
  return {
    unburied: [],
    mayBeEmpty: false,
    requireFree: () => undefined,
    pay() {
      throw nothing();
    },
    move(payout): Chosen {
      if (planned.length === 0 || !isAllowed(PLAIN_GAS, above)) throw nothing();
      return asChosen(services, payout, planned, above);
    },
  };
}

/** As `NetworkPayouts.prepare`. */
export async function prepare(
  services: ActServices,
  asked: Asked,
): Promise<(tx: WriteTx) => Promise<Drafting>> {
  const { what, candidates } = asked;
  if (what === "consolidate")
    throw new DomainError("state_conflict", { message: OWN_MESSAGES.noConsolidation });
  const treasury = await treasuryOf(services.database.read);
  if (treasury === undefined) throw short();
  if (what === "sweep") {
    const rates = await nodeRates(services);
    const next = await richest(services, treasury);
    return (tx) => openSweep(tx, services, { treasury, rates, next });
  }
  const found =
    what === "venue"
      ? await knownOfVenue(services, treasury, asked)
      : await known(services, treasury, candidates);
  return (tx) => openPayments(tx, services, found);
}

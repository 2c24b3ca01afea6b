/** A transaction that spends coins of ours, read from the chain itself: the rows of the follower only say where to look. */
import { addressOfScript } from "@wattle/bitcoin/address";
import { readBlock } from "@wattle/bitcoin/block";
import { InvalidChainData } from "@wattle/bitcoin/byte-reader";
import { readTransaction, type OutputPoint } from "@wattle/bitcoin/transaction";
import { DomainError } from "@wattle/contracts/errors";
import type { Network } from "@wattle/contracts/networks";
import { OWN_MESSAGES, type OwnMessage } from "@wattle/contracts/own-messages";
import { chainBlocksBetween, findChainState, outputsAmong, watchedAmong } from "@wattle/db/chains";
import { listSpending } from "@wattle/db/coin-attempts";
import type { ChainOutput } from "@wattle/db/tables";
import { spentHeightOf } from "@wattle/db/unknown-spends";
import { checksummed } from "@wattle/ethereum/address";
import { ChainNodeError } from "../chains/chain-node.ts";
import { BranchChanged, NodesDisagree } from "../chains/chain-source.ts";
import { heightOf } from "../chains/followed.ts";
import type { Services } from "../services.ts";
import { previousOf } from "./previous-transactions.ts";
import { placeOfScript, WalletChanged, type WalletServices } from "./wallets.ts";

type SpendServices = WalletServices & Pick<Services, "database" | "networks">;

/** Amounts in base units. */
export interface Spend {
  readonly network: Network;
  readonly txid: string;
  readonly height: number;
  /** Coins of ours that it spends; on networks with accounts the script of the account and its nonce. */
  readonly coins: readonly { readonly txid: string; readonly output: bigint }[];
  /** Payments to others. */
  readonly outputs: readonly { readonly script: string; readonly address: string; readonly amount: bigint }[];
  /** Part of it that we lack since, with the fee. */
  readonly away: bigint;
  /** The network's fee; 0 if others have paid for the transaction, too. */
  readonly fee: bigint;
}

type Found = Pick<Spend, "coins" | "outputs" | "away" | "fee"> | undefined;

interface Place {
  readonly txid: string;
  readonly height: number;
  /** Hash of its block, at all nodes. */
  readonly hash: string;
}

const refused = (message: OwnMessage): DomainError => DomainError.at("txid", "validation_failed", message);

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

/**
 * Compares a coin of ours with the transaction that made it. A node that prunes may have forgotten that: then only a coin that no batch
 * would spend is believed.
 */
async function checkCoin(services: SpendServices, coin: ChainOutput): Promise<void> {
  await placeOfScript(services.database.read, services, "bitcoin", coin.script);
  try {
    const made = readTransaction(await previousOf(services, "bitcoin", { ...coin, role: "treasury" }));
    const output = made.outputs[heightOf(coin.output)];
    if (made.txid === coin.txid && output?.script === coin.script && String(output.satoshi) === coin.amount)
      return;
  } catch (error) {
    const isUsed = (await listSpending(services.database.read, "bitcoin", [coin])).length > 0;
    if (!isUsed && error instanceof DomainError) return;
    throw error;
  }
  throw new WalletChanged(`the coin ${coin.txid}:${coin.output} was changed`);
}

const pointOf = ({ txid, output }: OutputPoint | ChainOutput): string => `${txid}:${output}`;

async function onBitcoin(services: SpendServices, { txid, hash }: Place): Promise<Found> {
  const { database, networks, config } = services;
  if (networks.bitcoin === undefined) return undefined;
  const { chain, node } = networks.bitcoin;
  const block = readBlock(chain, await node.rawBlock(hash));
  if (block.hash !== hash) throw new InvalidChainData("a block has another hash than the node says");
  const found = block.transactions.find((each) => each.txid === txid);
  if (found === undefined) return undefined;
  const points = new Set(found.inputs.map(pointOf));
  const made = await outputsAmong(
    database,
    "bitcoin",
    found.inputs.map((input) => input.txid),
  );
  const coins = made.filter((coin) => points.has(pointOf(coin)));
  for (const coin of coins) await checkCoin(services, coin);
  const ours = await watchedAmong(
    database,
    "bitcoin",
    found.outputs.map(({ script }) => script),
  );
  const spent = sumOf(coins.map(({ amount }) => BigInt(amount)));
  const amounts = found.outputs.map(({ satoshi }) => satoshi);
  const kept = found.outputs.filter(({ script }) => ours.has(script)).map(({ satoshi }) => satoshi);
  return {
    coins,
    outputs: found.outputs
      .filter(({ script }) => !ours.has(script))
      .map(({ script, satoshi: amount }) => {
        const address = addressOfScript(Buffer.from(script, "hex"), config.BITCOIN_CHAIN);
        return { script, address: address ?? `the script ${script}`, amount };
      }),
    away: spent - sumOf(kept),
    fee: coins.length === found.inputs.length ? spent - sumOf(amounts) : 0n,
  };
}

async function onEthereum(services: SpendServices, { txid, height, hash }: Place): Promise<Found> {
  const { database, networks } = services;
  const found = await networks.ethereum?.node.settledTransaction(txid, height);
  if (found === undefined) return undefined;
  const { from, to, nonce, outcome } = found;
  if (outcome.block.hash !== hash) throw new BranchChanged();
  const ours = await watchedAmong(database, "ethereum", to === null ? [from] : [from, to]);
  if (ours.has(from)) await placeOfScript(database.read, services, "ethereum", from);
  const isAway = outcome.ok && found.value > 0n && (to === null || !ours.has(to));
  const paid = isAway ? found.value : 0n;
  return {
    coins: ours.has(from) ? [{ txid: from, output: nonce }] : [],
    outputs: isAway
      ? [{ script: to ?? "", address: to === null ? "a new contract" : checksummed(to), amount: paid }]
      : [],
    away: paid + outcome.fee,
    fee: outcome.fee,
  };
}

const READ: Readonly<Record<Network, (services: SpendServices, place: Place) => Promise<Found>>> = {
  bitcoin: onBitcoin,
  ethereum: onEthereum,
};

/** The settled block in which a transaction is said to be, as all nodes have it. */
async function placeOf(services: SpendServices, network: Network, txid: string): Promise<Place> {
  const { read } = services.database;
  const source = services.networks[network]?.source();
  const settled = (await findChainState(read, network))?.settled_height ?? -1n;
  const height = await spentHeightOf(read, network, { txid, settled });
  if (source === undefined || height === undefined) throw refused(OWN_MESSAGES.spendNone);
  const reached = await source.settled((await source.tip()).height);
  if (reached === undefined || BigInt(reached.height) < height) throw refused(OWN_MESSAGES.spendNone);
  const hash = await source.settledHashAt(heightOf(height));
  const [followed] = await chainBlocksBetween(read, network, height, height);
  if (followed?.hash !== hash) throw new NodesDisagree(`nodes have another block at height ${height}`);
  return { txid, height: heightOf(height), hash };
}

/**
 * Reads a transaction of a settled block.
 * @throws DomainError `validation_failed` at `txid` if no settled block has it, or if it spends nothing of ours; `state_conflict` if the
 * nodes or the database tell something else than the chain; `service_unavailable`
 */
export async function readSpend(services: SpendServices, network: Network, txid: string): Promise<Spend> {
  try {
    const place = await placeOf(services, network, txid);
    const found = await READ[network](services, place);
    if (found === undefined) throw refused(OWN_MESSAGES.spendNone);
    if (found.coins.length === 0) throw refused(OWN_MESSAGES.spendOthers);
    return { network, txid, height: place.height, ...found };
  } catch (error) {
    if (error instanceof NodesDisagree || error instanceof WalletChanged)
      throw new DomainError("state_conflict", { message: OWN_MESSAGES.spendDisputed });
    if (
      error instanceof ChainNodeError ||
      error instanceof InvalidChainData ||
      error instanceof BranchChanged
    )
      throw new DomainError("service_unavailable");
    throw error;
  }
}

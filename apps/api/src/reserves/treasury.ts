/** The treasury's coins as of a settled block, as they are proven. */
import type { LiabilitiesDocument } from "@wattle/contracts/liabilities";
import { NETWORKS, type Network } from "@wattle/contracts/networks";
import type { ReserveNetwork } from "@wattle/contracts/reserves";
import { chainBlocksBetween, findChainState } from "@wattle/db/chains";
import { listTreasuryCoins } from "@wattle/db/coin-attempts";
import { listWallets } from "@wattle/db/coin-wallets";
import type { Reader } from "@wattle/db/database";
import { listTreasuryBalances } from "@wattle/db/reserves";
import { amountText } from "../amount-text.ts";
import { heightOf } from "../chains/followed.ts";
import { FACTS, unitsBelow } from "../coins/coin-network.ts";
import type { Services } from "../services.ts";
import { requireLook } from "./recent-block.ts";

/** The place of an address's key in the treasury. */
export interface ProvenAddress {
  readonly network: Network;
  readonly address: string;
  readonly branch: number;
  readonly index: number;
}

/** Coins that are to be proven; the proofs of the items are empty. */
export interface Held {
  readonly networks: readonly ReserveNetwork[];
  readonly addresses: readonly ProvenAddress[];
}

const COVER_DECIMALS = 10_000n;

/** Held divided by owed, with 4 decimals, rounded down; null if nothing is owed. */
export function coverOf(held: bigint, owed: bigint): string | null {
  if (owed === 0n) return null;
  const parts = (held * COVER_DECIMALS) / owed;
  return `${parts / COVER_DECIMALS}.${String(parts % COVER_DECIMALS).padStart(4, "0")}`;
}

/** Coins at an address of the treasury. Balances are in no output. */
interface HeldCoin {
  readonly currency: string;
  readonly address: string;
  readonly branch: bigint;
  readonly position: bigint;
  /** In base units. */
  readonly amount: string;
  readonly txid?: string;
  readonly output?: bigint;
}

const heldUnits = (network: Network, coins: readonly HeldCoin[]): bigint =>
  unitsBelow(
    network,
    coins.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
  );

/** Held and owed of a coin. Each address is rounded down, so that the items add up to the total. */
function currencyOf(
  network: Network,
  currency: string,
  coins: readonly HeldCoin[],
  { trees }: LiabilitiesDocument,
): ReserveNetwork["currencies"][number] {
  const held = [...Map.groupBy(coins, ({ address }) => address)].map(([address, ofAddress]) => ({
    address,
    units: heldUnits(network, ofAddress),
    outputs: ofAddress.flatMap((coin) => {
      const { txid, output } = coin;
      if (txid === undefined || output === undefined) return [];
      return [{ txid, output: heightOf(output), amount: amountText(heldUnits(network, [coin]), currency) }];
    }),
  }));
  const total = held.reduce((sum, { units }) => sum + units, 0n);
  const owed = BigInt(trees.find((tree) => tree.currency === currency)?.total ?? "0");
  return {
    currency,
    total: amountText(total, currency),
    owed: amountText(owed, currency),
    cover: coverOf(total, owed),
    items: held.map(({ address, units, outputs }) => ({
      address,
      amount: amountText(units, currency),
      outputs,
      proof: "",
    })),
  };
}

/** The coins of a network's treasury, and the height of the settled block at which it has them. */
async function coinsOf(
  reader: Reader,
  network: Network,
): Promise<{ readonly coins: readonly HeldCoin[]; readonly height: bigint }> {
  const state = await findChainState(reader, network);
  if (FACTS[network].holds === "balances") {
    const coins = await listTreasuryBalances(reader, network);
    return { coins, height: coins[0]?.height ?? state?.balances_height ?? -1n };
  }
  const settled = state?.settled_height ?? -1n;
  return { coins: await listTreasuryCoins(reader, { network, settled }), height: settled };
}

/**
 * The coins of every followed network's treasury, next to what is owed: a coin with a treasury that is empty is there, too. Networks
 * without a settled block are left out.
 * @throws DomainError `state_conflict` that names a network which is not seen as it is now
 */
export async function readHeld(
  services: Pick<Services, "clock" | "config" | "database">,
  liabilities: LiabilitiesDocument,
): Promise<Held> {
  const reader = services.database.read;
  const networks: ReserveNetwork[] = [];
  const addresses = new Map<string, ProvenAddress>();
  for (const network of NETWORKS.filter((each) => FACTS[each].isFollowed(services))) {
    const { coins, height } = await coinsOf(reader, network);
    const [block] = await chainBlocksBetween(reader, network, height, height);
    if (block === undefined) continue;
    await requireLook(services, reader, network);
    const wallets = (await listWallets(reader, network)).filter(({ role }) => role === "treasury");
    const currencies = [...new Set(wallets.map(({ currency }) => currency))].map((currency) =>
      currencyOf(
        network,
        currency,
        coins.filter((coin) => coin.currency === currency),
        liabilities,
      ),
    );
    networks.push({ network, height: heightOf(block.height), hash: block.hash, currencies });
    for (const { address, branch, position } of coins)
      addresses.set(`${network} ${address}`, {
        network,
        address,
        branch: heightOf(branch),
        index: heightOf(position),
      });
  }
  return { networks, addresses: [...addresses.values()] };
}

/** Coins of the play chains, as a demo gets them. */
import type { Network } from "@wattle/contracts/networks";
import { WEI_PER_UNIT } from "@wattle/ethereum/wei";
import { BITCOIN } from "../chains/bitcoin.ts";
import { ETHEREUM } from "../chains/ethereum.ts";
import { createBitcoinPlay } from "../chains/play/bitcoin/bitcoin-play.ts";
import { createEthereumPlay } from "../chains/play/ethereum/ethereum-play.ts";
import { FACTS } from "../coins/coin-network.ts";
import type { Services } from "../services.ts";

type GiveServices = Pick<Services, "clock" | "config" | "database">;

/** Coins of one block of Bitcoin at most. */
const REWARD = 5_000_000_000n;

/** An amount in parts that blocks may pay. */
const split = (units: bigint): bigint[] => (units <= REWARD ? [units] : [REWARD, ...split(units - REWARD)]);

interface Gift {
  readonly script: string;
  /** Units of the books, each an arrival of its own. */
  readonly parts: readonly bigint[];
}

/** Puts coins at an address, and mines until they are settled: new ones of Bitcoin's miners, or a stranger's ether. */
const GIVE: Readonly<Record<Network, (services: GiveServices, gift: Gift, depth: number) => Promise<void>>> =
  {
    bitcoin: async ({ clock, database }, { script, parts }, depth) => {
      const play = createBitcoinPlay({ network: BITCOIN, database, now: () => clock.now() });
      for (const satoshi of parts.flatMap(split)) await play.mine(1, [{ script, satoshi }]);
      await play.mine(depth - 1);
    },
    ethereum: async ({ clock, config, database }, { script, parts }, depth) => {
      const chainId = BigInt(config.ETHEREUM_CHAIN_ID);
      const play = createEthereumPlay({ network: ETHEREUM, chainId, database, now: () => clock.now() });
      if (parts.length > 0) await play.send(parts.map((units) => ({ script, wei: units * WEI_PER_UNIT })));
      await play.mine(depth);
    },
  };

/** Puts coins at an address on a play chain, and mines until they are settled. */
export const giveCoins = (services: GiveServices, network: Network, gift: Gift): Promise<void> =>
  GIVE[network](services, gift, FACTS[network].settledDepth(services));

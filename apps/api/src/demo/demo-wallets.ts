import type { WalletRole } from "@wattle/contracts/choices";
import { knownMarkets } from "@wattle/contracts/markets";
import { NETWORKS, type Network } from "@wattle/contracts/networks";
import { insertWallet } from "@wattle/db/coin-wallets";
import type { WriteTx } from "@wattle/db/database";
import { coinOn, FACTS } from "../coins/coin-network.ts";
import type { WalletServices } from "../coins/wallets.ts";

/** Public keys of the seed that is the word `all` twelve times: anyone can spend what they receive. */
const DEMO_WALLETS: Readonly<Record<Network, Readonly<Record<WalletRole, string>>>> = {
  bitcoin: {
    deposits:
      "wpkh([5c9e228d/84h/1h/0h]tpubDCZB6sR48s4T5Cr8qHUYSZEFCQMMHRg8AoVKVmvcAP5bRw7ArDKeoNwKAJujV3xCPkBvXH5ejSgbgyN6kREmF7sMd41NdbuHa8n1DZNxSMg/<0;1>/*)#wqdf6rm4",
    treasury:
      "wpkh([5c9e228d/84h/1h/1h]tpubDCZB6sR48s4T6xoXqaYxScvf23kmQvg5QpyFkYnDBjsmviKHLSG9s6cp593Exg87tuMjXXMWDvBRXnJtzppcQf8Z8HdJP1rothfxm4qnPXo/<0;1>/*)#874stzg5",
  },
  ethereum: {
    deposits:
      "[5c9e228d/44h/60h/0h]xpub6CNFa58kEQJu2hwMVoofpDEKVVSg6gfwqBqE2zHAianaUnQkrJzJJ42iLDp7Dmg2aP88qCKoFZ4jidk3tECdQuF4567NGHDfe7iBRwHxgke/0/*",
    treasury:
      "[5c9e228d/44h/60h/1h]xpub6CNFa58kEQJu4f2ySPWzhVDTrQ1wEkkkoeAkAouhCCdc2JgRWkv5NLgeVvVwcYYiSu5rSjJzdN5ywG6fhT23WMQV5esHjn11MSghAunJefQ/0/*",
  },
};

/** Adds the demo's wallets of its own chains, if they are not there. */
export async function insertDemoWallets(tx: WriteTx, services: WalletServices): Promise<void> {
  const { clock, ids, vault } = services;
  for (const network of NETWORKS) {
    const coin = coinOn(knownMarkets().currencies, network);
    if (!FACTS[network].isPlay(services) || coin === undefined) continue;
    for (const role of ["deposits", "treasury"] as const) {
      const descriptor = DEMO_WALLETS[network][role];
      const id = ids.uuid();
      await insertWallet(tx, {
        id,
        network,
        currency: coin.code,
        role,
        descriptor: vault.seal("wallets.descriptor", id, descriptor),
        account_key: FACTS[network].readWallet(services, descriptor).accountKey,
        added_at: BigInt(clock.now()),
      });
    }
  }
}

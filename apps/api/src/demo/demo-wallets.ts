import type { WalletRole } from "@wattle/contracts/choices";
import { knownMarkets } from "@wattle/contracts/markets";
import { insertWallet } from "@wattle/db/coin-wallets";
import type { WriteTx } from "@wattle/db/database";
import { BITCOIN } from "../chains/bitcoin.ts";
import { coinOn, FACTS } from "../coins/coin-network.ts";
import type { WalletServices } from "../coins/wallets.ts";
import type { Services } from "../services.ts";

/** Public keys of the seed that is the word `all` twelve times: anyone can spend what they receive. */
const DEMO_WALLETS: Readonly<Record<WalletRole, string>> = {
  deposits:
    "wpkh([5c9e228d/84h/1h/0h]tpubDCZB6sR48s4T5Cr8qHUYSZEFCQMMHRg8AoVKVmvcAP5bRw7ArDKeoNwKAJujV3xCPkBvXH5ejSgbgyN6kREmF7sMd41NdbuHa8n1DZNxSMg/<0;1>/*)#wqdf6rm4",
  treasury:
    "wpkh([5c9e228d/84h/1h/1h]tpubDCZB6sR48s4T6xoXqaYxScvf23kmQvg5QpyFkYnDBjsmviKHLSG9s6cp593Exg87tuMjXXMWDvBRXnJtzppcQf8Z8HdJP1rothfxm4qnPXo/<0;1>/*)#874stzg5",
};

/** Adds the demo's wallets of the play chain, if they are not there. */
export async function insertDemoWallets(
  tx: WriteTx,
  services: WalletServices & Pick<Services, "bitcoin">,
): Promise<void> {
  const { bitcoin, clock, ids, vault } = services;
  const coin = coinOn(knownMarkets().currencies, BITCOIN);
  if (bitcoin?.play === undefined || coin === undefined) return;
  for (const role of ["deposits", "treasury"] as const) {
    const descriptor = DEMO_WALLETS[role];
    const id = ids.uuid();
    await insertWallet(tx, {
      id,
      network: BITCOIN,
      currency: coin.code,
      role,
      descriptor: vault.seal("wallets.descriptor", id, descriptor),
      account_key: FACTS[BITCOIN].readWallet(services, descriptor).accountKey,
      added_at: BigInt(clock.now()),
    });
  }
}

import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { knownMarkets } from "@wattle/contracts/markets";
import { updateUser } from "@wattle/db/accounts";
import { insertCoinPayee } from "@wattle/db/coin-payees";
import type { WriteTx } from "@wattle/db/database";
import { checksummed } from "@wattle/ethereum/address";
import { BITCOIN } from "../../chains/bitcoin.ts";
import { ETHEREUM } from "../../chains/ethereum.ts";
import { REFUSER } from "../../chains/play/ethereum/gas.ts";
import { sealCoinPayee } from "../../coin-payees/coin-payee-of-row.ts";
import { coinOn, FACTS } from "../../coins/coin-network.ts";
import type { Services } from "../../services.ts";

const DAYS_AGO = 20;
/** No one has their keys. */
export const WALLETS = {
  trader: {
    network: BITCOIN,
    address: "bcrt1q4y2sqzk7q0ksz67p8aqwn4xcutxxdkyknw7g75",
    label: "My hardware wallet",
  },
  ether: {
    network: ETHEREUM,
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    label: "My wallet for ether",
  },
  sender: {
    network: BITCOIN,
    address: "bcrt1qse63lds272cf0jksupr39lle7qhhk3srxa7qnv",
    label: "My cold wallet",
  },
  /** Refuses all that it is sent, so that the desk can be seen to leave it out. */
  contract: {
    network: ETHEREUM,
    address: checksummed(REFUSER),
    label: "My vault contract",
  },
} as const;

/** Lets a customer of the demo send coins of a play chain to a wallet of theirs, with no wait. */
export async function seedCoinPayee(
  services: Pick<Services, "clock" | "config" | "ids" | "vault">,
  tx: WriteTx,
  userId: string,
  { network, ...wallet }: (typeof WALLETS)[keyof typeof WALLETS],
): Promise<void> {
  const { clock, ids, vault } = services;
  const coin = coinOn(knownMarkets().currencies, network);
  if (!FACTS[network].isPlay(services) || coin === undefined) return;
  const at = BigInt(clock.now() - DAYS_AGO * DAY_MILLISECONDS);
  await updateUser(tx, userId, { coins_sent_from: at });
  const id = ids.uuid();
  await insertCoinPayee(tx, {
    ...sealCoinPayee(vault, id, { ...wallet, holder_name: null, provider_name: null }),
    id,
    user_id: userId,
    currency: coin.code,
    network,
    whose: "mine",
    wallet: "self_hosted",
    created_at: at,
    available_at: at,
    proved_at: at,
  });
}

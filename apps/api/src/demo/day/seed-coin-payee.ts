import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { knownMarkets } from "@wattle/contracts/markets";
import { updateUser } from "@wattle/db/accounts";
import { insertCoinPayee } from "@wattle/db/coin-payees";
import type { WriteTx } from "@wattle/db/database";
import { BITCOIN } from "../../chains/bitcoin.ts";
import { sealCoinPayee } from "../../coin-payees/coin-payee-of-row.ts";
import { coinOn } from "../../coins/coin-network.ts";
import type { Services } from "../../services.ts";

const DAYS_AGO = 20;
/** No one has their keys. */
export const WALLETS = {
  trader: { address: "bcrt1q4y2sqzk7q0ksz67p8aqwn4xcutxxdkyknw7g75", label: "My hardware wallet" },
  sender: { address: "bcrt1qse63lds272cf0jksupr39lle7qhhk3srxa7qnv", label: "My cold wallet" },
} as const;

/** Lets a customer of the demo send coins of the play chain to a wallet of theirs, with no wait. */
export async function seedCoinPayee(
  { bitcoin, clock, ids, vault }: Pick<Services, "bitcoin" | "clock" | "ids" | "vault">,
  tx: WriteTx,
  userId: string,
  wallet: (typeof WALLETS)[keyof typeof WALLETS],
): Promise<void> {
  const coin = coinOn(knownMarkets().currencies, BITCOIN);
  if (bitcoin?.play === undefined || coin === undefined) return;
  const at = BigInt(clock.now() - DAYS_AGO * DAY_MILLISECONDS);
  await updateUser(tx, userId, { coins_sent_from: at });
  const id = ids.uuid();
  await insertCoinPayee(tx, {
    ...sealCoinPayee(vault, id, { ...wallet, holder_name: null, provider_name: null }),
    id,
    user_id: userId,
    currency: coin.code,
    network: BITCOIN,
    whose: "mine",
    wallet: "self_hosted",
    created_at: at,
    available_at: at,
    proved_at: at,
  });
}

import { knownMarkets } from "@wattle/contracts/markets";
import { findUserByEmail } from "@wattle/db/accounts";
import { findCustomerAddress } from "@wattle/db/coin-wallets";
import type { WriteTx } from "@wattle/db/database";
import { ETHEREUM } from "../../chains/ethereum.ts";
import { coinOn, coinUnits } from "../../coins/coin-network.ts";
import { creditArrivals } from "../../coins/credit-arrivals.ts";
import { networkFollower } from "../../coins/start-following.ts";
import { currentWallet, issueAddress } from "../../coins/wallets.ts";
import type { Services } from "../../services.ts";
import { giveCoins } from "../give-coins.ts";
import { databaseWithin } from "../within.ts";
import { SENDER } from "./people.ts";

const AMOUNT = "1.25000000";

type ReceiveServices = Parameters<typeof networkFollower>[0] & Pick<Services, "config" | "vault">;

/** Someone sends ether to Cora. @returns false if she has had an address before */
async function sendToCora(tx: WriteTx, services: ReceiveServices): Promise<boolean> {
  const coin = coinOn(knownMarkets().currencies, ETHEREUM);
  const cora = await findUserByEmail(tx, SENDER.email);
  const wallet = await currentWallet(tx, ETHEREUM, "deposits");
  if (coin === undefined || cora === undefined || wallet === undefined) return false;
  if ((await findCustomerAddress(tx, ETHEREUM, cora.id)) !== undefined) return false;
  const { script } = await issueAddress(tx, services, { wallet, branch: 0, userId: cora.id });
  await giveCoins({ ...services, database: databaseWithin(tx, services.database) }, ETHEREUM, {
    script,
    parts: [coinUnits(AMOUNT, coin)],
  });
  return true;
}

/**
 * Ether arrives on the demo's day, once, and is credited. A start that is killed once it was sent leaves the rest to the follower. The
 * treasury must be funded.
 */
export async function receiveFirstEther(services: ReceiveServices): Promise<void> {
  const { config, database, networks } = services;
  const follower = networkFollower(services, ETHEREUM);
  if (!config.DEMO || networks.ethereum?.play === undefined || follower === undefined) return;
  if ((await follower.follow()) === undefined) return;
  if (await database.write((tx) => sendToCora(tx, services))) {
    await follower.follow();
    await creditArrivals(services, ETHEREUM);
  }
  await follower.stop();
}

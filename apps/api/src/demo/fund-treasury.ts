import { changeArrival, listArrivals } from "@wattle/db/coin-arrivals";
import { findAddressAt, listWallets } from "@wattle/db/coin-wallets";
import { accountTotals } from "@wattle/db/ledger/account-totals";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import type { Reader, WriteTx } from "@wattle/db/database";
import { NETWORKS, type Network } from "@wattle/contracts/networks";
import type { HousePurpose, WalletRow } from "@wattle/db/tables";
import { moveOwnCoins } from "../coins/own-coins.ts";
import { networkFollower } from "../coins/start-following.ts";
import { issueAddress } from "../coins/wallets.ts";
import type { Services } from "../services.ts";
import { giveCoins } from "./give-coins.ts";
import { databaseWithin } from "./within.ts";

const ACTOR = "demo";
/** The treasury holds so many percent of what customers own. */
const HELD_PERCENT = 102n;
/** Units of a coin that the house has at a place, and those that customers own. */
async function readHoldings(tx: WriteTx, currency: string) {
  const totals = (await accountTotals(tx)).filter((total) => total.currency === currency);
  const sum = (owner: "customer" | "house", purpose?: HousePurpose): bigint =>
    totals
      .filter((total) => total.owner === owner && (purpose === undefined || total.purpose === purpose))
      .reduce((units, { net }) => units + net, 0n);
  return { owed: sum("customer"), onramp: -sum("house", "onramp"), inventory: -sum("house", "inventory") };
}

type FundServices = Parameters<typeof networkFollower>[0] & Pick<Services, "config">;

/**
 * Opens the books: with what the operator brings, the house has 2 % more than customers own. The play chain mines these coins in the same
 * transaction, so that a start that is killed has done all of it or nothing.
 */
async function openBooks(tx: WriteTx, services: FundServices, wallet: WalletRow): Promise<void> {
  const { currency, network } = wallet;
  const { clock, database, ids } = services;
  const { owed, onramp, inventory } = await readHoldings(tx, currency);
  const missing = (owed * HELD_PERCENT) / 100n - onramp - inventory;
  if (missing > 0n)
    await postEntry(tx, {
      id: ids.uuid(),
      kind: "own_money",
      description: "The operator's first coins",
      createdBy: ACTOR,
      createdAt: BigInt(clock.now()),
      postings: [
        {
          source: houseAccount("inventory", currency),
          destination: houseAccount("own", currency),
          currency,
          amount: missing,
        },
      ],
    });
  const { script } = await issueAddress(tx, services, { wallet, branch: 0, userId: null });
  const parts = [onramp, inventory + (missing > 0n ? missing : 0n)].filter((units) => units > 0n);
  await giveCoins({ ...services, database: databaseWithin(tx, database) }, network, { script, parts });
}

/**
 * Says whose the coins at the treasury's first address are: as many as the card provider owes came from it, the rest is the operator's.
 */
async function keepArrivals(services: FundServices, wallet: WalletRow): Promise<void> {
  const { database } = services;
  const first = await findAddressAt(database.read, wallet.id, 0n);
  const rows = await listArrivals(database.read, { status: "under_review", after: undefined, limit: 100 });
  for (const { id, entry_id, currency, amount } of rows.filter(({ address }) => address === first?.address))
    await database.write(async (tx) => {
      const { onramp } = await readHoldings(tx, currency);
      const kept = await changeArrival(
        tx,
        { id, status: "under_review", entry_id },
        { status: "own_money", reason: amount <= onramp ? "card_provider" : "inventory" },
      );
      if (kept !== undefined) await moveOwnCoins(tx, services, kept, { by: { id: ACTOR } });
    });
}

/** The treasury's first wallet. One that was added later gets no coins of the demo. */
const demoTreasury = async (reader: Reader, network: Network): Promise<WalletRow | undefined> =>
  (await listWallets(reader, network)).find(({ role }) => role === "treasury");

async function fundOn(services: FundServices, network: Network): Promise<void> {
  const { config, database } = services;
  const [play, follower] = [services.networks[network]?.play, networkFollower(services, network)];
  if (!config.DEMO || play === undefined || follower === undefined) return;
  await play.begin();
  if ((await follower.follow()) === undefined) return;
  await database.write(async (tx) => {
    const treasury = await demoTreasury(tx, network);
    if (treasury?.next_index === 0n) await openBooks(tx, services, treasury);
  });
  await follower.follow();
  const treasury = await demoTreasury(database.read, network);
  if (treasury !== undefined) await keepArrivals(services, treasury);
  await follower.stop();
}

/**
 * Funds the demo's treasury on each play chain, once, with the coins that customers own and 2 % more: chain, books and cover agree from
 * the start. A start that is killed meanwhile is finished by the next one. If several processes start, the one that follows the chain
 * does it.
 */
export async function fundTreasury(services: FundServices): Promise<void> {
  for (const network of NETWORKS) await fundOn(services, network);
}

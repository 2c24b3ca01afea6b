import { Refused } from "@wattle/bitcoin/refused";
import type { Branch } from "@wattle/bitcoin/descriptor";
import type { WalletRole } from "@wattle/contracts/choices";
import type { Network } from "@wattle/contracts/networks";
import { lockCoinPayouts } from "@wattle/db/coin-payouts";
import {
  findAddressAt,
  findAddressOfScript,
  findWallet,
  insertCoinAddress,
  listWallets,
  takePlace,
} from "@wattle/db/coin-wallets";
import { watchScript } from "@wattle/db/chains";
import type { Reader, WriteTx } from "@wattle/db/database";
import { SealError } from "@wattle/db/sealed/vault";
import type { CoinAddress, WalletRow } from "@wattle/db/tables";
import { heightOf } from "../chains/followed.ts";
import type { Services } from "../services.ts";
import { ACCOUNTS, FACTS } from "./coin-network.ts";
import type { NetworkServices, PublicWallet } from "./network-facts.ts";

export type WalletServices = NetworkServices & Pick<Services, "clock" | "ids" | "vault">;

/** A wallet, or an address, is not what was kept of it: someone has changed the database. */
export class WalletChanged extends Error {
  override readonly name = "WalletChanged";
}

/** The public keys of a wallet. @throws WalletChanged */
export function openWallet(services: WalletServices, row: WalletRow): PublicWallet {
  try {
    const descriptor = services.vault.open("wallets.descriptor", row.id, row.descriptor);
    const wallet = FACTS[row.network].readWallet(services, descriptor);
    if (wallet.account === ACCOUNTS[row.role]) return wallet;
  } catch (error) {
    if (!(error instanceof SealError) && !(error instanceof Refused)) throw error;
  }
  throw new WalletChanged(`the descriptor of the wallet for ${row.role} was changed`);
}

/** The wallet that gives addresses for a role: the newest; undefined if there is none. */
export const currentWallet = async (
  reader: Reader,
  network: Network,
  role: WalletRole,
): Promise<WalletRow | undefined> =>
  (await listWallets(reader, network)).findLast((wallet) => wallet.role === role);

interface NewAddress {
  readonly wallet: WalletRow;
  readonly branch: Branch;
  /** Null for the treasury's own. */
  readonly userId: string | null;
}

/** Makes a wallet's next address, and watches it from the next block on. @throws WalletChanged */
export async function issueAddress(
  tx: WriteTx,
  services: WalletServices,
  { wallet, branch, userId }: NewAddress,
): Promise<CoinAddress> {
  const position = await takePlace(tx, wallet.id, branch === 0 ? "next_index" : "next_change");
  const derived = openWallet(services, wallet).addressAt({
    branch,
    position: heightOf(position),
  });
  const at = BigInt(services.clock.now());
  const address: CoinAddress = {
    network: wallet.network,
    ...derived,
    wallet_id: wallet.id,
    branch: BigInt(branch),
    position,
    user_id: userId,
    issued_at: at,
  };
  await insertCoinAddress(tx, address);
  await watchScript(tx, wallet.network, derived.script, at);
  return address;
}

/**
 * An address of the treasury for coins that come in: a new one each time, or on networks that pay from one address, always that one.
 * @throws WalletChanged
 */
export async function takeTreasuryPlace(
  tx: WriteTx,
  services: WalletServices,
  wallet: WalletRow,
): Promise<CoinAddress> {
  const takesOne = FACTS[wallet.network].treasury === "first address";
  if (takesOne) await lockCoinPayouts(tx, wallet.network);
  const first = takesOne ? await findAddressAt(tx, wallet.id, 0n) : undefined;
  if (first === undefined) return issueAddress(tx, services, { wallet, branch: 0, userId: null });
  checkAddress(services, wallet, first);
  return first;
}

/** Derives an address again. @throws WalletChanged if the kept one is another */
export function checkAddress(
  services: WalletServices,
  wallet: WalletRow | undefined,
  kept: CoinAddress,
): void {
  if (wallet === undefined) throw new WalletChanged("an address has no wallet");
  const derived = openWallet(services, wallet).addressAt({
    branch: kept.branch === 0n ? 0 : 1,
    position: heightOf(kept.position),
  });
  if (derived.address !== kept.address || derived.script !== kept.script)
    throw new WalletChanged(`the address at place ${kept.position} was changed`);
}

/** The wallet of a script of ours, and the place of its key there. @throws WalletChanged */
export async function placeOfScript(
  reader: Reader,
  services: WalletServices,
  network: Network,
  script: string,
): Promise<{ readonly descriptor: string; readonly branch: Branch; readonly index: number }> {
  const address = await findAddressOfScript(reader, network, script);
  const wallet = address && (await findWallet(reader, address.wallet_id));
  if (address === undefined || wallet === undefined) throw new Error(`the script ${script} is not ours`);
  checkAddress(services, wallet, address);
  const { descriptor } = openWallet(services, wallet);
  return { descriptor, branch: address.branch === 0n ? 0 : 1, index: heightOf(address.position) };
}

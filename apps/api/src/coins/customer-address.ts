import type { CoinAddress, IncomingCoins } from "@wattle/contracts/coins";
import { DomainError } from "@wattle/contracts/errors";
import { offeredCurrency } from "@wattle/contracts/markets";
import { NETWORKS, type Network } from "@wattle/contracts/networks";
import { findChainState } from "@wattle/db/chains";
import { findCustomerAddress, findWallet } from "@wattle/db/coin-wallets";
import type { CoinAddress as AddressRow } from "@wattle/db/tables";
import type { SignedInUser } from "../access/admission.ts";
import { lockCustomer } from "../access/lock-customer.ts";
import { countryOf } from "../markets/list-currencies.ts";
import type { Services } from "../services.ts";
import { FACTS, followedCoin } from "./coin-network.ts";
import { pauseNetwork } from "./pause-network.ts";
import { checkAddress, currentWallet, issueAddress, WalletChanged, type WalletServices } from "./wallets.ts";

type AddressServices = WalletServices & Pick<Services, "database" | "log" | "markets" | "switches">;

/** Coins that a customer can bring in: on a network that is followed, with a wallet for deposits. */
export async function listIncomingCoins(
  services: AddressServices,
  user: SignedInUser,
): Promise<IncomingCoins> {
  const wallets = await Promise.all(
    NETWORKS.map(async (network) =>
      FACTS[network].isFollowed(services)
        ? currentWallet(services.database.read, network, "deposits")
        : undefined,
    ),
  );
  const open = new Set(wallets.flatMap((wallet) => wallet?.network ?? []));
  const markets = await services.markets();
  return {
    coins: markets.currencies.flatMap(({ code: currency }) => {
      const chain = offeredCurrency(markets, currency, countryOf(user))?.chain;
      return chain && open.has(chain.network) ? [{ currency, network: chain.network }] : [];
    }),
  };
}

/** The customer's address that was issued before, derived again. @throws WalletChanged */
async function issuedAddress(
  services: AddressServices,
  network: Network,
  userId: string,
): Promise<AddressRow | undefined> {
  const { read } = services.database;
  const kept = await findCustomerAddress(read, network, userId);
  if (kept !== undefined) checkAddress(services, await findWallet(read, kept.wallet_id), kept);
  return kept;
}

/** A first address. @throws WalletChanged; DomainError if coins are paused, or there is no wallet */
async function firstAddress(
  services: AddressServices,
  network: Network,
  user: SignedInUser,
): Promise<AddressRow> {
  await services.switches.require("deposits", "coins-in", `network:${network}`);
  return services.database.write(async (tx) => {
    await lockCustomer(tx, user.id, "deposit-money");
    const wallet = await currentWallet(tx, network, "deposits");
    if (wallet === undefined) throw DomainError.at("currency", "currency_inactive");
    if (((await findChainState(tx, network))?.paused_because ?? null) !== null)
      throw new DomainError("paused");
    return (
      (await findCustomerAddress(tx, network, user.id)) ??
      issueAddress(tx, services, { wallet, branch: 0, userId: user.id })
    );
  });
}

/**
 * The customer's own address of a coin, made when it is asked for first. It is derived again each time: one that was changed pauses
 * the network.
 * @throws DomainError `currency_inactive`, `paused`
 */
export async function readCoinAddress(
  services: AddressServices,
  user: SignedInUser,
  code: string,
): Promise<CoinAddress> {
  const currency = offeredCurrency(await services.markets(), code, countryOf(user));
  const { network, deposit_min } = followedCoin(services, currency).chain;
  try {
    const { address } =
      (await issuedAddress(services, network, user.id)) ?? (await firstAddress(services, network, user));
    return {
      currency: code,
      network,
      address,
      uri: FACTS[network].paymentUri(services, address),
      deposit_min,
      confirmations_needed: FACTS[network].settledDepth(services),
    };
  } catch (error) {
    if (!(error instanceof WalletChanged)) throw error;
    services.log.error({ network, err: error }, "an address is not what its wallet says");
    await services.database.write((tx) => pauseNetwork(tx, services, network, error.message));
    throw new DomainError("paused");
  }
}

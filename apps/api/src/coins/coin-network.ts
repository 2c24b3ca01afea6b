/** The networks of coins, and what they share. */
import type { WalletRole } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import type { CoinChain } from "@wattle/contracts/market-records";
import { currencyOf, type MarketCurrency } from "@wattle/contracts/markets";
import type { Network } from "@wattle/contracts/networks";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { parseAmount, type Amount } from "@wattle/exchange-core/amount";
import type { Services } from "../services.ts";
import { BITCOIN_FACTS } from "./bitcoin-facts.ts";
import { ETHEREUM_FACTS } from "./ethereum-facts.ts";
import type { NetworkFacts, NetworkServices } from "./network-facts.ts";

export const FACTS: Readonly<Record<Network, NetworkFacts>> = {
  bitcoin: BITCOIN_FACTS,
  ethereum: ETHEREUM_FACTS,
};

/** Smallest units of the books for base units of a chain, rounded down. */
export function unitsBelow(network: Network, base: bigint): bigint {
  const { unit } = FACTS[network];
  return (base - (((base % unit) + unit) % unit)) / unit;
}

/** The same, rounded up. */
export const unitsAbove = (network: Network, base: bigint): bigint => -unitsBelow(network, -base);

/** The account of a wallet's keys, by its role. */
export const ACCOUNTS: Readonly<Record<WalletRole, number>> = { deposits: 0, treasury: 1 };

/** The coin of a network; undefined if none is on it. */
export const coinOn = (currencies: readonly MarketCurrency[], network: Network): MarketCurrency | undefined =>
  currencies.find(({ chain }) => chain?.network === network);

/** A coin that is on a chain. */
export type ChainCoin = MarketCurrency & { readonly chain: CoinChain };

/** The coin, which is on a chain. @throws DomainError `currency_inactive` at a field if it is on none that is followed */
export function followedCoin(
  services: NetworkServices,
  currency: MarketCurrency | undefined,
  field = "currency",
): ChainCoin {
  const chain = currency?.chain;
  if (!chain || !FACTS[chain.network].isFollowed(services)) throw DomainError.at(field, "currency_inactive");
  return { ...currency, chain };
}

/** The coin of a network that is followed. @throws DomainError `validation_failed` at `network` if there is none */
export async function followedCoinOn(
  services: NetworkServices & Pick<Services, "markets">,
  network: Network,
): Promise<MarketCurrency> {
  const coin = coinOn((await services.markets()).currencies, network);
  if (coin === undefined || !FACTS[network].isFollowed(services))
    throw DomainError.at("network", "validation_failed", OWN_MESSAGES.noCoinOnNetwork);
  return coin;
}

/** Smallest units of an amount in text. */
export function coinUnits(text: string, currency: MarketCurrency): Amount {
  const amount = parseAmount(text, currency);
  if (!amount.ok) throw new RangeError(`${text} is no amount of ${currency.code}`);
  return amount.amount;
}

/** Confirmations at which an arrival is credited: large ones wait twice as long. */
export function confirmationsNeeded(
  services: NetworkServices,
  network: Network,
  code: string,
  units: bigint,
): number {
  const currency = currencyOf(code);
  const large = services.config.COIN_LARGE[code];
  const isLarge = currency !== undefined && large !== undefined && units >= coinUnits(large, currency);
  return FACTS[network].settledDepth(services) * (isLarge ? 2 : 1);
}

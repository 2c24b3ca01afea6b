/** Facts in which the networks of coins differ, and all that they share. */
import { addressOfScript } from "@wattle/bitcoin/address";
import { deriveScript, parseDescriptor, type Branch, type Wallet } from "@wattle/bitcoin/descriptor";
import { paymentUri } from "@wattle/bitcoin/payment-uri";
import type { WalletRole } from "@wattle/contracts/choices";
import { currencyOf, type MarketCurrency } from "@wattle/contracts/markets";
import type { Network } from "@wattle/contracts/networks";
import { parseAmount, type Amount } from "@wattle/exchange-core/amount";
import type { Services } from "../services.ts";

export type NetworkServices = Pick<Services, "bitcoin" | "config">;

/** Confirmations of a settled block; the newest block has one. */
export const SETTLED_DEPTH: Readonly<Record<Network, number>> = { bitcoin: 3, ethereum: 2 };

/** The account of a wallet's keys, by its role. */
export const ACCOUNTS: Readonly<Record<WalletRole, number>> = { deposits: 0, treasury: 1 };

/** A link that wallets open, for a QR code. */
export const addressUri: Readonly<Record<Network, (address: string) => string>> = {
  bitcoin: paymentUri,
  ethereum: (address) => `ethereum:${address}`,
};

/** Whether the installation follows a network. */
export const isFollowed = ({ bitcoin }: NetworkServices, network: Network): boolean =>
  ({ bitcoin: bitcoin !== undefined, ethereum: false })[network];

const parsed = new Map<string, Wallet>();

/** Reads a descriptor of the installation's chain. @throws Refused */
export function walletOfDescriptor({ config }: NetworkServices, descriptor: string): Wallet {
  const key = `${config.BITCOIN_CHAIN} ${descriptor}`;
  const wallet = parsed.get(key) ?? parseDescriptor(descriptor, config.BITCOIN_CHAIN);
  parsed.set(key, wallet);
  return wallet;
}

/** An address of a wallet with its script in hex. */
export function deriveAddress(
  { config }: NetworkServices,
  wallet: Wallet,
  { branch, position }: { readonly branch: Branch; readonly position: number },
): { readonly address: string; readonly script: string } {
  const { script } = deriveScript(wallet, branch, position);
  const address = addressOfScript(script, config.BITCOIN_CHAIN);
  if (address === undefined) throw new TypeError("a script of ours has no address");
  return { address, script: Buffer.from(script).toString("hex") };
}

/** Smallest units of the books for base units of a chain, rounded down. */
export const unitsOfBase: Readonly<Record<Network, (base: string) => bigint>> = {
  bitcoin: BigInt,
  ethereum: (wei) => BigInt(wei) / 10n ** 10n,
};

/** The coin of a network; undefined if none is on it. */
export const coinOn = (currencies: readonly MarketCurrency[], network: Network): MarketCurrency | undefined =>
  currencies.find(({ chain }) => chain?.network === network);

/** Smallest units of an amount in text. */
export function coinUnits(text: string, currency: MarketCurrency): Amount {
  const amount = parseAmount(text, currency);
  if (!amount.ok) throw new RangeError(`${text} is no amount of ${currency.code}`);
  return amount.amount;
}

/** Confirmations at which an arrival is credited: large ones wait twice as long. */
export function confirmationsNeeded(
  { config }: Pick<Services, "config">,
  network: Network,
  code: string,
  units: bigint,
): number {
  const currency = currencyOf(code);
  const large = config.COIN_LARGE[code];
  const isLarge = currency !== undefined && large !== undefined && units >= coinUnits(large, currency);
  return SETTLED_DEPTH[network] * (isLarge ? 2 : 1);
}

import type { Network } from "@wattle/contracts/networks";
import { totalBalance } from "@wattle/db/chain-balances";
import { findChainState } from "@wattle/db/chains";
import { bookedTotal, unspentTotal } from "@wattle/db/coin-arrivals";
import type { Reader } from "@wattle/db/database";
import { amountText } from "../amount-text.ts";
import { FACTS } from "./coin-network.ts";

/** A coin on its chain and in the books. */
interface WalletTotals {
  /** Smallest units; on the chain rounded down. */
  readonly chain: bigint;
  readonly books: bigint;
  /** Base units that the chain has more than the books and their remainder. */
  readonly difference: bigint;
}

/** @param height of a settled block. Accounts are known as of the newest one only */
export async function walletTotals(
  reader: Reader,
  { network, currency }: { readonly network: Network; readonly currency: string },
  height: bigint,
): Promise<WalletTotals> {
  const { holds, unit } = FACTS[network];
  const base =
    holds === "outputs" ? await unspentTotal(reader, network, height) : await totalBalance(reader, network);
  const books = await bookedTotal(reader, currency);
  const remainder = BigInt((await findChainState(reader, network))?.remainder ?? 0n);
  return { chain: base / unit, books, difference: base - books * unit - remainder };
}

/** Base units with all their decimals, of which those below the smallest unit of the books show if there are any. */
export function exactBase(base: bigint, network: Network, currency: string): string {
  const { unit } = FACTS[network];
  const [sign, all] = base < 0n ? ["-", -base] : ["", base];
  const rest = all % unit;
  const decimals = rest === 0n ? "" : String(rest).padStart(String(unit).length - 1, "0");
  return `${sign}${amountText(all / unit, currency)}${decimals}`;
}

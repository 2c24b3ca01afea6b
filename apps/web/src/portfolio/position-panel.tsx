import { currencyOf } from "@wattle/contracts/markets";
import {
  convert,
  formatAmount,
  parseAmount,
  parseFeePercent,
  parseRate,
  prepareConversion,
} from "@wattle/exchange-core";
import type { Holding } from "@wattle/contracts/portfolio";
import { useBrand } from "../brand/brand.tsx";
import { amountText } from "../money/price-figures.ts";
import { Change } from "./change.tsx";
import { gainText, worthText } from "../history/activity-words.ts";
import type { Pair } from "../money/quote.ts";
import { useRateCard } from "../rates/use-rate-cards.ts";
import { trpc } from "../trpc.ts";
import { Loaded } from "../controls/loaded.tsx";
import { Panel } from "../controls/panel.tsx";
import { Facts } from "../ui/facts.tsx";

/**
 * Worth of an amount of a coin in a fiat currency at a price of one coin, rounded down; decimal texts.
 * @returns undefined if a text is none, and where the worth does not fit in 64 bits
 */
export function worthOf(amount: string, coin: string, price: string, fiat: string): string | undefined {
  const [from, to] = [currencyOf(coin), currencyOf(fiat)];
  const [rate, none] = [parseRate(price), parseFeePercent("0")];
  const units = from && parseAmount(amount, from);
  if (from === undefined || to === undefined || rate === undefined || none === undefined) return undefined;
  if (units?.ok !== true) return undefined;
  try {
    return formatAmount(convert(units.amount, prepareConversion({ from, to, rate, fee: none })), to);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The coin of a pair, and what it is traded for. */
export function tradedIn({ credit, debit }: Pair): { readonly coin: string; readonly fiat: string } {
  return currencyOf(credit)?.kind === "crypto"
    ? { coin: credit, fiat: debit }
    : { coin: debit, fiat: credit };
}

/** A coin in the customer's portfolio, if it is counted in this currency. */
export function useHolding(coin: string, fiat: string): Holding | undefined {
  const { data } = trpc.portfolio.overview.useQuery(undefined, {
    trpc: { context: { background: true } },
  });
  return data?.home === fiat ? data.holdings.find(({ currency }) => currency === coin) : undefined;
}

/** The price of one coin now, decimal text; undefined while it is not known, and if there is none. */
export function useCoinPrice(coin: string, fiat: string): string | undefined {
  return useRateCard(coin, fiat).card?.rate;
}

/** The currency that the customer's worth is counted in. */
export function useHomeCurrency(): string {
  const { homeCurrency } = useBrand().markets;
  const { data } = trpc.portfolio.overview.useQuery(undefined, {
    trpc: { context: { background: true } },
  });
  return data?.home ?? homeCurrency;
}

/** The customer's holding of the traded coin, its worth, and its cost: figures of the same prices. */
export function PositionPanel({ pair }: { readonly pair: Pair }) {
  const { coin, fiat } = tradedIn(pair);
  const balances = trpc.balances.get.useQuery();
  return (
    <Panel title="Your position">
      <Loaded query={balances} what="your position" lines={6}>
        {(amounts) => <PositionFacts coin={coin} fiat={fiat} balance={amounts[coin] ?? "0"} />}
      </Loaded>
    </Panel>
  );
}

interface PositionFactsProps {
  readonly coin: string;
  readonly fiat: string;
  /** Decimal text. */
  readonly balance: string;
}

function PositionFacts({ coin, fiat, balance }: PositionFactsProps) {
  const holding = useHolding(coin, fiat);
  const { average_cost: cost = null, gain = null } = holding ?? {};
  const price = useCoinPrice(coin, fiat);
  const owned = holding?.amount ?? balance;
  const current = price === undefined ? undefined : worthOf(owned, coin, price, fiat);
  const worth = holding === undefined ? current : (holding.value ?? undefined);
  return (
    <Facts
      facts={[
        ["You own", amountText(owned, coin)],
        ["Value", worth === undefined ? "No price" : amountText(worth, fiat)],
        ...(cost === null ? [] : [["Average cost", worthText(cost, fiat)] as const]),
        ...(gain === null
          ? []
          : [
              [
                "Gain",
                <Change key="gain" by={gain.amount}>
                  {gainText(gain, fiat)}
                </Change>,
              ] as const,
            ]),
      ]}
    />
  );
}

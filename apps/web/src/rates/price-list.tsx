import { coinPath } from "@wattle/contracts/coin-path";
import { displayDecimal } from "@wattle/exchange-core/display";
import { parseRate } from "@wattle/exchange-core/rate";
import { SiteLink } from "../ui/site-link.tsx";
import { Change, Sparkline } from "./rate-cards.tsx";
import { useRateCards } from "./use-rate-cards.ts";
import styles from "./price-list.module.css";

interface PriceListProps {
  /** Currency of the coins' prices, the home currency unless it is given. */
  readonly fiat?: string;
}

/** The quoted coins, a line each: the market price of one, how its day went, and the way to its page. */
export function PriceList({ fiat }: PriceListProps) {
  const { coins, currency, cards, loading } = useRateCards(fiat);
  return (
    <ul className={styles["list"]} aria-busy={loading || undefined}>
      {coins.map(({ symbol, name }) => {
        const card = cards.find((one) => one.symbol === symbol);
        // A rate of zero means no rate.
        const rate = card !== undefined && parseRate(card.rate) !== undefined ? card.rate : undefined;
        return (
          <li key={symbol}>
            <SiteLink to={coinPath(symbol)}>{name}</SiteLink>
            <Sparkline symbol={symbol} currency={currency} />
            <div className={styles["figures"]}>
              <strong>{rate === undefined ? "–" : displayDecimal(rate, 2)}</strong>
              {rate !== undefined && card?.change_24h != null && (
                <span className={styles["day"]}>
                  <Change change={card.change_24h} /> 24h
                </span>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

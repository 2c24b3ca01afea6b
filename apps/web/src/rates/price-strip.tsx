import { displayDecimal } from "@wattle/exchange-core";
import { Change, Sparkline } from "./rate-cards.tsx";
import { shownRate, useRateCards } from "./use-rate-cards.ts";
import styles from "./price-strip.module.css";

/** Current costs of the quoted coins, our fee included, a line each. As high before the prices have come. */
export function PriceStrip() {
  const { coins, currency, loading, cards } = useRateCards();
  return (
    <ul className={styles["strip"]} aria-label="Prices now, after our fee" aria-busy={loading || undefined}>
      {coins.slice(0, SHOWN).map(({ symbol, name }) => {
        const card = cards.find((one) => one.symbol === symbol);
        const rate = shownRate(card);
        return (
          <li key={symbol} className={styles["coin"]}>
            <span className={styles["name"]}>{name}</span>
            <span className={styles["price"]}>
              {rate === undefined ? (
                "–"
              ) : (
                <>
                  <span>{displayDecimal(rate, 2)}</span> <small>{currency}</small>
                </>
              )}
            </span>
            <span className={styles["change"]}>
              {rate !== undefined && card !== undefined && <Change change={card.change_24h} />}
              <span>24h</span>
            </span>
            <Sparkline symbol={symbol} currency={currency} />
          </li>
        );
      })}
    </ul>
  );
}

/** More would not fit next to the calculator. */
const SHOWN = 2;

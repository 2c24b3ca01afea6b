import { displayAmount, displayTime } from "@wattle/exchange-core";
import { figuresAt } from "../exchange/exchange-view.ts";
import { PriceAhead, PriceBreakdown } from "../rates/price-breakdown.tsx";
import { useRateCards } from "../rates/use-rate-cards.ts";
import { useExample, useExampleQuote } from "./use-example-quote.ts";
import styles from "./buy-sell-page.module.css";

/**
 * A price taken apart, as the exchange shows it before one confirms: the rate and the fee of this moment. Nothing where
 * there is no rate.
 */
export function ExampleSlip() {
  const { home, coin, homeUnits, paid } = useExample();
  const { data: quote, isPending } = useExampleQuote({ credit: home, debit: coin }, useRateCards());
  if (quote == null && !isPending) return null;
  return (
    <figure className={styles["slip"]} aria-busy={isPending || undefined}>
      <figcaption>
        {quote == null ? "Example at the current rate" : `Example, ${displayTime(quote.issuedAt)}`}
      </figcaption>
      {quote == null ? (
        <PriceAhead coin={coin} show="all" paid={`${displayAmount(paid, homeUnits)} ${home}`} />
      ) : (
        <PriceBreakdown figures={figuresAt(paid, quote)} />
      )}
    </figure>
  );
}

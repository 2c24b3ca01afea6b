import { useQuery } from "@tanstack/react-query";
import { displayAmount, displayMoment, toAmount } from "@wattle/exchange-core";
import { readClocks } from "../rates/countdown.ts";
import { figuresAt } from "../exchange/exchange-view.ts";
import { PriceAhead, PriceBreakdown } from "../rates/price-breakdown.tsx";
import { readQuote } from "../rates/quote.ts";
import { useBrand } from "../brand/brand.tsx";
import { assumedCurrency } from "../markets/assumed-currency.ts";
import { trpc } from "../trpc.ts";
import styles from "./buy-sell-page.module.css";

/** 1,000.00 of the home currency, in hundredths. */
const PAID_UNITS = 100_000n;
const ASKED_AGAIN_AFTER = 60_000;

/**
 * A price taken apart, as the exchange shows it before one confirms: the rate and the fee of this moment. Nothing where
 * there is no rate.
 */
export function ExampleSlip() {
  const { client } = trpc.useUtils();
  const { homeCurrency, defaultPair } = useBrand().markets;
  const pair = { credit: homeCurrency, debit: defaultPair.credit };
  const home = assumedCurrency(homeCurrency, "fiat");
  const paid = toAmount<string>(PAID_UNITS, home);
  const { data: quote, isPending } = useQuery({
    queryKey: ["example price", pair],
    queryFn: async () => {
      const askedAt = readClocks();
      const question = { credit_currency: pair.credit, debit_currency: pair.debit, credit: 1 } as const;
      const answer = await client.quotes.getRate.mutate(question, { context: { background: true } });
      return readQuote(answer, pair, askedAt) ?? null;
    },
    staleTime: ASKED_AGAIN_AFTER,
    refetchInterval: ASKED_AGAIN_AFTER,
  });
  if (quote == null && !isPending) return null;
  return (
    <figure className={styles["slip"]} aria-busy={isPending || undefined}>
      <figcaption>
        {quote == null
          ? "Example at the current rate"
          : `Example at the rate of ${displayMoment(quote.issuedAt)}`}
      </figcaption>
      {quote == null ? (
        <PriceAhead coin={pair.debit} show="all" paid={`${displayAmount(paid, home)} ${homeCurrency}`} />
      ) : (
        <PriceBreakdown figures={figuresAt(paid, quote)} />
      )}
    </figure>
  );
}

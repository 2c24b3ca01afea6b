import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { toAmount } from "@wattle/exchange-core";
import { useBrand } from "../brand/brand.tsx";
import { assumedCurrency } from "../markets/assumed-currency.ts";
import { readClocks } from "../money/countdown.ts";
import { readQuote, type Pair } from "../money/quote.ts";
import type { RateCards } from "../rates/use-rate-cards.ts";
import { trpc } from "../trpc.ts";

/** 1,000.00 of the home currency, in hundredths. */
const PAID_UNITS = 100_000n;
const ASKED_AGAIN_AFTER = 60_000;

/** Amount and pair of examples of a price: 1,000.00 of the home currency, for the coin of the default pair. */
export function useExample() {
  const { homeCurrency, defaultPair } = useBrand().markets;
  const home = assumedCurrency(homeCurrency, "fiat");
  return {
    home: homeCurrency,
    coin: defaultPair.credit,
    homeUnits: home,
    paid: toAmount<string>(PAID_UNITS, home),
  };
}

/**
 * The signed rate of this minute, asked for again after it. No one is signed in for it: it is a visitor's.
 * @param prices what is shown next to it: it is asked for as soon as they are read, so that all are of one moment
 * @returns as a query; null if there is no rate
 */
export function useExampleQuote({ credit, debit }: Pair, prices?: Pick<RateCards, "loading" | "readAt">) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ["example price", credit, debit, prices?.readAt],
    enabled: prices?.loading !== true,
    ...(prices !== undefined && { placeholderData: keepPreviousData }),
    queryFn: async () => {
      const askedAt = readClocks();
      const question = { credit_currency: credit, debit_currency: debit, credit: 1 } as const;
      const answer = await client.quotes.getRate.mutate(question, { context: { background: true } });
      return readQuote(answer, { credit, debit }, askedAt) ?? null;
    },
    staleTime: ASKED_AGAIN_AFTER,
    refetchInterval: prices === undefined && ASKED_AGAIN_AFTER,
  });
}

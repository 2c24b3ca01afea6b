import { knownMarkets, learnMarkets, type Markets } from "@wattle/contracts/markets";
import { trpc } from "../trpc.ts";

/** Staff may change the markets at any moment; a page that is opened asks again after so long. */
const STALE_AFTER = 5_000;

interface MarketsAnswer {
  /** The server's; until its answer is here, what a new installation has. */
  readonly markets: Markets;
  readonly isKnown: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Markets for the customer, or the visitor. The page learns it: amounts are shown by it everywhere. */
export function useMarkets(): MarketsAnswer {
  const { data, error, refetch } = trpc.currencies.markets.useQuery(undefined, {
    staleTime: STALE_AFTER,
    select: learnMarkets,
  });
  return { markets: data ?? knownMarkets(), isKnown: data !== undefined, error, refetch };
}

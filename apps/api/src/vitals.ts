/** Figures of this process and its state, for monitors. Counting is an addition in memory, so that it is always on. */
export interface Vitals {
  /** Executed exchanges, by what was given and got, as `BTC/AUD`. */
  readonly exchanges: Map<string, number>;
  /** Rates that were held, in the same way. */
  readonly heldRates: Map<string, number>;
  /** Whether the last try to seal the books failed, and when one last worked, in milliseconds since 1970; undefined before the first. */
  seals: { readonly failing: boolean; readonly succeededAt: number | undefined } | undefined;
  /** The last check of the ledger, and when one last compared all that it was to; undefined before the first. */
  ledger:
    | {
        readonly checkedAt: number | undefined;
        readonly milliseconds: number;
        readonly mismatches: number;
        /** New seals that it had no time for. */
        readonly behind: number;
      }
    | undefined;
  /** Whether the process was asked to stop: it still answers, and says that it is not ready. */
  stopping: boolean;
}

export const createVitals = (): Vitals => ({
  exchanges: new Map(),
  heldRates: new Map(),
  seals: undefined,
  ledger: undefined,
  stopping: false,
});

/** Adds one to a pair's count. */
export function countPair(counts: Map<string, number>, credit: string, debit: string): void {
  const pair = `${credit}/${debit}`;
  counts.set(pair, (counts.get(pair) ?? 0) + 1);
}

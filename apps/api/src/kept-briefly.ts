import type { Clock } from "./clock.ts";

/** A change of any process is known to all of them within five seconds; this leaves time for reading it. */
const KEPT_MILLISECONDS = 4_000;

export interface Kept<T> {
  /** The value, at most a few seconds old. All who ask meanwhile share one reading; a failed one is tried again. */
  readonly read: () => Promise<T>;
  /** The next `read` reads again. */
  readonly forget: () => void;
}

/** Keeps what the database says for a few seconds, so that asking for it with every call costs nothing. */
export function keptBriefly<T>(clock: Clock, load: () => Promise<T>): Kept<T> {
  let kept: { readonly at: number; readonly value: Promise<T> } | undefined;
  return {
    read() {
      const now = clock.now();
      if (kept === undefined || now - kept.at >= KEPT_MILLISECONDS || now < kept.at) {
        const entry = { at: now, value: load() };
        kept = entry;
        entry.value.catch(() => {
          if (kept === entry) kept = undefined;
        });
      }
      return kept.value;
    },
    forget() {
      kept = undefined;
    },
  };
}

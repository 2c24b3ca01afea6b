/** A try under one key, which counts for a while. */
export interface Try {
  readonly key: string;
  readonly windowMilliseconds: number;
}

/** Tries under one key within its window, the one just kept among them. Milliseconds since 1970. */
interface Tried {
  readonly count: number;
  readonly oldest: number;
}

/** Keeps single tries, such as sign-ins: each is counted exactly, for every process that shares the store. */
export interface TryStore {
  /**
   * Counts a try under each key before anything is decided by it, so that tries at the same moment see one another.
   * @returns how many there are now, in the order of the keys, and what takes these back
   */
  add(
    tries: readonly Try[],
    now: number,
  ): Promise<{ readonly tried: readonly Tried[]; readonly takeBack: () => Promise<void> }>;
}

/** Keeps counts of requests that processes have counted by themselves. */
export interface CountStore {
  /**
   * Adds to the count of a key's window; one that is over by `now` gives way to a window that ends at `endsAt`.
   * @returns the count of all processes, and when the window ends
   */
  add(
    key: string,
    add: { readonly count: number; readonly endsAt: number; readonly now: number },
  ): Promise<{ readonly count: number; readonly endsAt: number }>;
}

export interface LimitStores {
  readonly tries: TryStore;
  /** None if there is one process: it knows its counts. */
  readonly counts?: CountStore;
  close(): Promise<void>;
}

import { setImmediate } from "node:timers/promises";
import { DomainError } from "@wattle/contracts/errors";

/** Reads of an account that run at once, and those that wait for them: together as many as a batch may hold. */
const AT_ONCE = 2;
const MOST_WAITING = 8;
/** Milliseconds of work of each kind that an account which was quiet may do without a pause. */
const SAVED_UP = { page: 250, file: 1000 } as const;
/** Bounds the memory that many accounts take. */
const MOST_LANES = 10_000;

/** Reads for pages, and files: a slow file does not hold up the pages of the same account. */
export type Costly = "page" | "file";

/** Milliseconds since some moment, and what to do after so many. */
export interface Stopwatch {
  now(): number;
  after(milliseconds: number, act: () => void): void;
}

const WALL: Stopwatch = {
  now: () => performance.now(),
  after: (milliseconds, act) => void setTimeout(act, milliseconds),
};

/** The costly reads of one kind that one account has under way. */
class Lane {
  readonly #time: Stopwatch;
  /** The part of the time that they may take; undefined for no bound. */
  readonly #share: number | undefined;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Milliseconds of work that may be done now; below zero after one that took longer. */
  #credit: number;
  /** When the credit was right. */
  #at: number;
  #isTimed = false;

  constructor(kind: Costly, share: number | undefined, time: Stopwatch) {
    this.#time = time;
    this.#share = share;
    this.#most = SAVED_UP[kind];
    this.#credit = this.#most;
    this.#at = time.now();
  }

  get isIdle(): boolean {
    this.#save();
    return this.#running + this.#waiting.length === 0 && this.#credit === this.#most;
  }

  get isFull(): boolean {
    return this.#running + this.#waiting.length >= AT_ONCE + MOST_WAITING;
  }

  /** Milliseconds until work may begin again. */
  get pause(): number {
    this.#save();
    return this.#share === undefined || this.#credit > 0 ? 0 : Math.ceil(1 - this.#credit / this.#share);
  }

  /** Waits until work may begin. */
  begin(): Promise<void> {
    return new Promise((begin) => {
      this.#waiting.push(begin);
      this.#startNext();
    });
  }

  /** Lets the next begin. @param took milliseconds */
  end(took: number): void {
    this.#save();
    this.#credit -= took;
    this.#running -= 1;
    this.#startNext();
  }

  #save(): void {
    const now = this.#time.now();
    this.#credit = Math.min(this.#most, this.#credit + (now - this.#at) * (this.#share ?? 1));
    this.#at = now;
  }

  #startNext(): void {
    while (this.#running < AT_ONCE && this.#waiting.length > 0) {
      const { pause } = this;
      if (pause > 0) return this.#startAfter(pause);
      this.#running += 1;
      this.#waiting.shift()?.();
    }
  }

  #startAfter(pause: number): void {
    if (this.#isTimed) return;
    this.#isTimed = true;
    this.#time.after(pause, () => {
      this.#isTimed = false;
      this.#startNext();
    });
  }
}

export interface AccountGate {
  /**
   * Does work for an account when its turn comes.
   * @param goesOn whether the work goes on with what was begun: it waits for its turn, however many do
   * @throws DomainError `too_many_requests` if too many wait already; what the work throws
   */
  run<T>(account: string, kind: Costly, work: () => Promise<T>, goesOn?: boolean): Promise<T>;
  /** Makes each piece of a file when the account's turn comes. */
  inPieces<T>(account: string, pieces: AsyncIterable<T>): AsyncGenerator<T>;
}

/**
 * Keeps one account from taking the process for itself: of each kind two of its costly reads run at once, a few wait, and what they
 * take is `percent` of the time at most, half of it for each kind. Time counts as the clock on the wall has it.
 * @param percent 100 for no bound
 */
export function createAccountGate(percent: number, time: Stopwatch = WALL): AccountGate {
  const share = percent < 100 ? percent / 100 / 2 : undefined;
  const lanes = new Map<string, Lane>();
  let turn = Promise.resolve();

  /** Waits until other requests have had a turn after the last costly read of any account began. */
  const nextTurn = (): Promise<void> => (turn = turn.then(() => setImmediate()));

  function laneOf(account: string, kind: Costly): Lane {
    const key = `${kind} ${account}`;
    const known = lanes.get(key);
    if (known !== undefined) return known;
    if (lanes.size >= MOST_LANES) for (const [other, { isIdle }] of lanes) if (isIdle) lanes.delete(other);
    const lane = new Lane(kind, share, time);
    lanes.set(key, lane);
    return lane;
  }

  async function run<T>(account: string, kind: Costly, work: () => Promise<T>, goesOn = false): Promise<T> {
    const lane = laneOf(account, kind);
    if (lane.isFull && !goesOn) {
      throw new DomainError("too_many_requests", {
        retryAfterSeconds: Math.max(1, Math.ceil(lane.pause / 1000)),
      });
    }
    await lane.begin();
    await nextTurn();
    const began = time.now();
    try {
      return await work();
    } finally {
      lane.end(time.now() - began);
    }
  }

  return {
    run,
    async *inPieces(account, pieces) {
      const iterator = pieces[Symbol.asyncIterator]();
      try {
        for (;;) {
          const piece = await run(account, "file", () => iterator.next(), true);
          if (piece.done === true) return;
          yield piece.value;
        }
      } finally {
        await iterator.return?.();
      }
    },
  };
}

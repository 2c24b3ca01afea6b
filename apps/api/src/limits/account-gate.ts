import { setImmediate } from "node:timers/promises";
import { DomainError } from "@wattle/contracts/errors";

/** Reads of an account that run at once, and those that wait for them: together as many as a batch may hold. */
const AT_ONCE = 2;
const MOST_WAITING = 8;
/** Milliseconds of work of each kind that an account which was quiet may do without a pause. */
const SAVED_UP = { page: 250, file: 1000 } as const;
/** Bounds the memory that many accounts take. */
const MOST_LANES = 10_000;

/** What pages show, and files: a file that takes long does not hold up the pages of the same account. */
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

interface Lane {
  /** The most that `credit` may be. */
  readonly most: number;
  running: number;
  readonly waiting: (() => void)[];
  /** Milliseconds of work that may be done now; below zero after one that took longer. */
  credit: number;
  /** When `credit` was right. */
  at: number;
  isTimed: boolean;
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
  const share = percent / 100 / 2;
  const isBounded = percent < 100;
  const lanes = new Map<string, Lane>();
  let turn = Promise.resolve();

  /** Waits until other requests have had their turn since the last costly read began, whoever's it was. */
  const nextTurn = (): Promise<void> => (turn = turn.then(() => setImmediate()));

  const isIdle = ({ running, waiting, credit, most }: Lane): boolean =>
    running === 0 && waiting.length === 0 && credit === most;

  function save(lane: Lane): Lane {
    const now = time.now();
    lane.credit = Math.min(lane.most, lane.credit + (now - lane.at) * share);
    lane.at = now;
    return lane;
  }

  function laneOf(account: string, kind: Costly): Lane {
    const key = `${kind} ${account}`;
    const known = lanes.get(key);
    if (known !== undefined) return save(known);
    if (lanes.size >= MOST_LANES) {
      for (const [other, lane] of lanes) if (isIdle(save(lane))) lanes.delete(other);
    }
    const most = SAVED_UP[kind];
    const lane: Lane = { most, running: 0, waiting: [], credit: most, at: time.now(), isTimed: false };
    lanes.set(key, lane);
    return lane;
  }

  /** Milliseconds until work may begin again. */
  const pauseOf = ({ credit }: Lane): number =>
    isBounded && credit <= 0 ? Math.ceil(1 - credit / share) : 0;

  function startNext(lane: Lane): void {
    save(lane);
    while (lane.running < AT_ONCE && lane.waiting.length > 0) {
      const pause = pauseOf(lane);
      if (pause > 0) {
        if (lane.isTimed) return;
        lane.isTimed = true;
        time.after(pause, () => {
          lane.isTimed = false;
          startNext(lane);
        });
        return;
      }
      lane.running += 1;
      lane.waiting.shift()?.();
    }
  }

  async function run<T>(account: string, kind: Costly, work: () => Promise<T>, goesOn = false): Promise<T> {
    const lane = laneOf(account, kind);
    if (!goesOn && lane.running + lane.waiting.length >= AT_ONCE + MOST_WAITING) {
      throw new DomainError("too_many_requests", {
        retryAfterSeconds: Math.max(1, Math.ceil(pauseOf(lane) / 1000)),
      });
    }
    await new Promise<void>((begin) => {
      lane.waiting.push(begin);
      startNext(lane);
    });
    await nextTurn();
    const began = time.now();
    try {
      return await work();
    } finally {
      save(lane).credit -= time.now() - began;
      lane.running -= 1;
      startNext(lane);
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

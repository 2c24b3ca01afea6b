import { setTimeout as delay } from "node:timers/promises";
import type { CompiledQuery, QueryResult } from "kysely";
import type pg from "pg";
import type { CompiledStatement } from "../statement.ts";
import { errorCodeOf, isConnectionLost, isMissingTable } from "./errors.ts";
import type { Executor } from "./handle.ts";
import { behind, markHistory, NotTheStandby, PLACE_MS, placeOf, REASONS, type Place } from "./place.ts";
import { QueryExecutor } from "./postgres-pool.ts";
import { SharedAnswer } from "./shared-answer.ts";

/** For so long a statement waits for the standby, and then takes the primary. */
const WAIT_MS = 100;
/** For so long a look waits for the standby, which may open a connection first. */
const LOOK_MS = 1000;
/** The pause before a standby that was given up is tried again. */
const AGAIN_MS = 1000;
const MOST_PAUSE_MS = 16;
/** So many statements may wait for a connection to the standby; the primary takes more. */
const MOST_WAITING = 50;
/** After so many statements in a row that only the primary answered, the standby is given up. */
const MOST_REPEATED = 3;

/** One more connection opens slowly, or all are busy, which says nothing of the standby: the next statement may have one. */
class Connecting extends NotTheStandby {}

type Ask<T> = (executor: Executor) => Promise<T>;

/** Asks over a connection and gives it back. A failure ends it: the next one may lead elsewhere, or has no old plans. */
async function askOver<T>(client: pg.PoolClient, ask: Ask<T>): Promise<T> {
  let isAnswered = false;
  try {
    const answer = await ask(new QueryExecutor(client));
    isAnswered = true;
    return answer;
  } finally {
    client.release(!isAnswered);
  }
}

async function placeThere(client: pg.PoolClient): Promise<Place> {
  try {
    return await placeOf(client);
  } catch (error) {
    if (isMissingTable(error)) throw new NotTheStandby(REASONS.cluster);
    throw error;
  }
}

/** A wait for the standby, with what is known of it by now. */
interface Wait {
  isConnected: boolean;
  reason: string;
}

interface Pools {
  readonly standby: pg.Pool;
  /** Two to the primary: for what the standby cannot answer, and for the mark. */
  readonly reading: pg.Pool;
  readonly writing: pg.Pool;
  /** To the primary, only to ask how far it is: that waits for no statement, and the other way round. */
  readonly place: pg.Pool;
}

/**
 * Statements go to a standby that has replayed all that the primary had on its disk when they were asked, else to the primary. Each
 * connection is asked, before each statement: behind one address there may be several standbys.
 *
 * A standby that was late or wrong once, or could not answer three times, is not waited for until a try in the background finds it well.
 */
export class Standby implements Executor {
  readonly pool: pg.Pool;
  readonly #pools: Pools;
  readonly #fromPrimary: Executor;
  readonly #primaryPlace: SharedAnswer<Place>;
  #isUsed = false;
  #isTried = false;
  #looking: Promise<void> | undefined;
  /** The timeline on which this process has written the mark. */
  #markedTimeline: number | undefined;
  /** How many statements in a row only the primary answered. */
  #repeated = 0;
  /** The last of them, if they were too many: until the standby answers it. */
  #unanswered: { readonly ask: Ask<unknown>; readonly reason: string } | undefined;

  constructor(pools: Pools) {
    this.pool = pools.standby;
    this.#pools = pools;
    this.#fromPrimary = new QueryExecutor(pools.reading);
    this.#primaryPlace = new SharedAnswer(() => placeOf(pools.place));
  }

  execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#read((executor) => executor.execute<R>(query));
  }

  run<R>(statement: CompiledStatement, parameters: object): Promise<R[]> {
    return this.#read((executor) => executor.run<R>(statement, parameters));
  }

  /** Those who look at the same moment share one. @throws NotTheStandby, or what kept it from being asked */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async close(): Promise<void> {
    this.#isUsed = false;
    await Promise.all([this.pool.end(), this.#pools.place.end()]);
  }

  async #read<T>(ask: Ask<T>): Promise<T> {
    const client = await this.#caughtUp();
    if (client === undefined) return ask(this.#fromPrimary);
    try {
      const answer = await askOver(client, ask);
      this.#repeated = 0;
      return answer;
    } catch (error) {
      // A statement that takes too long would take as long on the primary. All else, such as rows that the standby has to forget in the
      // middle of a long read, is the standby's own trouble, or comes again.
      if (errorCodeOf(error) === "57014") throw error;
      if (isConnectionLost(error)) this.#giveUp();
      const answer = await ask(this.#fromPrimary);
      this.#noteRepeated(ask, error);
      return answer;
    }
  }

  #noteRepeated(ask: Ask<unknown>, error: unknown): void {
    this.#repeated += 1;
    if (this.#repeated < MOST_REPEATED) return;
    const why = errorCodeOf(error) ?? (error instanceof Error ? error.message : String(error));
    this.#unanswered = { ask, reason: `it does not answer statements: ${why}` };
    this.#giveUp();
  }

  /** A connection to a standby that is far enough; undefined if there is none, or too many statements wait for one. */
  async #caughtUp(): Promise<pg.PoolClient | undefined> {
    if (!this.#isUsed) {
      this.#giveUp();
      return undefined;
    }
    try {
      const primary = await this.#place();
      if (primary.timeline !== this.#markedTimeline) throw new NotTheStandby(REASONS.timeline);
      if (this.pool.waitingCount >= MOST_WAITING) return undefined;
      return await this.#reach(primary, WAIT_MS);
    } catch (error) {
      if (!(error instanceof Connecting)) this.#giveUp();
      return undefined;
    }
  }

  #giveUp(): void {
    this.#isUsed = false;
    if (this.#isTried) return;
    this.#isTried = true;
    void this.#try();
  }

  /** Finds out whether it may be used; if not, the next try comes no sooner than after a pause. */
  async #try(): Promise<void> {
    try {
      await this.#open();
      // With a connection that is open: as fast as a statement wants it.
      const client = await this.#reach(await this.#place(), WAIT_MS);
      await askOver(client, this.#unanswered?.ask ?? (async () => undefined));
      this.#unanswered = undefined;
      this.#repeated = 0;
      this.#isUsed = true;
    } catch {
      await delay(AGAIN_MS, undefined, { ref: false });
    } finally {
      this.#isTried = false;
    }
  }

  async #look(): Promise<void> {
    await this.#open();
    if (this.#unanswered === undefined) return;
    const { reason } = this.#unanswered;
    // It is asked again in the background: it may be a long report.
    this.#giveUp();
    throw new NotTheStandby(reason);
  }

  /** Opens a connection to a standby that is far enough, after this process has marked the primary's history. */
  async #open(): Promise<void> {
    let primary = await this.#place();
    if (primary.timeline !== this.#markedTimeline) {
      this.#markedTimeline = await markHistory(this.#pools.writing);
      primary = await this.#place();
    }
    (await this.#reach(primary, LOOK_MS)).release();
  }

  /** How far the primary is, at least when it is called. */
  async #place(): Promise<Place> {
    const place = await Promise.race([this.#primaryPlace.ask(), delay(PLACE_MS, undefined, { ref: false })]);
    if (place === undefined) throw new NotTheStandby(REASONS.primarySilent);
    return place;
  }

  async #reach(primary: Place, milliseconds: number): Promise<pg.PoolClient> {
    const wait: Wait = { isConnected: false, reason: REASONS.silent };
    const following = this.#follow(primary, wait);
    const reached = await Promise.race([following, delay(milliseconds, undefined, { ref: false })]);
    if (reached !== undefined) return reached;
    void following.then(
      (client) => client.release(),
      // The next who reads tries it again: each try may end like this one.
      () => {
        this.#isUsed = false;
      },
    );
    throw wait.isConnected ? new NotTheStandby(wait.reason) : new Connecting(wait.reason);
  }

  async #follow(primary: Place, wait: Wait): Promise<pg.PoolClient> {
    const client = await this.pool.connect();
    wait.isConnected = true;
    try {
      for (let to = primary, waited = 0, pause = 1; ; pause = Math.min(2 * pause, MOST_PAUSE_MS)) {
        const late = behind(await placeThere(client), to);
        if (late === undefined) return client;
        wait.reason = late;
        if (waited >= WAIT_MS) throw new NotTheStandby(late);
        await delay(pause);
        waited += pause;
        // Another process may just have written the mark.
        if (late === REASONS.copy) to = await this.#place();
      }
    } catch (error) {
      // The next connection may lead elsewhere.
      client.release(true);
      throw error;
    }
  }
}

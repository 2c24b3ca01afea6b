import { setTimeout as delay } from "node:timers/promises";
import type { CompiledQuery, QueryResult } from "kysely";
import type pg from "pg";
import type { CompiledStatement } from "../statement.ts";
import { errorCodeOf, isConnectionLost } from "./errors.ts";
import type { Executor } from "./handle.ts";
import { QueryExecutor } from "./postgres-pool.ts";

/** For so long a statement waits for the standby, and then takes the primary. */
const WAIT_MS = 100;
/** For so long a look waits in all, which may open a connection first. */
const LOOK_MS = 1000;
/** The pause before a standby that was given up is tried again. */
const AGAIN_MS = 1000;
const MOST_PAUSE_MS = 16;

/**
 * How far a server is: a primary with what is on its disk, where every answered commit is, and a standby with what it has replayed. A
 * standby's timeline is the newest one that it has replayed something of for certain: after a failover that takes until its next
 * checkpoint. The time is that of the primary, or of the last commit that the standby has.
 */
const PLACE = `
  select system_identifier::text as cluster, recovering as standby,
    (select oid::text from pg_database where datname = current_database()) as database,
    case when recovering then (select greatest(timeline_id, min_recovery_end_timeline) from pg_control_checkpoint(), pg_control_recovery())
      else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int end as timeline,
    pg_wal_lsn_diff(case when recovering then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0')::int8 as position,
    floor(extract(epoch from case when recovering then pg_last_xact_replay_timestamp() else clock_timestamp() end) * 1000)::int8 as at
  from pg_control_system(), (select pg_is_in_recovery() as recovering) as server`;

interface Place {
  /** The same on a primary and its standbys, as is the database's number. */
  readonly cluster: string;
  readonly database: string;
  readonly standby: boolean;
  readonly timeline: number;
  readonly position: bigint | null;
  readonly at: bigint | null;
}

/** Why a standby is not read, in words for those who run it. */
const REASONS = {
  silent: "it does not answer in time",
  primary: "a primary answers there",
  cluster: "another database answers there",
  timeline: "it does not follow the primary since the last failover",
} as const;

/** A server that answers in place of a standby, and may not be read, or not yet. */
export class NotTheStandby extends Error {
  override readonly name = "NotTheStandby";
}

/** One more connection opens slowly, which says nothing of those that are open: the next statement may have it. */
class Connecting extends NotTheStandby {}

async function placeOf(client: pg.Pool | pg.PoolClient): Promise<Place> {
  const [place] = (await client.query<Place>(PLACE)).rows;
  if (place === undefined) throw new Error("the server does not say how far it is");
  return place;
}

/** How late a standby is, in words; undefined if it has all that the primary had. @throws NotTheStandby if it is none of this primary */
function behind(there: Place, primary: Place): string | undefined {
  if (there.cluster !== primary.cluster || there.database !== primary.database)
    throw new NotTheStandby(REASONS.cluster);
  if (!there.standby) throw new NotTheStandby(REASONS.primary);
  if (there.timeline !== primary.timeline) throw new NotTheStandby(REASONS.timeline);
  if (there.position !== null && primary.position !== null && there.position >= primary.position) {
    return undefined;
  }
  if (there.at === null || primary.at === null) return "it is behind the primary";
  return `it is behind the primary: its last commit is ${(primary.at - there.at) / 1000n} s old`;
}

/** A wait for the standby, with what is known of it by now. */
interface Wait {
  isConnected: boolean;
  reason: string;
}

/**
 * Statements go to a standby that has replayed all that the primary had on its disk when they were asked, else to the primary. Each
 * connection is asked, before each statement: behind one address there may be several standbys.
 *
 * A standby that was late or wrong once is not waited for again until a try in the background finds it well.
 */
export class Standby implements Executor {
  readonly #pool: pg.Pool;
  readonly #primary: pg.Pool;
  readonly #fromPrimary: Executor;
  #isUsed = false;
  #isTried = false;

  constructor(pool: pg.Pool, primary: pg.Pool) {
    this.#pool = pool;
    this.#primary = primary;
    this.#fromPrimary = new QueryExecutor(primary);
  }

  execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#read((executor) => executor.execute<R>(query));
  }

  run<R>(statement: CompiledStatement, parameters: object): Promise<R[]> {
    return this.#read((executor) => executor.run<R>(statement, parameters));
  }

  /** @throws NotTheStandby, or what kept it from being asked */
  async look(): Promise<void> {
    (await this.#reach(LOOK_MS)).release();
  }

  async close(): Promise<void> {
    this.#isUsed = false;
    await this.#pool.end();
  }

  async #read<T>(ask: (executor: Executor) => Promise<T>): Promise<T> {
    const client = await this.#caughtUp();
    if (client === undefined) return ask(this.#fromPrimary);
    let lost: unknown;
    try {
      return await ask(new QueryExecutor(client));
    } catch (error) {
      // A statement that takes too long would take as long on the primary. All else, such as rows that the standby has to forget in the
      // middle of a long read, is the standby's own trouble, or comes again.
      if (errorCodeOf(error) === "57014") throw error;
      if (isConnectionLost(error)) lost = error;
    } finally {
      client.release(lost !== undefined);
    }
    if (lost !== undefined) this.#giveUp();
    return ask(this.#fromPrimary);
  }

  /** A connection to a standby that is far enough; undefined if there is none, or all are busy. */
  async #caughtUp(): Promise<pg.PoolClient | undefined> {
    if (!this.#isUsed) {
      this.#giveUp();
      return undefined;
    }
    const { totalCount, idleCount, options } = this.#pool;
    if (idleCount === 0 && totalCount >= options.max) return undefined;
    try {
      return await this.#reach(WAIT_MS);
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
      await this.look();
      // With a connection that is open: as fast as a statement wants it.
      (await this.#reach(WAIT_MS)).release();
      this.#isUsed = true;
    } catch {
      await delay(AGAIN_MS, undefined, { ref: false });
    } finally {
      this.#isTried = false;
    }
  }

  async #reach(milliseconds: number): Promise<pg.PoolClient> {
    const wait: Wait = { isConnected: false, reason: REASONS.silent };
    const following = this.#follow(wait);
    const reached = await Promise.race([following, delay(milliseconds, undefined, { ref: false })]);
    if (reached !== undefined) return reached;
    void following.then(
      (client) => client.release(),
      () => this.#giveUp(),
    );
    throw wait.isConnected ? new NotTheStandby(wait.reason) : new Connecting(wait.reason);
  }

  async #follow(wait: Wait): Promise<pg.PoolClient> {
    const primary = await placeOf(this.#primary);
    const client = await this.#pool.connect();
    wait.isConnected = true;
    try {
      for (let waited = 0, pause = 1; ; pause = Math.min(2 * pause, MOST_PAUSE_MS)) {
        const late = behind(await placeOf(client), primary);
        if (late === undefined) return client;
        wait.reason = late;
        if (waited >= WAIT_MS) throw new NotTheStandby(late);
        await delay(pause);
        waited += pause;
      }
    } catch (error) {
      // The next connection may lead elsewhere.
      client.release(true);
      throw error;
    }
  }
}

import type pg from "pg";

/** For so long a server may take to say how far it is, also in a report without limits. */
export const PLACE_MS = 1000;

/** How often a primary's database has been taken over by a standby. */
const TIMELINE = "('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int";

/**
 * How far a server is: a primary with what is on its disk, where every answered commit is, and a standby with what it has replayed. A
 * standby's timeline is the newest one that it has replayed something of for certain: after a failover that takes until its next
 * checkpoint. The time is that of the primary, or of the last commit that the standby has.
 */
const PLACE = {
  name: "place",
  text: `
    select system_identifier::text as cluster, recovering as standby,
      (select oid::text from pg_database where datname = current_database()) as database,
      case when recovering then (select greatest(timeline_id, min_recovery_end_timeline) from pg_control_checkpoint(), pg_control_recovery())
        else ${TIMELINE} end as timeline,
      pg_wal_lsn_diff(case when recovering then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0')::int8 as position,
      floor(extract(epoch from case when recovering then pg_last_xact_replay_timestamp() else clock_timestamp() end) * 1000)::int8 as at,
      (select written_at from write_probes where name = 'history') as mark
    from pg_control_system(), (select pg_is_in_recovery() as recovering) as server`,
  query_timeout: PLACE_MS,
};

/** The mark is the time in microseconds, which no other history has. */
const MARK = `
  insert into write_probes (name, written_at) values ('history', floor(extract(epoch from clock_timestamp()) * 1000000)::int8)
  on conflict (name) do update set written_at = excluded.written_at
  returning ${TIMELINE} as timeline`;

export interface Place {
  /** The same on a primary and its standbys, as is the database's number. */
  readonly cluster: string;
  readonly database: string;
  readonly standby: boolean;
  readonly timeline: number;
  readonly position: bigint | null;
  readonly at: bigint | null;
  /** Each process writes it, and again on each timeline: a copy that went on by itself before then has another one. */
  readonly mark: bigint | null;
}

/** Why a standby is not read, in words for those who run it. */
export const REASONS = {
  silent: "it does not answer in time",
  primarySilent: "the primary does not say in time how far it is",
  primary: "a primary answers there",
  cluster: "another database answers there",
  copy: "a copy answers there that has gone on by itself",
  timeline: "it does not follow the primary since the last failover",
} as const;

/** A server that answers in place of a standby, and may not be read, or not yet. */
export class NotTheStandby extends Error {
  override readonly name = "NotTheStandby";
}

export async function placeOf(client: pg.Pool | pg.PoolClient): Promise<Place> {
  const [place] = (await client.query<Place>(PLACE)).rows;
  if (place === undefined) throw new Error("the server does not say how far it is");
  return place;
}

/** Marks the primary's history from here on. @returns the timeline on which it was written */
export async function markHistory(primary: pg.Pool): Promise<number | undefined> {
  return (await primary.query<Pick<Place, "timeline">>(MARK)).rows[0]?.timeline;
}

/** How late a standby is, in words; undefined if it has all that the primary had. @throws NotTheStandby if it is none of this primary */
export function behind(there: Place, primary: Place): string | undefined {
  if (there.cluster !== primary.cluster || there.database !== primary.database)
    throw new NotTheStandby(REASONS.cluster);
  if (!there.standby) throw new NotTheStandby(REASONS.primary);
  if (there.timeline !== primary.timeline) throw new NotTheStandby(REASONS.timeline);
  if (there.position !== null && primary.position !== null && there.position >= primary.position)
    return there.mark === primary.mark ? undefined : REASONS.copy;
  if (there.at === null || primary.at === null) return "it is behind the primary";
  return `it is behind the primary: its last commit is ${(primary.at - there.at) / 1000n} s old`;
}

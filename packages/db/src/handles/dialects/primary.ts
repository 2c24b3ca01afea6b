import type pg from "pg";

/**
 * Sets up a connection and says what it leads to. An answer to a customer says that it is written, so a server or role whose commits do
 * not wait for its log is overruled; a setting that waits for a standby too stays.
 */
const ARRIVE = `
  select system_identifier::text as cluster, timeline,
    case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end
  from pg_control_system(), lateral (
    select case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline
  ) as log`;

interface Place {
  /** The same on a primary and its standbys. */
  readonly cluster: string;
  /** How often a standby has taken over, in hexadecimal digits; null on a standby. */
  readonly timeline: string | null;
}

/** Why a server may not be written to, in words for those who run it. */
const REASONS = {
  standby: "PostgreSQL is a standby here: there is no primary",
  cluster: "another database answers here than at the start",
  timeline: "an old primary answers here: a standby has taken over from it",
} as const;

/** A server that answers, and is not the one that may be written to. */
export class NotThePrimary extends Error {
  /** As a server that takes no connection: what was asked for may be tried again. */
  readonly code = "08004";
  override readonly name = "NotThePrimary";

  constructor(reason: keyof typeof REASONS) {
    super(REASONS[reason]);
  }
}

/**
 * Lets connections only lead to the primary of one cluster. A name or a proxy may lead elsewhere after a failover: to a standby, to a
 * primary that has not noticed yet that it is none any more, or to a wrong database.
 */
export class Primary {
  #cluster: string | undefined;
  #timeline = "";

  /** @throws NotThePrimary if a connection leads elsewhere */
  readonly arrive = async (client: pg.ClientBase): Promise<void> => {
    const [place] = (await client.query<Place>(ARRIVE)).rows;
    if (place === undefined || place.timeline === null) throw new NotThePrimary("standby");
    if (place.cluster !== (this.#cluster ??= place.cluster)) throw new NotThePrimary("cluster");
    if (place.timeline < this.#timeline) throw new NotThePrimary("timeline");
    this.#timeline = place.timeline;
  };
}

import { readDumpVersion } from "@wattle/db/copies";
import { isDatabaseAway, openDatabase } from "@wattle/db/database";
import { probeWrite } from "@wattle/db/handles/write-probe";
import { pendingMigrations } from "@wattle/db/migrations/migrate";
import { readServerFacts, type ServerFacts } from "@wattle/db/server-facts";
import { ownerUrl } from "../../backup/write-backup.ts";
import type { Services } from "../../services.ts";
import { fault, ok, reasonOf, warning, type Check, type Finding } from "./check.ts";

type Databases = Pick<Services, "config" | "database" | "clock">;

/** Rights of the role that owns the tables and makes backups. @returns undefined for SQLite */
async function readOwnerFacts({ config, database }: Databases): Promise<ServerFacts | undefined> {
  if (database.dialect !== "postgres") return undefined;
  const owner = await openDatabase(ownerUrl(config), { create: false });
  try {
    return await readServerFacts(owner);
  } finally {
    await owner.close();
  }
}

const OLDEST = 15;

export const serving: Check<Databases> = {
  name: "Database",
  async find({ database, clock }) {
    try {
      await database.ping();
      await database.write((tx) => probeWrite(tx, BigInt(clock.now())));
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      return [fault(`Nothing is written: ${reasonOf(error)}.`)];
    }
    const facts = await readServerFacts(database);
    if (facts === undefined) return [ok("SQLite answers. One process at a time may serve it.")];
    const text = `PostgreSQL ${facts.version} answers`;
    return Number.parseInt(facts.version, 10) >= OLDEST
      ? [ok(`${text}.`)]
      : [fault(`${text}, and is too old. Take ${OLDEST} or newer.`)];
  },
};

/** Nothing if no standby is set. */
export const standby: Check<Databases> = {
  name: "Standby",
  async find({ config, database }) {
    if (config.READ_DATABASE_URL === undefined) return [];
    try {
      await database.lookAtStandby();
      return [ok("The standby has everything that the primary has.")];
    } catch (error) {
      return [
        fault(`The primary answers instead of the standby: ${reasonOf(error)}. Look at READ_DATABASE_URL.`),
      ];
    }
  },
};

export const migrations: Check<Databases> = {
  name: "Migrations",
  async find({ database }) {
    const pending = await pendingMigrations(database);
    return [
      pending.length === 0
        ? ok("The database has every migration.")
        : fault(`The database lacks ${pending.join(", ")}. Restart the server.`),
    ];
  },
};

/** Whether the program’s own role could change the books. */
function runningFinding({ role, isSuperuser, changeable }: ServerFacts): Finding {
  if (isSuperuser)
    return fault(`The program runs as ${role}, a superuser. Give it a role of its own (docs/operations.md).`);
  if (changeable.length > 0)
    return warning(
      `The program’s role ${role} can change ${changeable.join(", ")}. Let another role own the tables (docs/operations.md).`,
    );
  return ok(`The program’s role ${role} can only add to the books.`);
}

function ownerFinding({ role, mayCreateDatabases }: ServerFacts): Finding {
  return mayCreateDatabases
    ? ok(`The role ${role} may create the database that a check of a backup needs.`)
    : fault(`No backup can be checked here. As an administrator: alter role ${role} createdb`);
}

const roles: Check<Databases> = {
  name: "Database roles",
  async find(databases) {
    const running = await readServerFacts(databases.database);
    const owner = await readOwnerFacts(databases);
    if (running === undefined || owner === undefined)
      return [ok("SQLite has no roles: anyone who may write the file may change the books.")];
    return [runningFinding(running), ownerFinding(owner)];
  },
};

const SAFE = "An answered exchange is on the disk before the answer";

const durability: Check<Databases> = {
  name: "Durability",
  async find({ database }) {
    const facts = await readServerFacts(database);
    if (facts === undefined) return [ok(`${SAFE} (synchronous = FULL).`)];
    const off = Object.entries(facts.durability).filter(([, value]) => value === "off");
    return off.length === 0
      ? [ok(`${SAFE} (synchronous_commit = ${facts.durability.synchronous_commit}).`)]
      : off.map(([name]) =>
          fault(`${name} is off, so a crash can lose answered exchanges. In postgresql.conf: ${name} = on`),
        );
  },
};

const programs: Check<Databases> = {
  name: "Backup programs",
  async find({ database }) {
    const facts = await readServerFacts(database);
    if (facts === undefined) return [ok("SQLite needs none.")];
    const [needed, found] = [Number.parseInt(facts.version, 10), await readDumpVersion()];
    if (found !== undefined && found >= needed) return [ok(`pg_dump ${found} is here.`)];
    const there = found === undefined ? "pg_dump is not here" : `pg_dump ${found} is older than the server`;
    return [warning(`${there}. Install PostgreSQL’s client ${needed}, or back up from another machine.`)];
  },
};

/** Checks of the database, which has to be open. */
export const DATABASE_CHECKS: readonly Check<Databases>[] = [
  serving,
  standby,
  migrations,
  roles,
  durability,
  programs,
];

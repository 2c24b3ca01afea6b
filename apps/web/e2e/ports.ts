export type Kind = "sqlite" | "postgres";

/** One more than two cores have: journeys wait for each other’s pages and servers. */
export const WORKERS = 3;

/** Another one if several runs share a machine. */
const FIRST_PORT = Number(process.env["E2E_PORT"] ?? 3910);
/** Journeys on PostgreSQL, which are few, come one after another; a worker of those on SQLite has a port of its own. */
const placeOf = (kind: Kind, worker: number): number => (kind === "sqlite" ? worker : WORKERS);

/** The port of the installation that a worker’s journeys are made on. */
export const portOf = (kind: Kind, worker: number): number => FIRST_PORT + placeOf(kind, worker);

/** The port of one that a worker's test starts for itself. */
export const extraPortOf = (kind: Kind, worker: number): number =>
  FIRST_PORT + WORKERS + 1 + placeOf(kind, worker);

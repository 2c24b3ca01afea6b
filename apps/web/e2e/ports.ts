export type Kind = "sqlite" | "postgres";

/** One more than two cores have: journeys wait for each other’s pages and servers. */
export const WORKERS = 3;

/** Another one where several runs share a machine. */
const FIRST_PORT = Number(process.env["E2E_PORT"] ?? 3910);
const portAt = (row: number, worker: number): number => FIRST_PORT + row * WORKERS + worker;

/** The port of a worker's own installation. */
export const portOf = (kind: Kind, worker: number): number => portAt(kind === "sqlite" ? 0 : 1, worker);

/** The port of one that a worker's test starts for itself. */
export const extraPortOf = (kind: Kind, worker: number): number => portAt(kind === "sqlite" ? 2 : 3, worker);

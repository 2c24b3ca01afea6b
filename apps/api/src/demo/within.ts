import { patiently, type Database, type WriteTx } from "@wattle/db/database";
import type { Services } from "../services.ts";

/** A database whose reads and writes are those of a transaction that is open already. */
export const databaseWithin = (tx: WriteTx, database: Database): Database => ({
  ...patiently(database),
  read: tx,
  write: (work) => work(tx),
});

/** The services as use cases take them, in a transaction that is open already. @param ago milliseconds that their clock is behind */
export function servicesWithin<S extends Pick<Services, "clock" | "database">>(
  tx: WriteTx,
  services: S,
  ago = 0,
): S {
  const now = services.clock.now() - ago;
  return { ...services, clock: { now: () => now }, database: databaseWithin(tx, services.database) };
}

import { setTimeout as delay } from "node:timers/promises";
import { DomainError } from "@wattle/contracts/errors";
import type { WriteTx } from "@wattle/db/database";
import { beginStatementImport, endStatementImport, holdStatementImport } from "@wattle/db/statement-imports";
import type { Services } from "../services.ts";

type HoldServices = Pick<Services, "clock" | "database" | "ids">;

/** An import that has not said for so long that it goes on has died with its process. */
const HELD_MILLISECONDS = 30_000;
/** It says so with all that it writes, and meanwhile. */
const SAID_MILLISECONDS = 10_000;
/** Between two looks whether the import before is done. */
const LOOK_MILLISECONDS = 50;

/** Keeps other imports of the account away until the transaction ends. @throws DomainError `state_conflict` if one has begun */
export type Hold = (tx: WriteTx) => Promise<void>;

/**
 * Does an import's work while no other import of the account is under way, in any process; between its transactions as well. The next one
 * waits.
 */
export async function holdingImport<T>(
  { clock, database, ids }: HoldServices,
  depositAccountId: string,
  work: (hold: Hold) => Promise<T>,
): Promise<T> {
  const own = { deposit_account_id: depositAccountId, import_id: ids.uuid() };
  const until = (): bigint => BigInt(clock.now() + HELD_MILLISECONDS);
  const begin = () =>
    database.write((tx) =>
      beginStatementImport(tx, { ...own, held_until: until(), now: BigInt(clock.now()) }),
    );
  while (!(await begin())) await delay(LOOK_MILLISECONDS);
  const hold = async (tx: WriteTx): Promise<void> => {
    if (!(await holdStatementImport(tx, { ...own, held_until: until() })))
      throw new DomainError("state_conflict");
  };
  // The next piece finds out about lines lost by then.
  const saying = setInterval(() => void database.write(hold).catch(() => undefined), SAID_MILLISECONDS);
  try {
    return await work(hold);
  } finally {
    clearInterval(saying);
    await database.write((tx) => endStatementImport(tx, own));
  }
}

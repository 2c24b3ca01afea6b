import type { SwitchRow } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** Every switch that was ever set, paused or not. */
export async function listSwitches(reader: Reader): Promise<SwitchRow[]> {
  return reader.selectFrom("switches").selectAll().orderBy("what").execute();
}

export async function findSwitch(reader: Reader, what: string): Promise<SwitchRow | undefined> {
  return reader.selectFrom("switches").selectAll().where("what", "=", what).executeTakeFirst();
}

/** Holds a switch until the transaction ends, so that of two who pause it at once the second sees the first. @returns it as it is */
export async function holdSwitch(tx: WriteTx, { what, ...changes }: SwitchRow): Promise<SwitchRow> {
  await tx
    .insertInto("switches")
    .values({ what, ...changes, paused: 0n })
    .onConflict((conflict) => conflict.column("what").doNothing())
    .execute();
  return tx
    .updateTable("switches")
    .set((row) => ({ paused: row.ref("paused") }))
    .where("what", "=", what)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sets a switch. */
export async function saveSwitch(tx: WriteTx, { what, ...changes }: SwitchRow): Promise<void> {
  await tx
    .insertInto("switches")
    .values({ what, ...changes })
    .onConflict((conflict) => conflict.column("what").doUpdateSet(changes))
    .execute();
}

/**
 * Sets a switch unless it is in that position already. A pause by someone else stays.
 * @returns whether it was set
 */
export async function turnSwitch(tx: WriteTx, { what, ...changes }: SwitchRow): Promise<boolean> {
  const never = { ...changes, paused: changes.paused === 1n ? 0n : 1n };
  await tx
    .insertInto("switches")
    .values({ what, ...never })
    .onConflict((conflict) => conflict.column("what").doNothing())
    .execute();
  const turned = await tx
    .updateTable("switches")
    .set(changes)
    .where("what", "=", what)
    .where("paused", "=", never.paused)
    .where((row) => (changes.paused === 1n ? row.lit(true) : row("set_by", "=", changes.set_by)))
    .returning("what")
    .execute();
  return turned.length > 0;
}

/** Where values from before sealing may still be plain; a migration notes it, sealing strikes it out. */
import type { Reader, WriteTx } from "../handles/handles.ts";
import type { Place } from "../sealed/sealed-columns.ts";

export async function listUnsealed(reader: Reader): Promise<Place[]> {
  const rows = await reader.selectFrom("unsealed").select("place").orderBy("place").execute();
  return rows.map(({ place }) => place);
}

export async function markSealed(tx: WriteTx, place: Place): Promise<void> {
  await tx.deleteFrom("unsealed").where("place", "=", place).execute();
}

import type { Epoch } from "../tables.ts";
import type { WriteTx } from "./handles.ts";

/** Writes the one row that only shows whether the database can still write. */
export async function probeWrite(tx: WriteTx, at: Epoch): Promise<void> {
  await tx
    .insertInto("write_probes")
    .values({ name: "readiness", written_at: at })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ written_at: at }))
    .execute();
}

import { reservesDocument } from "@wattle/contracts/reserves";
import { changeReserveProof, insertReserveProof } from "@wattle/db/reserves";
import { RESPONSE_EXAMPLES } from "../rest/examples.ts";
import type { Services } from "../services.ts";

/** Has the example of a proof of reserves published: no key has signed it. */
export async function publishReservesExample({
  clock,
  database,
}: Pick<Services, "clock" | "database">): Promise<void> {
  const document = reservesDocument.parse(RESPONSE_EXAMPLES["reserves.document"]);
  const now = BigInt(clock.now());
  await database.write(async (tx) => {
    await insertReserveProof(tx, { id: document.id, created_at: now, held: "{}" });
    await changeReserveProof(tx, document.id, {
      document: JSON.stringify(document),
      published_at: now,
      checked_at: now,
    });
  });
}

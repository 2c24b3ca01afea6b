import { sealBooks } from "@wattle/db/book-seals/seal-books";
import { readSealPlace, type SealPlace } from "@wattle/db/sealed-exchanges";
import { readSealKeys } from "../book-seals/seal-keys.ts";
import { mailReceipts } from "../exchange/mail-receipts.ts";
import type { TestApp } from "./app-for-test.ts";

/** Emails all receipts that are due, as two processes do next to the requests of a real installation. */
export async function mailAllReceipts({ services }: TestApp): Promise<void> {
  const keys = await readSealKeys(services);
  while ((await sealBooks(services.database, keys, BigInt(services.clock.now()))) > 0);
  for (let before: SealPlace | undefined; ;) {
    const place = await readSealPlace(services.database.read, "receipts");
    if (before?.seal === place.seal && before.entries === place.entries) return;
    before = place;
    await Promise.all([mailReceipts(services), mailReceipts(services)]);
  }
}

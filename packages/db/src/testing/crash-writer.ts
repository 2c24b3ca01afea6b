/**
 * A process to be killed while it writes: executes exchanges with 16 in flight and prints the id of each one
 * as soon as it is acknowledged. Its argument is the database's url, then a word that distinguishes this run's ids
 * from others'.
 */
import { openDatabase } from "../database.ts";
import { exchangeOf, executeRequest } from "./fixtures.ts";

const [, , url, run] = process.argv;
if (url === undefined || run === undefined) throw new Error("usage: crash-writer.ts URL RUN");
const database = await openDatabase(url);
let sequence = 0;
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (;;) {
      const mark = `${run}-${sequence++}`;
      const exchange = exchangeOf("anna", mark, {
        credit: 10n,
        fee: 1n,
        debit: 1n,
        idempotency: { key: mark, payloadHash: "payload", answer: "{}" },
      });
      await executeRequest(database, exchange);
      process.stdout.write(`${exchange.id}\n`);
    }
  }),
);

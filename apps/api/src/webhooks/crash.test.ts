import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { findUserByEmail } from "@wattle/db/accounts";
import { insertEvent } from "@wattle/db/events";
import { DIALECTS } from "@wattle/db/testing/databases";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import { testVault } from "@wattle/db/testing/vault";
import { insertEndpoint } from "@wattle/db/webhook-endpoints";
import { expect, test } from "vitest";
import { sealSecret } from "./endpoint-secret.ts";
import { demoDatabase } from "../testing/demo-database.ts";
import { startServer } from "../testing/server-process.ts";

const EVENTS = 60;
/** The server is killed once so many have arrived. */
const KILLED_AFTER = 10;

const KILLS = attacks({ few: 1, many: 50 });

test.each(DIALECTS)(
  "kill -9 while events are sent, on %s: each arrives in the end, by one id",
  { repeats: KILLS - 1 },
  async (dialect) => {
    const arrived: (string | undefined)[] = [];
    const receiver = createServer((request, response) => {
      arrived.push(request.headers["webhook-id"]?.toString());
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const database = await demoDatabase(dialect);
    const start = () => startServer({ DATABASE_URL: database.url });
    const owner = await findUserByEmail(database.read, "customer@demo.test");
    if (owner === undefined) throw new Error("no demo customer");
    const names = Array.from({ length: EVENTS }, (_, n) => `event-${String(n).padStart(2, "0")}`);
    await database.write(async (tx) => {
      const secret = sealSecret(
        testVault,
        { id: "shop", user_id: owner.id, url },
        `whsec_${"A".repeat(43)}=`,
      );
      const endpoint = { id: "shop", user_id: owner.id, url, events: '["*"]', secret, created_at: 0n };
      await insertEndpoint(tx, endpoint);
      for (const id of names) {
        await insertEvent(tx, owner.id, {
          id,
          type: "deposit.expired",
          subject_id: id,
          data: testVault.seal("events.data", id, "{}"),
          created_at: BigInt(Date.now()),
        });
      }
    });

    const first = await start();
    await expect.poll(() => arrived.length, { interval: 1, timeout: 20_000 }).toBeGreaterThan(KILLED_AFTER);
    await first.kill();
    const before = arrived.length;
    // As if the 30 seconds were over for which the dead process has the endpoint.
    await database.write((tx) => tx.updateTable("webhook_endpoints").set({ leased_until: 0n }).execute());

    const others = await Promise.all([start(), start()]);
    await expect.poll(() => new Set(arrived).size, { timeout: 20_000 }).toBe(EVENTS);
    await Promise.all(others.map((server) => server.stop()));
    expect([...new Set(arrived)]).toEqual(names);
    // Only what was under way when the process died can have come twice.
    expect(arrived.length).toBeLessThanOrEqual(EVENTS + 1);
    // Had the first process sent all of them, the kill would have proved nothing.
    expect(before).toBeLessThan(EVENTS);
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
    await database.close();
    noteFigures(`${dialect}: one kill amid ${EVENTS} events; none lost, none doubled`);
  },
);

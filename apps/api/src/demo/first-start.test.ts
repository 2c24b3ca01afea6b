import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { openDatabase } from "@wattle/db/database";
import { isClosedAddress } from "@wattle/db/columns/closed-address";
import { searchCustomers } from "@wattle/db/customers";
import { listStaff } from "@wattle/db/staff";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { administer, databaseUrl } from "@wattle/db/testing/postgres-server";
import { describe, expect, inject, test } from "vitest";
import { createClient } from "../testing/client.ts";
import { overHttp, startServer } from "../testing/server-process.ts";
import { DAY_ACCOUNTS } from "./day/people.ts";
import { DEMO_ACCOUNTS } from "./demo-accounts.ts";

describe.each(DIALECTS)("first starts on %s", (dialect) => {
  /** A database without any table; on SQLite there is not even a file. */
  async function emptyUrl(): Promise<string> {
    const name = `${inject("postgresTemplate")}_first_${randomBytes(4).toString("hex")}`;
    if (dialect === "sqlite") return `sqlite:${join(inject("databaseDirectory"), name, "new.db")}`;
    await administer(inject("postgresUrl"), `create database ${name}`);
    return databaseUrl(inject("postgresUrl"), name);
  }

  test("three at once all come up, and the demo data is there once", async () => {
    const url = await emptyUrl();
    const started = await Promise.allSettled(
      Array.from({ length: 3 }, () => startServer({ DATABASE_URL: url })),
    );
    const servers = started.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
    try {
      expect(started.flatMap((start) => (start.status === "rejected" ? [String(start.reason)] : []))).toEqual(
        [],
      );
      const quotes = await Promise.all(
        servers.map(async ({ origin }) => {
          const client = createClient(overHttp(() => origin));
          const { balance } = await client.login("customer@demo.test");
          expect(balance).toMatchObject({ AUD: "250000.00", BTC: "2.50000000", ETH: "40.00000000" });
          return client.get<{ keys: readonly { kid: string }[] }>("/.well-known/jwks.json");
        }),
      );
      // They sign with one key.
      expect(new Set(quotes.map(({ text }) => text)).size).toBe(1);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
    const database = await openDatabase(url);
    const { rows } = await searchCustomers(database.read, { page: 1, perPage: 100 });
    const staff = await listStaff(database.read, { withDemo: true });
    const emails = [...rows, ...staff].map(({ email }) => email);
    expect(emails.filter((email) => !isClosedAddress(email)).toSorted()).toEqual(
      [...DEMO_ACCOUNTS, ...DAY_ACCOUNTS].map(({ email }) => email).toSorted(),
    );
    expect(emails.filter(isClosedAddress)).toHaveLength(1);
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
    await database.close();
  });
});

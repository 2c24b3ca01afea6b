import Sqlite from "better-sqlite3";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hashSessionId, KyselySessionAdapter } from "../sessions.ts";
import { freshDatabase } from "../testing/databases.ts";
import { addCustomers, seedCurrencies } from "../testing/fixtures.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Counts the plans made while `work` runs: better-sqlite3 rebuilds its rows, with `Function`, after each. */
async function plansDuring(work: () => Promise<unknown>): Promise<number> {
  let plans = 0;
  const counting = new Proxy(Function, {
    apply: (target, self, parts: string[]) => {
      plans += 1;
      return Reflect.apply(target, self, parts) as unknown;
    },
  });
  vi.stubGlobal("Function", counting);
  await work();
  vi.unstubAllGlobals();
  return plans;
}

describe("the session's lookup on SQLite", () => {
  test("is planned once, not at each request", async () => {
    const database = await freshDatabase("sqlite");
    try {
      await database.write(async (tx) => {
        await seedCurrencies(tx);
        await addCustomers(tx, ["anna"]);
      });
      const sessions = new KyselySessionAdapter(database);
      await sessions.setSession({
        id: "secret",
        userId: "anna",
        expiresAt: new Date(4_102_444_800_000),
        attributes: {
          publicId: "public",
          lastUsedAt: 1n,
          createdAt: BigInt(Date.now()),
          ip: null,
          userAgent: null,
          confirmedAt: null,
          twoFactor: false,
        },
      });
      const plans = await plansDuring(async () => {
        for (let request = 0; request < 10; request++) {
          const [session] = await sessions.getSessionAndUser("secret");
          expect(session?.id).toBe("secret");
        }
      });
      expect(plans).toBe(1);
    } finally {
      await database.close();
    }
  });

  test("would be planned again with a bare parameter, which is why it has none", async () => {
    const database = await freshDatabase("sqlite");
    const sqlite = new Sqlite(database.url.slice("sqlite:".length));
    try {
      sqlite.exec("pragma foreign_keys = off");
      sqlite
        .prepare(
          "insert into sessions (id_hash, public_id, user_id, expires_at, last_used_at, created_at) values (?, 'p', 'no-one', 1, 1, 1)",
        )
        .run(hashSessionId("a"));
      const bare = sqlite.prepare(
        "select sessions.public_id from sessions left join users on users.id = sessions.user_id where sessions.id_hash = ?",
      );
      const plans = await plansDuring(async () => {
        for (let request = 0; request < 10; request++) bare.all(hashSessionId("a"));
      });
      expect(plans).toBe(10);
    } finally {
      sqlite.close();
      await database.close();
    }
  });
});

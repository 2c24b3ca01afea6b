import type { ReservesDocument } from "@wattle/contracts/reserves";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newestLiabilities } from "../../liabilities/read-liabilities.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { fundTreasury } from "../fund-treasury.ts";
import { proveFirstReserves } from "./prove-reserves.ts";

describe.each(DIALECTS)("the first proof of reserves of a demo, on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    await fundTreasury(api.services);
  });
  afterAll(() => api.close());

  const published = () => api.client().get<ReservesDocument>("/.well-known/reserves.json");

  test("is published on the first day, once, even if the start before was killed meanwhile", async () => {
    const { services } = api;
    const { database } = services;
    let writes = 0;
    await proveFirstReserves({
      ...services,
      database: {
        ...database,
        write: async (work) => {
          // The first one begins the proof of liabilities.
          if (writes++ > 0) throw new Error("killed");
          return database.write(work);
        },
      },
    });
    expect((await published()).status).toBe(404);
    await proveFirstReserves(services);
    const { body } = await published();
    expect(body.liabilities).toBe((await newestLiabilities(services))?.id);
    const covers = body.networks.flatMap(({ currencies }) =>
      currencies.map(({ currency, cover }) => [currency, Number(cover) >= 1]),
    );
    expect(covers).toEqual([
      ["BTC", true],
      ["ETH", true],
    ]);
    await proveFirstReserves(services);
    expect((await published()).body).toEqual(body);
  });

  test("is left to people in a demo that follows a real network", async () => {
    const other = await startTestApp({ dialect, env: { ETHEREUM_NODES: "http://127.0.0.1:1" } });
    await fundTreasury(other.services);
    await proveFirstReserves(other.services);
    expect((await other.client().get("/.well-known/reserves.json")).status).toBe(404);
    await other.close();
  });
});

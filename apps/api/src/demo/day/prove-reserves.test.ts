import type { ReservesDocument } from "@wattle/contracts/reserves";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publishLiabilities } from "../../liabilities/publish-liabilities.ts";
import { newestLiabilities } from "../../liabilities/read-liabilities.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate } from "../../testing/call-procedure.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { proveWithDemoKey } from "../demo-signer.ts";
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

  test("is left to people if a network is a real one: they prove what has a settled block", async () => {
    const other = await startTestApp({ dialect, env: { ETHEREUM_NODES: "http://127.0.0.1:1" } });
    await fundTreasury(other.services);
    await proveFirstReserves(other.services);
    expect((await other.client().get("/.well-known/reserves.json")).status).toBe(404);
    await publishLiabilities(other.services);
    const { client } = await newStaff(other, "finance");
    const challenge = await mutate<{ content: string }>(client, "ops.reserves.challenge", {});
    const proofs = proveWithDemoKey(Buffer.from(challenge.data.content, "base64"));
    const content = Buffer.from(proofs).toString("base64");
    const { data } = await mutate<ReservesDocument>(client, "ops.reserves.publish", { content });
    expect(data.networks.map(({ network }) => network)).toEqual(["bitcoin"]);
    await other.close();
  });
});

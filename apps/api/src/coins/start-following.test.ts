import { findChainState, newestChainBlock } from "@wattle/db/chains";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { followNetwork } from "./start-following.ts";

const PATIENT = { timeout: 30_000 };

describe.each(
  DIALECTS.flatMap((dialect) => [
    { dialect, network: "bitcoin", first: 20n } as const,
    { dialect, network: "ethereum", first: 10n } as const,
  ]),
)("$network on $dialect", ({ dialect, network, first }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
  });
  afterAll(() => app.close());

  test("is followed from the first block of the play chain on, and blocks come by themselves", async () => {
    const { database } = app.services;
    let look: (() => void) | undefined;
    const stop = followNetwork(app.services, network, (run) => {
      look = run;
      return () => undefined;
    });
    const followed = async () => (await newestChainBlock(database.read, network))?.height;
    await vi.waitUntil(() => look !== undefined, PATIENT);
    expect(await followed()).toBe(first);
    app.clock.advance(20_000);
    const again = look;
    look = undefined;
    again?.();
    await vi.waitUntil(() => look !== undefined, PATIENT);
    expect(await followed()).toBe(first + 1n);
    await stop();
    expect(await findChainState(database.read, network)).toMatchObject({ state: "ok", leased_until: 0n });
  });
});

test("a node that does not answer is in the log and in the state", async () => {
  const app = await startTestApp({ dialect: "sqlite", env: { BITCOIN_NODE: "http://a:secret@127.0.0.1:1" } });
  let looked = false;
  const stop = followNetwork(app.services, "bitcoin", () => {
    looked = true;
    return () => undefined;
  });
  await vi.waitUntil(() => looked, PATIENT);
  expect((await findChainState(app.services.database.read, "bitcoin"))?.state).toBe("unreachable");
  expect(app.log).toContainEqual(
    expect.objectContaining({
      network: "bitcoin",
      state: "unreachable",
      reason: "no answer (connection failed)",
    }),
  );
  expect(JSON.stringify(app.log)).not.toContain("secret");
  await stop();
  await app.close();
});

test("nothing runs if Bitcoin is off", async () => {
  const app = await startTestApp({ dialect: "sqlite", env: { DEMO: "false" } });
  await followNetwork(app.services, "bitcoin")();
  expect(await findChainState(app.services.database.read, "bitcoin")).toBeUndefined();
  await app.close();
});

test("it stops without the database, too: its turn ends by itself", async () => {
  const app = await startTestApp({ dialect: "sqlite" });
  let looked = false;
  const stop = followNetwork(app.services, "bitcoin", () => {
    looked = true;
    return () => undefined;
  });
  await vi.waitUntil(() => looked, PATIENT);
  const away = vi.spyOn(app.services.database, "write").mockRejectedValue(new Error("away"));
  await stop();
  expect(app.log).toContainEqual(expect.objectContaining({ msg: "the turn to follow was not given back" }));
  away.mockRestore();
  await app.close();
});

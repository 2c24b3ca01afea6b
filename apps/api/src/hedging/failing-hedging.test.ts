import { savePositionLimits } from "@wattle/db/position";
import { listSwitches } from "@wattle/db/switches";
import { DIALECTS } from "@wattle/db/testing/databases";
import { describe, expect, test } from "vitest";
import { judgePositions } from "../desk/ledger/position-guard.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { BTC, hedgingForTest } from "../testing/hedging-for-test.ts";

describe.each(DIALECTS)("hedging that fails on %s", (dialect) => {
  const { parts, bring, mode, step, position } = hedgingForTest(dialect);

  const isPaused = async (side: "buy" | "sell"): Promise<boolean> => {
    const { app } = parts();
    await judgePositions(app.services);
    const rows = await listSwitches(app.services.database.read);
    return rows.find(({ what }) => what === `${side}:BTC`)?.paused === 1n;
  };

  test("pauses what makes it worse after ten minutes beyond the soft limit, until the venue is back", async () => {
    const { app } = parts();
    await app.services.database.write((tx) =>
      savePositionLimits(tx, { currency: "BTC", soft: BTC / 5n, hard: null }),
    );
    await bring(-BTC / 4n);
    await mode("down");
    await step(9, 60_000);
    expect(await isPaused("buy")).toBe(false);
    await step(2, 60_000);
    expect([await isPaused("buy"), await isPaused("sell")]).toEqual([true, false]);
    await mode("ok");
    await step(10, 60_000);
    expect(await position()).toBe(0n);
    expect(await isPaused("buy")).toBe(false);
  });

  test("is seen in the gauges of position, unknown orders and slippage", async () => {
    const { app } = parts();
    const metrics = createMetrics(app.services);
    const figure = async (name: string): Promise<number> => {
      const line = (await metrics.text())
        .split("\n")
        .find((each) => each.startsWith(`wattle_hedging_${name} `));
      return Number(line?.split(" ")[1]);
    };
    await bring(-BTC / 4n);
    expect(await figure('position{currency="BTC"}')).toBe(-0.25);
    await mode("lost_after");
    await step();
    expect(await figure("unknown_orders")).toBe(1);
    await mode("ok");
    await step(10);
    expect([await figure('position{currency="BTC"}'), await figure("unknown_orders")]).toEqual([0, 0]);
    expect(await figure('slippage{currency="BTC"}')).toBeGreaterThan(0);
  });
});

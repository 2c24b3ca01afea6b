/**
 * The whole money side against a model that shares no code with it: random acts of customers and staff are done to both, and after
 * each the two must agree on the outcome and on every balance.
 */
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import type { Act } from "../testing/money-model/act.ts";
import { adjust, decide } from "../testing/money-model/acts-of-staff.ts";
import { announce, confirm } from "../testing/money-model/acts-with-deposits.ts";
import { anyAct } from "../testing/money-model/any-act.ts";
import { MoneyModel } from "../testing/money-model/model.ts";
import { textOf } from "../testing/money-model/things.ts";
import { prepare, World } from "../testing/money-model/world.ts";

/** Sequences of acts on each database, and the longest one; half of its acts find nothing to act on. */
const SEQUENCES = {
  sqlite: attacks({ few: 25, many: 5_000 }),
  postgres: attacks({ few: 10, many: 5_000 }),
} as const;
const LONGEST = 150;
/** Sequences per database: checks of all books read more as the books grow. */
const SEQUENCES_PER_DATABASE = 50;

/** One customer has dollars and coins from the beginning: without, few acts would move anything. */
const BEGINNING: readonly Act[] = [
  announce(0, 900_000n, "payid"),
  confirm(0, 0, 100n),
  adjust(0, 0, 5_000_000n, "BTC"),
  decide("approve", 1, 0),
];

/** Counts of each act and verdict in all sequences: a sequence without acts proves nothing. */
type Tally = Map<string, number>;

/** Acts and verdicts that must occur in all sequences together. */
const MUST_HAPPEN = [
  "confirm done",
  "confirm waits",
  "creditLine done",
  "creditLine refused",
  "settleLine done",
  "withdraw done",
  "withdraw refused",
  "settleWithdrawal done",
  "createBatch done",
  "settleBatch done",
  "exchange done",
  "exchange refused",
  "exchangeAgain done",
  "hold done",
  "decide done",
  "decide refused",
];

interface Both {
  readonly model: MoneyModel;
  readonly real: World;
}

async function doToBoth(act: Act, name: string, { model, real }: Both, tally: Tally): Promise<void> {
  const verdicts = await act(model, real);
  if (verdicts === undefined) return;
  const [expected, actual] = verdicts;
  expect(actual, `${name} answered ${real.answer}`).toBe(expected);
  expect(await real.differences(model), name).toEqual([]);
  const key = `${name.replace(/\(.*/, "")} ${actual}`;
  tally.set(key, (tally.get(key) ?? 0) + 1);
}

type Command = fc.AsyncCommand<MoneyModel, World>;

const commandOf = ({ act, name }: { act: Act; name: string }, tally: Tally): Command => ({
  check: () => true,
  run: (model: MoneyModel, real: World) => doToBoth(act, name, { model, real }, tally),
  toString: () => name,
});

/** Customers and staff read the same after all acts. */
async function readsTheSame({ model, real }: Both): Promise<void> {
  expect(await real.addsUp()).toBe(true);
  for (const [place, { available, blocked }] of model.customers.entries()) {
    const shown = await real.shown(place);
    expect(shown === undefined).toBe(blocked);
    if (shown === undefined) continue;
    expect(shown["AUD"]).toBe(textOf(available.AUD, "AUD"));
    expect(shown["BTC"]).toBe(textOf(available.BTC, "BTC"));
  }
}

async function inSequence(api: TestApp, commands: Iterable<Command>, tally: Tally): Promise<void> {
  const real = await World.make(api);
  const both = { model: new MoneyModel(api.clock.now()), real };
  for (const act of BEGINNING) await doToBoth(act, "beginning", both, tally);
  try {
    await fc.asyncModelRun(() => both, commands);
    await readsTheSame(both);
  } finally {
    await both.real.leave(both.model);
  }
}

describe.each(DIALECTS)("the money side and its model on %s", (dialect) => {
  test("agree on every outcome and every balance", async () => {
    const tally: Tally = new Map();
    const commands = fc.commands(
      [anyAct.map((named) => commandOf(named, tally))],
      // Sequences of their own length rather than short ones first.
      { maxCommands: LONGEST, size: "max" },
    );
    for (let left = SEQUENCES[dialect]; left > 0; left -= SEQUENCES_PER_DATABASE) {
      const api = await startTestApp({ dialect });
      try {
        await prepare(api);
        const numRuns = Math.min(left, SEQUENCES_PER_DATABASE);
        await fc.assert(
          fc.asyncProperty(commands, (sequence) => inSequence(api, sequence, tally)),
          // Unbiased numbers pick evenly, and make sequences long.
          { numRuns, unbiased: true },
        );
        expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
      } finally {
        await api.close();
      }
    }
    // Fewer may lack one by chance.
    const enough = SEQUENCES[dialect] >= 25;
    for (const what of enough ? MUST_HAPPEN : []) expect(tally.get(what) ?? 0, what).toBeGreaterThan(0);
    const total = (verdict: string) =>
      [...tally].filter(([key]) => key.endsWith(` ${verdict}`)).reduce((sum, [, times]) => sum + times, 0);
    const counts = ["done", "waits", "failed", "refused"].map((verdict) => `${total(verdict)} ${verdict}`);
    noteFigures(
      `${dialect}: ${SEQUENCES[dialect]} sequences of up to ${LONGEST} acts, ${counts.join(", ")}; no difference`,
    );
  });
});

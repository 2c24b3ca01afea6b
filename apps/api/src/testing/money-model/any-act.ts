import fc from "fast-check";
import type { Act } from "./act.ts";
import { adjust, block, decide, hold, pass } from "./acts-of-staff.ts";
import {
  announce,
  cancelDeposit,
  confirm,
  creditLine,
  expire,
  importAgain,
  importLine,
  returnDeposit,
  settleLine,
  type Names,
} from "./acts-with-deposits.ts";
import { AMOUNTS, exchange, exchangeAgain, holdRate } from "./acts-with-exchanges.ts";
import {
  createBatch,
  removeFromBatch,
  settleBatch,
  settleWithdrawal,
  withdraw,
} from "./acts-with-payouts.ts";
import type { Hold } from "./things.ts";

const which = fc.nat(11);
/** The first has more to lose. */
const who = fc.constantFrom(0, 0, 0, 1);
const by = fc.nat(1);
const staff = fc.constantFrom(0, 1, 2, 3, 3);
const planned = fc.constantFrom(99n, 100n, 12_345n, 500_000n, 900_000n, 999_999n, 1_000_000n, 1_100_001n);
const percents = fc.constantFrom(100n, 100n, 100n, 90n, 89n, 110n, 111n, 0n);
const holds = fc.constantFrom<Hold>("deposits", "withdrawals", "trading");
/** Named, so that a sequence that fails can be read. */
const named = <Args extends unknown[]>(
  weight: number,
  make: (...args: Args) => Act,
  ...args: { [Place in keyof Args]: fc.Arbitrary<Args[Place]> }
) => ({
  weight,
  arbitrary: fc.tuple(...args).map((values) => ({
    act: make(...(values as Args)),
    name: `${make.name}(${values.map((value) => fc.stringify(value)).join(", ")})`,
  })),
});

/** Every act, as often as it is needed for others to have something to act on. */
export const anyAct = fc.oneof(
  named(4, announce, who, planned, fc.constantFrom("payid", "bank_transfer")),
  named(1, cancelDeposit, which),
  named(1, expire, which),
  named(5, confirm, by, which, percents),
  named(1, returnDeposit, which),
  named(
    5,
    importLine,
    fc.constantFrom<Names>("deposit", "deposit", "withdrawal", "nothing", "fee"),
    which,
    planned,
    percents,
  ),
  named(1, importAgain, which),
  named(6, creditLine, by, which, fc.constantFrom("proposal", "proposal", "deposit", "customer"), which),
  named(3, settleLine, fc.constantFrom("return", "return", "ownMoney"), which),
  named(5, withdraw, who, fc.constantFrom(0n, 1n, 7_000n, 150_000n, 1_000_000n)),
  named(
    5,
    settleWithdrawal,
    fc.constantFrom("cancel", "complete", "complete", "reject", "return", "return"),
    by,
    which,
  ),
  named(3, createBatch, by),
  named(
    12,
    settleBatch,
    fc.constantFrom("release", "release", "file", "file", "sent", "sent", "cancel"),
    by,
    which,
  ),
  named(1, removeFromBatch, which),
  named(4, holdRate, who, fc.nat(1)),
  named(
    8,
    exchange,
    which,
    fc.constantFrom(...AMOUNTS, "some", "some", "least"),
    fc.constantFrom("none", "none", "none", "none", "debit", "person"),
  ),
  named(4, exchangeAgain, which),
  named(2, hold, fc.constantFrom("hold", "releaseHold", "releaseHold"), who, holds),
  named(1, block, fc.constantFrom("block", "unblock", "unblock"), fc.integer({ min: 2, max: 3 }), who),
  named(2, adjust, by, who, fc.constantFrom(100n, 50_000n, -100n, -900_000n), fc.constantFrom("AUD", "BTC")),
  named(
    9,
    decide,
    fc.constantFrom("approve", "approve", "approve", "approve", "approve", "reject", "withdraw"),
    staff,
    which,
  ),
  named(2, pass, fc.constantFrom(0, 0, 25, 73, 169)),
);

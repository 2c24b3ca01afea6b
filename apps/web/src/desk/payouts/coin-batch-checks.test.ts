import { expect, test } from "vitest";
import { coinChecksOf } from "./coin-batch-checks.ts";

type Batch = Parameters<typeof coinChecksOf>[0];
const payment = (amount: string, customer: string, more: object = {}) => ({
  amount,
  customer: { id: customer },
  address: `bcrt1${customer}`,
  payable: true,
  failed: false,
  ...more,
});
const checks = (more: object) =>
  coinChecksOf({
    what: "payments",
    status: "draft",
    total: "0.30000000",
    fee: "0.00001000",
    payments: [payment("0.10000000", "ruth"), payment("0.20000000", "dan")],
    left_out: [],
    attempts: [],
    ...more,
  } as unknown as Batch);
const doubts = (more: object) => checks(more).filter(([kind]) => kind !== "done");

test("a batch as it should be passes every check, and its fee is rounded up", () => {
  expect(doubts({})).toEqual([]);
  expect(checks({}).at(-1)).toEqual(["done", "The network’s fee is 0.01% of the total"]);
});

test.each<[object, readonly (readonly [string, string])[]]>([
  [{ total: "0.29000000" }, [["failed", "Payments don’t add up to the total"]]],
  [
    { payments: [payment("0.30000000", "ruth", { payable: false })] },
    [["risk", "1 blocked, on hold, or with sending off"]],
  ],
  [
    {
      payments: [
        payment("0.10000000", "ruth", { address: "0xAB" }),
        payment("0.20000000", "dan", { address: "0xab" }),
      ],
    },
    [["risk", "2 to an address of several customers"]],
  ],
  [{ left_out: [{ reference: "A", reason: "Refused" }] }, [["risk", "1 left out"]]],
  [
    { payments: [payment("0.30000000", "ruth", { failed: true })] },
    [["failed", "1 refused by the recipient"]],
  ],
  [{ fee: "0.00400000" }, [["risk", "The network’s fee is 1.34% of the total"]]],
])("%j needs a look", (more, expected) => expect(doubts(more)).toEqual(expected));

test("of a signed batch no one asks any more who may be paid, and its signatures were checked", () => {
  const signed = checks({
    status: "signed",
    attempts: [{}],
    payments: [payment("0.30000000", "ruth", { payable: false })],
  });
  expect(signed.every(([kind]) => kind === "done")).toBe(true);
  expect(signed.at(-1)).toEqual(["done", "Signatures checked on import"]);
});

test("a move of our own coins is checked for its fee only if it pays someone", () => {
  expect(checks({ what: "sweep", total: "0.00000000", payments: [] })).toEqual([]);
});

import { hex } from "@scure/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Coin, MOST_INPUTS, selectCoins, type SelectionRequest } from "./coin-selection.ts";
import { feeOf, HIGHEST_FEE } from "./fee-rate.ts";
import { dustLimit, INPUT_SIZE, transactionSize } from "./payment-size.ts";

const CHANGE = Uint8Array.of(0, 20, ...new Uint8Array(20));
const TAPROOT = Uint8Array.of(0x51, 32, ...new Uint8Array(32));

const coin = (number: number, satoshi: bigint, treasury = true): Coin => ({
  txid: number.toString(16).padStart(64, "0"),
  output: 0,
  satoshi,
  treasury,
});
const select = (request: Partial<SelectionRequest<Coin>>) =>
  selectCoins({ payments: [], coins: [], rate: 10_000n, changeScript: CHANGE, ...request });
const pay = (...amounts: readonly bigint[]) => amounts.map((satoshi) => ({ script: TAPROOT, satoshi }));
const numbers = (coins: readonly Coin[]): number[] => coins.map(({ txid }) => Number.parseInt(txid, 16));
const sum = (list: readonly { satoshi: bigint }[]): bigint =>
  list.reduce((total, { satoshi }) => total + satoshi, 0n);

test.each([
  ["p2pkh", `76a914${"00".repeat(20)}88ac`, 546n],
  ["p2sh", `a914${"00".repeat(20)}87`, 540n],
  ["p2wpkh", `0014${"00".repeat(20)}`, 294n],
  ["p2wsh", `0020${"00".repeat(32)}`, 330n],
  ["p2tr", `5120${"00".repeat(32)}`, 330n],
])("dust of %s is what Bitcoin Core takes it for", (_type, script, limit) => {
  expect(dustLimit(hex.decode(script))).toBe(limit);
});

describe("a payment", () => {
  test.each([
    ["the treasury's coin, though a deposit is larger", [coin(1, 50_000n), coin(2, 90_000n, false)], [1]],
    ["a deposit, if the treasury's do not suffice", [coin(1, 20_000n), coin(2, 90_000n, false)], [1, 2]],
    [
      "the smallest coin that suffices",
      [coin(1, 900_000n), coin(2, 40_000n), coin(3, 500_000n), coin(4, 9_000n)],
      [2],
    ],
    ["few coins", [coin(1, 9_000n), coin(2, 20_000n), coin(3, 25_000n), coin(4, 8_000n)], [3, 4]],
  ])("spends %s", (_name, coins, chosen) => {
    expect(numbers(select({ coins, payments: pay(30_000n) }).inputs)).toEqual(chosen);
  });

  test("leaves no change that would be dust or cost more than it is worth", () => {
    const size = transactionSize(1, [TAPROOT, CHANGE]);
    const exact = 30_000n + feeOf(size, 10_000n);
    const spending = feeOf(INPUT_SIZE, 10_000n);
    const without = select({ coins: [coin(1, exact + spending - 1n)], payments: pay(30_000n) });
    expect(without).toMatchObject({ change: 0n, fee: exact + spending - 1n - 30_000n });
    expect(select({ coins: [coin(1, exact + spending)], payments: pay(30_000n) }).change).toBe(spending);
  });

  test("at low fees takes small coins along, at high ones does not", () => {
    const coins = [coin(1, 1_000_000n), coin(2, 500n), coin(3, 60n), coin(4, 700n, false)];
    expect(numbers(select({ coins, payments: pay(30_000n), rate: 1_000n }).inputs)).toEqual([1, 4, 2]);
    expect(numbers(select({ coins, payments: pay(30_000n), rate: 6_000n }).inputs)).toEqual([1]);
  });

  test.each([
    ["coins_short", { coins: [coin(1, 30_100n)] }],
    [
      "coins_short",
      { coins: [coin(1, 29_990n), ...Array.from({ length: 50 }, (_, at) => coin(at + 2, 600n))] },
    ],
    ["coins_scattered", { coins: Array.from({ length: 300 }, (_, at) => coin(at, 782n)) }],
    ["payment_dust", { coins: [coin(1, 1_000_000n)], payments: pay(329n) }],
    ["fee_rate_low", { rate: 999n }],
    ["fee_rate_high", { rate: 200_001n }],
  ])("is refused: %s", (reason, request) => {
    const act = () => select({ payments: pay(30_000n), ...request });
    expect(act).toThrow(expect.objectContaining({ reason }));
  });
});

describe("a replacement", () => {
  const spent = [coin(1, 100_000n)];
  const first = select({ coins: spent, payments: pay(30_000n) });
  const replaced = { fee: first.fee, size: first.size };

  test("spends the same inputs for the same payments, at a tenth more at least", () => {
    const bump = select({ coins: [coin(2, 999_999n)], required: spent, payments: pay(30_000n), replaced });
    expect(numbers(bump.inputs)).toEqual([1]);
    expect(bump.fee * 10n).toBeGreaterThanOrEqual(first.fee * 11n);
    expect(bump.fee).toBeGreaterThanOrEqual(first.fee + BigInt(bump.size));
  });

  test("spends more coins if its own do not suffice", () => {
    const bump = select({
      coins: [coin(2, 999_999n)],
      required: spent,
      payments: pay(30_000n),
      replaced,
      rate: 200_000n,
    });
    expect(numbers(bump.inputs)).toEqual([1]);
    const more = select({
      coins: [coin(2, 999_999n)],
      required: spent,
      payments: pay(90_000n),
      replaced,
      rate: 200_000n,
    });
    expect(numbers(more.inputs)).toEqual([1, 2]);
  });

  test("pays all to ourselves to cancel", () => {
    const cancel = select({ required: spent, replaced });
    expect(cancel).toMatchObject({ inputs: spent, change: 100_000n - cancel.fee });
    expect(cancel.fee * BigInt(first.size)).toBeGreaterThanOrEqual(first.fee * BigInt(cancel.size));
    expect(cancel.fee).toBeGreaterThanOrEqual(first.fee + BigInt(cancel.size));
  });

  test("of files that may be signed spends one input of each", () => {
    const files = [
      [coin(5, 700n), coin(6, 800n)],
      [coin(7, 900n), coin(8, 600n)],
      [coin(8, 600n), coin(9, 100n)],
    ];
    const next = select({
      coins: [coin(1, 1_000_000n), coin(8, 600n)],
      payments: pay(30_000n),
      replaces: files,
    });
    expect(numbers(next.inputs)).toEqual([6, 7, 8, 1]);
  });
});

describe("a sweep", () => {
  test("spends what is worth it, as much as the signer's ceiling lets it", () => {
    const coins = [coin(1, 5_000n, false), coin(2, 680n, false), coin(3, 681n, false)];
    const sweep = select({ coins, all: true });
    expect(numbers(sweep.inputs)).toEqual([1, 3]);
    expect(sweep.change).toBe(5_681n - sweep.fee);
    const dust = Array.from({ length: 20_000 }, (_, at) => coin(at, 1_000n, false));
    expect(select({ coins: dust, all: true, rate: 1_000n }).inputs).toHaveLength(MOST_INPUTS);
    expect(
      select({ coins: dust.map((each) => ({ ...each, satoshi: 50_000n })), all: true, rate: 100_000n }).fee,
    ).toBeLessThanOrEqual(HIGHEST_FEE);
  });

  test.each([
    ["nothing", []],
    ["only dust", [coin(1, 600n), coin(2, 500n)]],
    ["less than it costs", [coin(1, 700n)]],
  ])("is refused of %s", (_name, coins) => {
    expect(() => select({ coins, all: true })).toThrow(expect.objectContaining({ reason: "coins_short" }));
  });
});

test("a selection adds up, pays its rate, leaves no dust, and is always the same", () => {
  const coins = fc.array(fc.tuple(fc.bigInt(1n, 3_000_000n), fc.boolean()), { maxLength: 60 });
  const amounts = fc.array(fc.bigInt(330n, 1_000_000n), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(coins, amounts, fc.bigInt(1_000n, 200_000n), (values, payments, rate) => {
      const request = {
        coins: values.map(([satoshi, treasury], at) => coin(at, satoshi, treasury)),
        payments: pay(...payments),
        rate,
      };
      let result: ReturnType<typeof select>;
      try {
        result = select(request);
      } catch (error) {
        expect(error).toMatchObject({ reason: "coins_short" });
        return;
      }
      const { inputs, change, fee, size } = result;
      expect(sum(inputs)).toBe(sum(request.payments) + change + fee);
      expect(size).toBe(
        transactionSize(inputs.length, [
          ...request.payments.map(({ script }) => script),
          ...(change ? [CHANGE] : []),
        ]),
      );
      expect(fee).toBeGreaterThanOrEqual(feeOf(size, rate));
      expect(change === 0n || change >= dustLimit(CHANGE)).toBe(true);
      expect(new Set(inputs).size).toBe(inputs.length);
      for (const { satoshi } of inputs) expect(satoshi).toBeGreaterThan(feeOf(INPUT_SIZE, rate));
      expect(select({ ...request, coins: request.coins.toReversed() })).toEqual(result);
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { CHAINS } from "./chains.ts";
import { bitsOf, hasProofOfWork, nextBits, targetOf, workOf } from "./proof-of-work.ts";

const { main, test: testChain, regtest } = CHAINS;

test.each([
  [0x1d_00_ff_ff, 0xff_ffn << 208n],
  [0x1b_04_04_cb, 0x4_04_cbn << 192n],
  [0x20_7f_ff_ff, 0x7f_ff_ffn << 232n],
  [0x01_12_34_56, 0x12n],
  [0x02_12_34_56, 0x12_34n],
  [0x03_12_34_56, 0x12_34_56n],
  [0x04_92_34_56, 0n],
  [0x21_7f_ff_ff, 0n],
  [0xff_12_34_56, 0n],
  [0, 0n],
])("the target of bits %i", (bits, target) => expect(targetOf(bits)).toBe(target));

test("bits of a target are its target's bits, rounded down", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 255n }), (target) => {
      const bits = bitsOf(target);
      expect(targetOf(bits)).toBeLessThanOrEqual(target);
      expect(bitsOf(targetOf(bits))).toBe(bits);
      expect(target - targetOf(bits)).toBeLessThan(target / 2n ** 14n + 1n);
    }),
  );
});

test("proof of work needs a hash below the target, and a target of the chain", () => {
  const hash = targetOf(main.easiestBits).toString(16).padStart(64, "0");
  expect(hasProofOfWork(main, hash, main.easiestBits)).toBe(true);
  expect(hasProofOfWork(main, `${hash.slice(0, -1)}1`, main.easiestBits)).toBe(false);
  expect(hasProofOfWork(main, hash, regtest.easiestBits)).toBe(false);
  expect(hasProofOfWork(main, "0".repeat(64), 0)).toBe(false);
});

test("work of the first block of main", () => {
  expect(workOf(main.easiestBits)).toBe(0x1_00_01_00_01n);
  expect(workOf(0)).toBe(0n);
});

const none = () => undefined;

// The periods of main that end at these heights, as the chain has them.
test.each([
  [32_255, 0x1d_00_ff_ff, 1_261_130_161, 1_262_152_739, 0x1d_00_d8_6a],
  [2015, 0x1d_00_ff_ff, 1_231_006_505, 1_233_061_996, 0x1d_00_ff_ff],
  [68_543, 0x1c_05_a3_f4, 1_279_008_237, 1_279_297_671, 0x1c_01_68_fd],
  [46_367, 0x1c_38_7f_6f, 1_263_163_443, 1_269_211_443, 0x1d_00_e1_fd],
])("main after block %i", (height, bits, firstTime, time, next) => {
  const ancestor = (at: number) => (at === height - 2015 ? { height: at, bits, time: firstTime } : undefined);
  expect(nextBits(main, { height, bits, time }, time + 600, ancestor)).toBe(next);
});

test("within a period the target stays, and after one it needs the first block", () => {
  const parent = { height: 100, bits: 0x1c_05_a3_f4, time: 0 };
  expect(nextBits(main, parent, 9999, none)).toBe(parent.bits);
  expect(nextBits(main, { ...parent, height: 2015 }, 600, none)).toBeUndefined();
});

test("on test a late block is easy, and the next one is not", () => {
  const blocks = new Map(
    [
      [4031, 0x1c_aa_aa_aa],
      [4032, 0x1c_12_34_56],
      [4033, testChain.easiestBits],
      [4034, testChain.easiestBits],
    ].map(([height = 0, bits = 0]) => [height, { height, bits, time: height * 600 }]),
  );
  const parent = { height: 4034, bits: testChain.easiestBits, time: 4034 * 600 };
  const next = (seconds: number) =>
    nextBits(testChain, parent, parent.time + seconds, (height) => blocks.get(height));
  expect(next(1201)).toBe(testChain.easiestBits);
  expect(next(1200)).toBe(0x1c_12_34_56);
  expect(nextBits(testChain, parent, parent.time, none)).toBeUndefined();
});

test("regtest never changes its target", () => {
  const parent = { height: 2015, bits: regtest.easiestBits, time: 0 };
  expect(nextBits(regtest, parent, 10 ** 9, none)).toBe(regtest.easiestBits);
});

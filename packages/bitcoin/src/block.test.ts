import { hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { readBlock, readHeader } from "./block.ts";
import { InvalidChainData } from "./byte-reader.ts";
import { CHAINS } from "./chains.ts";
import { BLOCK_542213, GENESIS, TEST_BLOCK } from "./testing/known-blocks.ts";
import { blockOf, coinbase, payment } from "./testing/made-blocks.ts";
import { readTransaction } from "./transaction.ts";

const { main, test: testChain, regtest } = CHAINS;
const SCRIPT = "0014751e76e8199196d454941c45d1b3a323f1433bd6";

test("the first block of main", () => {
  const block = readBlock(main, hexToBytes(GENESIS));
  expect(block).toMatchObject({
    hash: main.genesis,
    parent: "0".repeat(64),
    merkleRoot: "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
    time: 1_231_006_505,
    bits: 0x1d_00_ff_ff,
  });
  expect(block.transactions).toMatchObject([
    {
      txid: "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
      isCoinbase: true,
      outputs: [{ satoshi: 5_000_000_000n, script: expect.stringMatching(/^4104678afdb0.*1d5fac$/) }],
    },
  ]);
});

test("a block with witnesses: its ids leave them out", () => {
  const block = readBlock(main, hexToBytes(BLOCK_542213));
  expect(block.hash).toBe("000000000000000000143a2c56c0214236dadfd30df41d4a0345492ad6d861ec");
  expect(block.transactions[0]?.isCoinbase).toBe(true);
  expect(block.transactions[1]?.inputs[0]?.txid).toMatch(/^[\da-f]{64}$/);
});

test("a block without witnesses", () => {
  const block = readBlock(testChain, hexToBytes(TEST_BLOCK));
  expect(block.hash).toBe("000000005ee8f3674748276fdc56a0202714d94bde87cd943195cc84cf57caf0");
  expect(block.transactions).toHaveLength(10);
});

test("a header is read by itself", () => {
  expect(readHeader(main, hexToBytes(GENESIS).subarray(0, 80)).hash).toBe(main.genesis);
});

const pays = (satoshi: bigint) => [{ script: SCRIPT, satoshi }];
const paid = payment([{ txid: "a".repeat(64), output: 3 }], pays(1n));

test("a made block of many outputs is read", () => {
  const transactions = Array.from({ length: 2500 }, (_, at) =>
    payment(
      [{ txid: "b".repeat(64), output: at }],
      Array.from({ length: 4 }, (_each, output) => ({ script: SCRIPT, satoshi: BigInt(output) })),
    ),
  );
  const block = readBlock(regtest, blockOf([coinbase(pays(50n)), ...transactions]));
  expect(block.transactions.flatMap(({ outputs }) => outputs)).toHaveLength(10_001);
});

test("the inputs and outputs of a payment", () => {
  expect(readTransaction(paid)).toMatchObject({
    inputs: [{ txid: "a".repeat(64), output: 3 }],
    outputs: pays(1n),
    isCoinbase: false,
  });
});

const other = payment([{ txid: "c".repeat(64), output: 0 }], pays(2n));
const first = coinbase(pays(50n));

test.each<[string, () => Uint8Array, string]>([
  ["no transaction", () => blockOf([]), "a block has no transaction"],
  ["no coinbase", () => blockOf([paid]), "a block's first transaction, and no other, makes coins"],
  [
    "two coinbases",
    () => blockOf([first, coinbase(pays(1n))]),
    "a block's first transaction, and no other, makes coins",
  ],
  [
    "an end that is there twice",
    () => blockOf([first, paid, other, other], [first, paid, other]),
    "a block has transactions twice",
  ],
  [
    "another transaction than in its root",
    () => blockOf([first, other], [first, paid]),
    "a block has other transactions than its header says",
  ],
  ["bytes behind it", () => Buffer.concat([blockOf([first]), Buffer.of(0)]), "bytes follow the block"],
  ["too few bytes", () => blockOf([first, paid]).subarray(0, -1), "the data end too early"],
  ["half a header", () => blockOf([first]).subarray(0, 40), "the data end too early"],
  ["nothing", () => new Uint8Array(), "the data end too early"],
  [
    "more coins than there are",
    () => blockOf([coinbase(pays(2_100_000_000_000_001n))], [first]),
    "an output has an amount that cannot be",
  ],
  [
    "outputs that add up to more",
    () => blockOf([coinbase([...pays(2_000_000_000_000_000n), ...pays(2_000_000_000_000_000n)])], [first]),
    "outputs add up to an amount that cannot be",
  ],
  [
    "a negative amount",
    () => blockOf([coinbase(pays(2n ** 64n - 1n))], [first]),
    "an output has an amount that cannot be",
  ],
  ["too many bytes", () => new Uint8Array(4_000_001), "a block is too large"],
  [
    "too much weight",
    () => blockOf([coinbase([{ script: "51".repeat(999_900), satoshi: 0n }])]),
    "a block is too large",
  ],
])("a block with %s is refused", (_case, bytes, message) => {
  expect(() => readBlock(regtest, bytes())).toThrow(new InvalidChainData(message));
});

test("a block without proof of work is refused", () => {
  const block = hexToBytes(GENESIS);
  block[76] = 0;
  expect(() => readBlock(main, block)).toThrow(new InvalidChainData("a block has no proof of work"));
  expect(() => readBlock(main, blockOf([first]))).toThrow("a block has no proof of work");
});

test.each([
  ["a count that is not in its shortest form", "fd0100", "a count is not in its shortest form, or too large"],
  ["a count of 64 bits", "ff0100000000000000", "a count is not in its shortest form, or too large"],
  ["more inputs than bytes", "fe00000040", "the data end too early"],
])("a transaction with %s is refused", (_case, count, message) => {
  const rest = "00".repeat(100);
  expect(() => readTransaction(hexToBytes(`01000000${count}${rest}`))).toThrow(new InvalidChainData(message));
});

test("a transaction with bytes behind it, or a wrong flag, is refused", () => {
  expect(() => readTransaction(Buffer.concat([paid, Buffer.of(0)]))).toThrow("bytes follow the transaction");
  expect(() => readTransaction(hexToBytes("010000000002"))).toThrow("a transaction has no input");
});

import { expect, test } from "vitest";
import { readBlock } from "./block.ts";
import { CHAINS } from "./chains.ts";
import { mineBlock } from "./mine-block.ts";
import { payment } from "./testing/made-blocks.ts";

const rewards = [{ script: "0014751e76e8199196d454941c45d1b3a323f1433bd6", satoshi: 50n }];
const block = { parent: CHAINS.regtest.genesis, height: 1, time: 1_800_000_000, rewards, transactions: [] };

test("a mined block is a valid one", () => {
  const paid = payment([{ txid: "a".repeat(64), output: 0 }], rewards);
  const read = readBlock(CHAINS.regtest, mineBlock(CHAINS.regtest, { ...block, transactions: [paid] }));
  expect(read).toMatchObject({ parent: block.parent, time: block.time });
  expect(read.transactions).toHaveLength(2);
  expect(read.transactions[0]?.outputs[0]).toEqual(rewards[0]);
});

test("height and salt give blocks that are otherwise the same transactions of their own", () => {
  const made = [
    block,
    { ...block, height: 2 },
    { ...block, height: 300 },
    { ...block, salt: Uint8Array.of(1) },
  ];
  const ids = made.map(
    (each) => readBlock(CHAINS.regtest, mineBlock(CHAINS.regtest, each)).transactions[0]?.txid,
  );
  expect(new Set(ids).size).toBe(made.length);
});

import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startStandIn, type StandIn } from "../prices/testing/stand-in-server.ts";
import type { EthereumNode } from "./ethereum-node.ts";
import { createEthereumNode } from "./ethereum-rpc.ts";

const hashOf = (digit: string) => `0x${digit.repeat(64)}`;
const addressOf = (digit: string) => `0x${digit.repeat(40)}`;
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** An address as a topic. */
const wordOf = (address: string) => `0x${address.slice(2).padStart(64, "0")}`;
const HEADER = { number: "0x7", hash: hashOf("a"), baseFeePerGas: "0x3b9aca00" };
const PAYMENT = {
  hash: hashOf("b"),
  from: addressOf("C"),
  to: addressOf("d"),
  value: "0xde0b6b3a7640000",
  nonce: "0x0",
  input: "0x",
};
const BLOCK = { ...HEADER, parentHash: hashOf("9"), timestamp: "0x5f5e100", transactions: [PAYMENT] };
const RECEIPT = {
  status: "0x0",
  gasUsed: "0x5208",
  effectiveGasPrice: "0x2",
  blockNumber: "0x7",
  blockHash: hashOf("a"),
};

interface Question {
  readonly id: string;
  readonly jsonrpc: string;
  readonly method: string;
  readonly params: unknown[];
}
type Answer = (question: Question) => unknown;
interface Refusal {
  readonly code: number;
  readonly message: string;
}
class Refuse {
  readonly error: Refusal;
  constructor(error: Refusal) {
    this.error = error;
  }
}

let service: StandIn;
let node: EthereumNode;
const questions: Question[] = [];
beforeEach(async () => {
  service = await startStandIn();
  node = createEthereumNode([service.url], { fetch });
  questions.length = 0;
});
afterEach(() => service.close());

function answerWith(answer: Answer, at = service) {
  const reply = (question: Question) => {
    questions.push(question);
    const result = answer(question);
    return result instanceof Refuse
      ? { jsonrpc: "2.0", id: question.id, error: result.error }
      : { jsonrpc: "2.0", id: question.id, result };
  };
  const listener: RequestListener = (request, response) =>
    void text(request).then((body) => {
      const asked = JSON.parse(body) as Question | Question[];
      response.writeHead(200).end(JSON.stringify(Array.isArray(asked) ? asked.map(reply) : reply(asked)));
    });
  at.answer(listener);
}

describe("the questions and answers", () => {
  test.each<[string, unknown, () => Promise<unknown>, unknown[], unknown]>([
    ["eth_chainId", "0x7a69", () => node.chainId(), [], 31_337n],
    ["eth_getBlockByNumber", HEADER, () => node.tip(), ["latest", false], { height: 7, hash: hashOf("a") }],
    [
      "eth_getBlockByNumber",
      HEADER,
      () => node.settled(),
      ["finalized", false],
      { height: 7, hash: hashOf("a"), slowest: "node 1 of 1" },
    ],
    ["eth_getBlockByNumber", HEADER, () => node.hashAt(7), ["0x7", false], hashOf("a")],
    ["eth_getBlockByNumber", null, () => node.hashAt(7), ["0x7", false], undefined],
    [
      "eth_getBlockByNumber",
      BLOCK,
      () => node.blockAt(7),
      ["0x7", true],
      {
        height: 7,
        hash: hashOf("a"),
        parent: hashOf("9"),
        time: 100_000_000,
        transactions: [
          { txid: hashOf("b"), from: addressOf("c"), to: addressOf("d"), value: 10n ** 18n, nonce: 0n },
        ],
      },
    ],
    [
      "eth_getTransactionReceipt",
      RECEIPT,
      () => node.outcome(hashOf("b")),
      [hashOf("b")],
      { block: { height: 7, hash: hashOf("a") }, ok: false, fee: 42_000n },
    ],
    ["eth_getTransactionReceipt", null, () => node.outcome(hashOf("b")), [hashOf("b")], undefined],
    ["eth_getTransactionCount", "0x10", () => node.nonceAt(addressOf("c"), 7), [addressOf("c"), "0x7"], 16n],
    [
      "eth_estimateGas",
      "0x5208",
      () => node.gasFor({ from: addressOf("c"), to: addressOf("d"), value: 1n }),
      [{ from: addressOf("c"), to: addressOf("d"), value: "0x1" }],
      21_000n,
    ],
    ["eth_sendRawTransaction", hashOf("b"), () => node.send(Uint8Array.of(2)), ["0x02"], { accepted: true }],
  ])("of %s, with the answer %j", async (method, answer, ask, params, expected) => {
    answerWith(() => answer);
    expect(await ask()).toEqual(expected);
    expect(questions).toMatchObject([{ jsonrpc: "2.0", method, params }]);
  });

  test("the price of gas", async () => {
    answerWith(({ method }) => (method === "eth_maxPriorityFeePerGas" ? "0x5" : HEADER));
    expect(await node.fees()).toEqual({ baseFee: 1_000_000_000n, tip: 5n });
  });

  test("tokens of a block, without logs that are of no token", async () => {
    const topics = [TRANSFER, wordOf(addressOf("c")), wordOf(addressOf("d"))];
    const log = {
      address: addressOf("E"),
      topics,
      data: `0x${"f".repeat(64)}`,
      transactionHash: hashOf("b"),
      logIndex: "0x3",
      blockHash: hashOf("a"),
    };
    const unique = { ...log, topics: [...topics, hashOf("1")], data: "0x", logIndex: "0x4" };
    const noTokens = [
      { ...log, topics: topics.slice(0, 2) },
      { ...log, data: "0x" },
      { ...log, data: `${log.data}00` },
    ];
    answerWith(() => [log, unique, ...noTokens]);
    const token = { txid: hashOf("b"), index: 3, contract: addressOf("e"), to: addressOf("d") };
    expect(await node.tokens(hashOf("a"))).toEqual([
      { ...token, amount: 2n ** 256n - 1n },
      { ...token, index: 4, amount: 1n },
    ]);
    expect(questions).toMatchObject([
      { method: "eth_getLogs", params: [{ blockHash: hashOf("a"), topics: [TRANSFER] }] },
    ]);
    await expect(node.tokens(hashOf("9"))).rejects.toMatchObject({ failure: "garbage" });
  });

  test("balances by one call each 1,500, and one by one at a node that refuses it", async () => {
    const scripts = Array.from({ length: 1600 }, (_, at) => `0x${at.toString(16).padStart(40, "0")}`);
    answerWith(() => new Refuse({ code: -32_000, message: "out of gas" }));
    await expect(node.balances(scripts, 7)).rejects.toMatchObject({ failure: "refused" });
    questions.length = 0;
    answerWith(({ method, params: [script] }) =>
      method === "eth_call"
        ? new Refuse({ code: -32_000, message: "out of gas" })
        : `0x${BigInt(String(script)).toString(16)}`,
    );
    expect(await node.balances(scripts, 7)).toEqual(scripts.map((script) => BigInt(script)));
    expect(questions.filter(({ method }) => method === "eth_call")).toHaveLength(2);
    answerWith(() => `0x${"0".repeat(31)}1${"0".repeat(31)}2`);
    expect(await node.balances(scripts.slice(0, 2), 7)).toEqual([1n, 2n]);
    await expect(node.balances(scripts.slice(0, 3), 7)).rejects.toMatchObject({ failure: "garbage" });
  });
});

describe("an answer that is none", () => {
  test.each<[string, unknown]>([
    ["a height without 0x", { ...HEADER, number: "7" }],
    ["a height as a number", { ...HEADER, number: 7 }],
    ["a height as a float", { ...HEADER, number: 7.5 }],
    ["a height with a zero in front", { ...HEADER, number: "0x07" }],
    ["no digit", { ...HEADER, number: "0x" }],
    ["a height that is too long", { ...HEADER, number: `0x1${"0".repeat(12)}` }],
    ["a hash of odd length", { ...HEADER, hash: hashOf("a").slice(0, -1) }],
    ["nothing", null],
    ["a text", "0x7"],
  ])("%s", async (_case, answer) => {
    answerWith(() => answer);
    await expect(node.tip()).rejects.toMatchObject({ name: "ChainNodeError", failure: "garbage" });
  });

  test.each<[string, object]>([
    ["more than 256 bits", { value: `0x1${"0".repeat(64)}` }],
    ["an address that is too short", { from: addressOf("c").slice(0, -2) }],
    ["a value as a float", { value: 1e18 }],
    ["more ether than there is", { value: `0x1${"0".repeat(24)}` }],
    ["a nonce that no account reaches", { nonce: "0x20000000000000" }],
  ])("a block whose transaction has %s", async (_case, change) => {
    answerWith(() => ({ ...BLOCK, transactions: [{ ...PAYMENT, ...change }] }));
    await expect(node.blockAt(7)).rejects.toMatchObject({ failure: "garbage" });
  });

  test.each<[string, unknown, () => Promise<unknown>]>([
    [
      "a block with a transaction twice",
      { ...BLOCK, transactions: [PAYMENT, PAYMENT] },
      () => node.blockAt(7),
    ],
    [
      "a fee above all ether",
      { ...RECEIPT, effectiveGasPrice: `0x1${"0".repeat(24)}` },
      () => node.outcome(hashOf("b")),
    ],
    ["a balance above all ether", `0x${"f".repeat(32)}`, () => node.balances([addressOf("c")], 7)],
    ["a count that no account reaches", "0x20000000000000", () => node.nonceAt(addressOf("c"), 7)],
  ])("%s", async (_case, answer, ask) => {
    answerWith(() => answer);
    await expect(ask()).rejects.toMatchObject({ failure: "garbage" });
  });

  test("a block of another height", async () => {
    answerWith(() => BLOCK);
    await expect(node.blockAt(8)).rejects.toMatchObject({ failure: "garbage" });
    await expect(node.hashAt(8)).rejects.toMatchObject({ failure: "garbage" });
  });

  test.each([
    ["answers nothing", null],
    ["refuses", new Refuse({ code: -39_001, message: "Unknown block" })],
  ])("a node without final blocks, which %s", async (_case, answer) => {
    answerWith(() => answer);
    await expect(node.settled()).rejects.toMatchObject({
      failure: "garbage",
      message: "the node has no finalized block",
    });
  });

  test("a batch with an answer missing", async () => {
    service.answer((request, response) => {
      void text(request).then((body) => {
        const asked = JSON.parse(body) as Question | Question[];
        response.end(
          JSON.stringify(
            Array.isArray(asked)
              ? [{ id: "0", result: "0x1" }]
              : { id: asked.id, error: { code: -32_000, message: "no" } },
          ),
        );
      });
    });
    await expect(node.balances([addressOf("a"), addressOf("b")], 7)).rejects.toMatchObject({
      failure: "garbage",
    });
  });
});

describe("several nodes", () => {
  let second: StandIn;
  const final =
    (height: number, digit: string): Answer =>
    ({ params: [at] }) => ({
      number: at === "finalized" ? `0x${height.toString(16)}` : at,
      hash: hashOf(digit),
    });
  beforeEach(async () => {
    second = await startStandIn();
    node = createEthereumNode([second.url, service.url], { fetch });
  });
  afterEach(() => second.close());

  test("the lowest final block counts, if all have it", async () => {
    answerWith(final(7, "a"));
    answerWith(final(9, "a"), second);
    expect(await node.settled()).toEqual({ height: 7, hash: hashOf("a"), slowest: "node 2 of 2" });
  });

  test("if they have others, no block is final", async () => {
    answerWith(final(7, "a"));
    answerWith(final(9, "b"), second);
    await expect(node.settled()).rejects.toMatchObject({
      name: "NodesDisagree",
      message: "nodes have different final blocks at height 7",
    });
  });

  test("one alone is not believed, a third that is silent is left out, and one without final blocks is not", async () => {
    answerWith(final(7, "a"));
    await expect(node.settled()).rejects.toMatchObject({
      failure: "unreachable",
      message: "only node 2 of 2 answers",
    });
    node = createEthereumNode([second.url, service.url, service.url], { fetch });
    expect(await node.settled()).toMatchObject({ height: 7, hash: hashOf("a") });
    answerWith(() => null, second);
    await expect(node.settled()).rejects.toMatchObject({ failure: "garbage" });
  });

  test.each([
    ["balances", () => node.balances([addressOf("c")], 7)],
    ["nonces", () => node.nonceAt(addressOf("c"), 7)],
  ])("they have the same %s", async (what, ask) => {
    const word = (digit: string) => `0x${digit.padStart(32, "0")}`;
    const says =
      (digit: string): Answer =>
      ({ method }) =>
        method === "eth_call" ? word(digit) : `0x${digit}`;
    answerWith(says("5"));
    answerWith(says("6"), second);
    await expect(ask()).rejects.toMatchObject({
      name: "NodesDisagree",
      message: `nodes have different ${what} at height 7`,
    });
    answerWith(says("5"), second);
    await expect(ask()).resolves.toBeDefined();
  });

  test("they are on one chain", async () => {
    answerWith(() => "0x1");
    answerWith(() => "0x2", second);
    await expect(node.chainId()).rejects.toMatchObject({ failure: "garbage" });
    answerWith(() => "0x1", second);
    expect(await node.chainId()).toBe(1n);
  });
});

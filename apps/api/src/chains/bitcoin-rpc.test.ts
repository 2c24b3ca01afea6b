import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startStandIn, type StandIn } from "../prices/testing/stand-in-server.ts";
import { createBitcoinNode } from "./bitcoin-rpc.ts";
import type { BitcoinNode } from "./bitcoin-node.ts";

const HASH = "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206";
const RAW = Uint8Array.of(1, 2, 3);

let service: StandIn;
let node: BitcoinNode;
const addressOf = ({ url }: StandIn) => url.replace("//", "//wattle:s%40cret@");
beforeEach(async () => {
  service = await startStandIn();
  node = createBitcoinNode([addressOf(service)], { fetch });
});
afterEach(() => service.close());

interface Question {
  readonly id: string;
  readonly method: string;
  readonly params: unknown[];
}

const questions: Question[] = [];
/** Answers with a result's or an error's JSON text. @param id instead of the question's */
function answerWith(
  result: string,
  { error = "null", status = 200, id }: { error?: string; status?: number; id?: string } = {},
) {
  questions.length = 0;
  const listener: RequestListener = (request, response) =>
    void text(request).then((body) => {
      const question = JSON.parse(body) as Question;
      questions.push(question);
      response.writeHead(status).end(`{"result":${result},"error":${error},"id":"${id ?? question.id}"}`);
    });
  service.answer(listener);
}
const refuse = (code: number, message = "no") =>
  answerWith("null", { error: JSON.stringify({ code, message }), status: 500 });

describe("the questions and answers", () => {
  test.each<[string, string, () => Promise<unknown>, unknown[], unknown]>([
    [
      "getblockchaininfo",
      `{"blocks":7,"bestblockhash":"${HASH}","difficulty":4.656542373906925e-10}`,
      () => node.tip(),
      [],
      { height: 7, hash: HASH },
    ],
    ["getblockhash", `"${HASH}"`, () => node.hashAt(7), [7], HASH],
    [
      "getblockheader",
      `"${"01".repeat(80)}"`,
      () => node.rawHeader(HASH),
      [HASH, false],
      new Uint8Array(80).fill(1),
    ],
    ["getblock", '"010203"', () => node.rawBlock(HASH), [HASH, 0], RAW],
    ["getrawmempool", `["${HASH}"]`, () => node.mempool(), [false], [HASH]],
    ["getrawtransaction", '"010203"', () => node.rawTransaction(HASH), [HASH, false], RAW],
    ["sendrawtransaction", `"${HASH}"`, () => node.send(RAW), ["010203"], { accepted: true }],
    ["estimatesmartfee", '{"feerate":0.00012345,"blocks":3}', () => node.feeRate(), [3], 12_345n],
    ["estimatesmartfee", '{"feerate":1e-5,"blocks":3}', () => node.feeRate(), [3], 1000n],
    ["estimatesmartfee", '{"feerate":-1,"blocks":3}', () => node.feeRate(), [3], undefined],
    ["estimatesmartfee", '{"feerate":1e-9,"blocks":3}', () => node.feeRate(), [3], undefined],
    ["estimatesmartfee", '{"errors":["Insufficient data"],"blocks":0}', () => node.feeRate(), [3], undefined],
  ])("of %s, with the answer %s", async (method, answer, ask, params, expected) => {
    answerWith(answer);
    expect(await ask()).toEqual(expected);
    expect(questions).toMatchObject([{ method, params }]);
    expect(service.asked[0]?.headers.authorization).toBe(`Basic ${btoa("wattle:s@cret")}`);
  });

  test("what it does not have is undefined", async () => {
    refuse(-8, "Block height out of range");
    expect(await node.hashAt(99)).toBeUndefined();
    refuse(-5, "No such mempool transaction");
    expect(await node.rawTransaction(HASH)).toBeUndefined();
  });

  test.each([
    [-26, "min relay fee not met", { accepted: false, reason: "min relay fee not met" }],
    [-25, "bad-txns-inputs-missingorspent", { accepted: false, reason: "bad-txns-inputs-missingorspent" }],
    [-27, "Transaction already in block chain", { accepted: true }],
  ])("a transaction that is refused with %i", async (code, message, outcome) => {
    refuse(code, message);
    expect(await node.send(RAW)).toEqual(outcome);
  });
});

describe("an answer that is none", () => {
  const html: RequestListener = (_request, response) => response.writeHead(200).end("<html>welcome</html>");
  const cut: RequestListener = (_request, response) => response.writeHead(200).end('{"result":{"blocks":7');
  const status =
    (code: number): RequestListener =>
    (_request, response) =>
      response.writeHead(code).end("Work queue depth exceeded");
  test.each<[string, () => void, string]>([
    ["HTML with status 200", () => service.answer(html), "garbage"],
    ["half a JSON text", () => service.answer(cut), "garbage"],
    ["one to another question", () => answerWith("7", { id: "other" }), "garbage"],
    ["a text as height", () => answerWith(`{"blocks":"7","bestblockhash":"${HASH}"}`), "garbage"],
    ["a height with a point", () => answerWith(`{"blocks":7.0,"bestblockhash":"${HASH}"}`), "garbage"],
    ["a height with an exponent", () => answerWith(`{"blocks":1e3,"bestblockhash":"${HASH}"}`), "garbage"],
    ["a wrong hash", () => answerWith('{"blocks":7,"bestblockhash":"xyz"}'), "garbage"],
    ["a huge one", () => answerWith(JSON.stringify("a".repeat(70_000))), "garbage"],
    ["a busy node", () => service.answer(status(503)), "unreachable"],
    ["a wrong password", () => service.answer(status(401)), "login"],
    ["a node that starts", () => refuse(-28, "Verifying blocks…"), "unreachable"],
    ["an unknown method", () => refuse(-32_601, "Method not found"), "refused"],
    ["a cut connection", () => service.answer((request) => request.destroy()), "unreachable"],
  ])("%s", async (_case, answer, failure) => {
    answer();
    const refused = node.tip();
    await expect(refused).rejects.toMatchObject({ name: "ChainNodeError", failure });
    await expect(refused).rejects.not.toThrow(/cret/);
  });

  test("a header or block of another form", async () => {
    answerWith('"0102"');
    await expect(node.rawHeader(HASH)).rejects.toMatchObject({ failure: "garbage" });
    answerWith('"012"');
    await expect(node.rawBlock(HASH)).rejects.toMatchObject({ failure: "garbage" });
  });

  test("none in time", async () => {
    service.answer(() => undefined);
    const hasty = createBitcoinNode([service.url], { fetch, milliseconds: 20 });
    await expect(hasty.tip()).rejects.toMatchObject({
      failure: "unreachable",
      message: "no answer (too late)",
    });
  });
});

describe("several nodes", () => {
  let second: StandIn;
  beforeEach(async () => {
    second = await startStandIn();
    node = createBitcoinNode([addressOf(second), addressOf(service)], { fetch });
  });
  afterEach(() => second.close());

  test("the next is asked if one does not answer, and stays the one", async () => {
    answerWith(`"${HASH}"`);
    await second.close();
    expect(await node.hashAt(1)).toBe(HASH);
    second = await startStandIn();
    expect(await node.hashAt(2)).toBe(HASH);
    expect(second.asked).toHaveLength(0);
  });

  test("a transaction goes to all of them", async () => {
    answerWith(`"${HASH}"`);
    expect(await node.send(RAW)).toEqual({ accepted: true });
    expect(second.asked).toHaveLength(1);
    await service.close();
    await expect(node.send(RAW)).rejects.toMatchObject({ failure: "unreachable" });
    service = await startStandIn();
  });
});

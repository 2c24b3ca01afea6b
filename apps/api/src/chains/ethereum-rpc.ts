import { isDeepStrictEqual } from "node:util";
import { readSignedTransfer } from "@wattle/ethereum/transfer";
import { z } from "zod";
import { ChainNodeError, type SendOutcome, type Tip } from "./chain-node.ts";
import { NodesDisagree } from "./chain-source.ts";
import type { EthereumBlock, EthereumNode, FinalBlock, TokenTransfer } from "./ethereum-node.ts";
import { createBatchRpc, createJsonRpc, readAnswer, type AskMany, type AskNode } from "./json-rpc.ts";
import { balancesCall, balancesIn, MOST_BALANCES } from "./read-balances.ts";
import { settledTransaction } from "./settled-transaction.ts";
import { allAnswers, firstToAnswer, sameAnswer, sendToAll, settledHashAt } from "./several-nodes.ts";

type RpcParts = Parameters<typeof createJsonRpc>[1];

/** Bytes of a block with its transactions, whose data may be large. */
const LARGEST_BLOCK = 64_000_000;
const LARGEST_RECEIPT = 4_000_000;
/** The hash of `Transfer(address,address,uint256)`, with which logs of tokens begin. */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** Balances of one batch, for nodes that do not run code of ours. */
const BATCH = 500;
/** Calls for balances that a node has at the same time. */
const CALLS = 4;

/** A number as the protocol writes it: no other digits, and as many as 256 bits have at most. */
const quantity = z
  .string()
  .regex(/^0x(?:0|[1-9a-f][\da-f]{0,63})$/)
  .transform(BigInt);
/** Ether that there is at most, and more: what a node answers above it is no amount, and no column holds it. */
const wei = quantity.refine((amount) => amount < 2n ** 96n);
const nonce = quantity.refine((number) => number < 2n ** 53n);
const small = quantity
  .refine((number) => number < 2n ** 48n)
  .transform((number) => Number.parseInt(String(number), 10));
const hash = z.string().regex(/^0x[\da-f]{64}$/);
const address = z
  .string()
  .regex(/^0x[\da-f]{40}$/i)
  .transform((text) => text.toLowerCase());
const data = z.string().regex(/^0x(?:[\da-f]{2})*$/i);

const header = z.object({ number: small, hash });
const feeHeader = z.object({ baseFeePerGas: wei });
const transaction = z.object({
  hash,
  from: address,
  to: address.nullish().transform((to) => to ?? null),
  value: wei,
  nonce,
});
const block = header.extend({
  parentHash: hash,
  timestamp: small,
  transactions: z.array(transaction),
});
const receipt = z
  .object({
    status: z.enum(["0x0", "0x1"]),
    gasUsed: quantity,
    effectiveGasPrice: quantity,
    blockNumber: small,
    blockHash: hash,
  })
  .transform(({ gasUsed, effectiveGasPrice, ...rest }) => ({ ...rest, fee: gasUsed * effectiveGasPrice }))
  .refine(({ fee }) => fee < 2n ** 96n);

const log = z.object({
  address,
  topics: z.array(hash),
  data,
  transactionHash: hash,
  logIndex: small,
  blockHash: hash,
});

const hexOf = (number: number | bigint): string => `0x${number.toString(16)}`;

const isRefusal = (error: unknown): error is ChainNodeError =>
  error instanceof ChainNodeError && error.failure === "refused";

/** Undefined if the node has no such thing. */
async function ask<S extends z.ZodType>(
  node: AskNode,
  schema: S,
  [method, ...params]: readonly [string, ...unknown[]],
  most?: number,
): Promise<z.output<S> | undefined> {
  const answer = await node(method, params, most);
  return answer === null ? undefined : readAnswer(schema, method, answer);
}

function blockOf(found: z.output<typeof block>, height: number): EthereumBlock {
  if (found.number !== height) throw new ChainNodeError("garbage", "a block has another height");
  if (new Set(found.transactions.map((each) => each.hash)).size < found.transactions.length)
    throw new ChainNodeError("garbage", "a block has a transaction twice");
  return {
    height,
    hash: found.hash,
    parent: found.parentHash,
    time: found.timestamp,
    transactions: found.transactions.map(({ hash: txid, ...rest }) => ({ txid, ...rest })),
  };
}

async function hashAt(node: AskNode, height: number): Promise<string | undefined> {
  const found = await ask(node, header, ["eth_getBlockByNumber", hexOf(height), false], LARGEST_BLOCK);
  if (found !== undefined && found.number !== height)
    throw new ChainNodeError("garbage", "a block has another height");
  return found?.hash;
}

/** The newest final block. A chain without one is no chain that money can be believed on. */
async function finalBlock(node: AskNode): Promise<Tip> {
  const none = () => new ChainNodeError("garbage", "the node has no finalized block");
  try {
    const found = await ask(node, header, ["eth_getBlockByNumber", "finalized", false], LARGEST_BLOCK);
    if (found === undefined) throw none();
    return { height: found.number, hash: found.hash };
  } catch (error) {
    throw isRefusal(error) ? none() : error;
  }
}

const piecesOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

interface Asker {
  readonly one: AskNode;
  readonly many: AskMany;
}

async function readPiece({ one, many }: Asker, scripts: readonly string[], at: string): Promise<bigint[]> {
  try {
    const most = 2 * (scripts.length * 32 + 1000);
    const answer = await one("eth_call", [{ data: balancesCall(scripts) }, at], most);
    const found = balancesIn(readAnswer(data, "eth_call", answer), scripts.length);
    if (found === undefined) throw new ChainNodeError("garbage", "the balances have another count");
    return found.map((balance) => readAnswer(wei, "eth_call", hexOf(balance)));
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  const found: bigint[] = [];
  for (const piece of piecesOf(scripts, BATCH)) {
    const answers = await many(
      "eth_getBalance",
      piece.map((script) => [script, at]),
    );
    found.push(...answers.map((answer) => readAnswer(wei, "eth_getBalance", answer)));
  }
  return found;
}

async function readBalances(asker: Asker, scripts: readonly string[], height: number): Promise<bigint[]> {
  const pieces = piecesOf(scripts, MOST_BALANCES);
  const found: bigint[][] = [];
  for (let at = 0; at < pieces.length; at += CALLS)
    found.push(
      ...(await Promise.all(
        pieces.slice(at, at + CALLS).map((piece) => readPiece(asker, piece, hexOf(height))),
      )),
    );
  return found.flat();
}

/** The tokens of a log. One of another form is none that wallets know. */
function tokenOf({ address: contract, topics, data: words, ...at }: z.output<typeof log>): TokenTransfer[] {
  const [, , to, unique] = topics;
  const isCount = unique === undefined && words.length === 66;
  if (to === undefined || (!isCount && (unique === undefined || topics.length !== 4))) return [];
  const amount = isCount ? BigInt(words) : 1n;
  return [{ txid: at.transactionHash, index: at.logIndex, contract, to: `0x${to.slice(-40)}`, amount }];
}

/** Logs of one block, so that no answer has more than a block can. The node does not learn which addresses are ours. */
async function readTokens(node: AskNode, blockHash: string): Promise<TokenTransfer[]> {
  const question = ["eth_getLogs", { blockHash, topics: [TRANSFER] }] as const;
  const logs = await ask(node, z.array(log), question, LARGEST_BLOCK);
  if (logs === undefined || logs.some((each) => each.blockHash !== blockHash))
    throw new ChainNodeError("garbage", "the answer to eth_getLogs is of another block");
  return logs.flatMap(tokenOf);
}

/** Nodes have many words for a transaction that they know already, so it is looked up. */
async function send(node: AskNode, raw: Uint8Array): Promise<SendOutcome> {
  try {
    readAnswer(
      hash,
      "eth_sendRawTransaction",
      await node("eth_sendRawTransaction", [`0x${Buffer.from(raw).toString("hex")}`]),
    );
    return { accepted: true };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const known = await node("eth_getTransactionByHash", [readSignedTransfer(raw).txid], LARGEST_BLOCK);
    return known === null ? { accepted: false, reason: error.message } : { accepted: true };
  }
}

/** The calls that nodes of all kinds have. */
function ethereumNode(asker: Asker): EthereumNode {
  const { one } = asker;
  const sure = async <S extends z.ZodType>(
    schema: S,
    question: readonly [string, ...unknown[]],
    most?: number,
  ): Promise<z.output<S>> => {
    const found = await ask(one, schema, question, most);
    if (found === undefined) throw new ChainNodeError("garbage", `no answer to ${question[0]}`);
    return found;
  };
  const node: EthereumNode = {
    chainId: () => sure(quantity, ["eth_chainId"]),
    async tip() {
      const { number, hash: newest } = await sure(
        header,
        ["eth_getBlockByNumber", "latest", false],
        LARGEST_BLOCK,
      );
      return { height: number, hash: newest };
    },
    settled: () => finalBlock(one),
    hashAt: (height) => hashAt(one, height),
    settledHashAt: (height) => settledHashAt([{ hashAt: (at) => hashAt(one, at) }], height),
    async blockAt(height) {
      const found = await ask(one, block, ["eth_getBlockByNumber", hexOf(height), true], LARGEST_BLOCK);
      return found && blockOf(found, height);
    },
    async outcome(txid) {
      const found = await ask(one, receipt, ["eth_getTransactionReceipt", txid], LARGEST_RECEIPT);
      return (
        found && {
          block: { height: found.blockNumber, hash: found.blockHash },
          ok: found.status === "0x1",
          fee: found.fee,
        }
      );
    },
    balances: (scripts, height) => readBalances(asker, scripts, height),
    nonceAt: (script, height) => sure(nonce, ["eth_getTransactionCount", script, hexOf(height)]),
    gasFor: ({ from, to, value }) => sure(quantity, ["eth_estimateGas", { from, to, value: hexOf(value) }]),
    async fees() {
      const latest = ["eth_getBlockByNumber", "latest", false] as const;
      const { baseFeePerGas } = await sure(feeHeader, latest, LARGEST_BLOCK);
      return { baseFee: baseFeePerGas, tip: await sure(wei, ["eth_maxPriorityFeePerGas"]) };
    },
    send: (raw) => send(one, raw),
    tokens: (blockHash) => readTokens(one, blockHash),
    settledTransaction: (txid, height) => settledTransaction(node, txid, height),
  };
  return node;
}

/** The newest block that is final at all nodes. */
async function commonSettled(nodes: readonly EthereumNode[]): Promise<FinalBlock> {
  const answers = await allAnswers(nodes, (node) => node.settled());
  const { answer: lowest, name } = answers.reduce((a, b) => (b.answer.height < a.answer.height ? b : a));
  for (const { node, answer } of answers) {
    const same = answer.height === lowest.height ? answer.hash : await node.hashAt(lowest.height);
    if (same !== lowest.hash)
      throw new NodesDisagree(`nodes have different final blocks at height ${lowest.height}`);
  }
  return { ...lowest, slowest: name };
}

/** Several nodes as one: the first that answers serves, and none may contradict it about what is final. */
export function joinEthereumNodes(nodes: readonly EthereumNode[]): EthereumNode {
  const first = firstToAnswer(nodes);
  return {
    async chainId() {
      const ids = new Set((await allAnswers(nodes, (node) => node.chainId(), 1)).map(({ answer }) => answer));
      const [id = 0n] = ids;
      if (ids.size > 1) throw new ChainNodeError("garbage", "the nodes are on different chains");
      return id;
    },
    settled: () => commonSettled(nodes),
    tip: () => first((node) => node.tip()),
    hashAt: (height) => first((node) => node.hashAt(height)),
    blockAt: (height) => first((node) => node.blockAt(height)),
    outcome: (txid) => first((node) => node.outcome(txid)),
    settledHashAt: (height) => settledHashAt(nodes, height),
    balances: (scripts, height) =>
      sameAnswer(nodes, (node) => node.balances(scripts, height), {
        isSame: (one, other) => one.every((wei, at) => wei === other[at]),
        words: `nodes have different balances at height ${height}`,
      }),
    nonceAt: (script, height) =>
      sameAnswer(nodes, (node) => node.nonceAt(script, height), {
        isSame: (one, other) => one === other,
        words: `nodes have different nonces at height ${height}`,
      }),
    gasFor: (transfer) => first((node) => node.gasFor(transfer)),
    fees: () => first((node) => node.fees()),
    tokens: (blockHash) => first((node) => node.tokens(blockHash)),
    settledTransaction: (txid, height) =>
      sameAnswer(nodes, (node) => node.settledTransaction(txid, height), {
        isSame: isDeepStrictEqual,
        words: `nodes have different transactions at height ${height}`,
      }),
    send: (raw) => sendToAll(nodes, raw),
  };
}

/** A client of the nodes that `ETHEREUM_NODES` names. */
export const createEthereumNode = (addresses: readonly string[], parts: RpcParts): EthereumNode =>
  joinEthereumNodes(
    addresses.map((each) =>
      ethereumNode({
        one: createJsonRpc(each, { ...parts, version: "2.0" }),
        many: createBatchRpc(each, parts),
      }),
    ),
  );

import { JsonNumber } from "@wattle/contracts/money";
import { parseBitcoin } from "@wattle/bitcoin/amount";
import { HEADER_BYTES } from "@wattle/bitcoin/block";
import { decimalTextOfJsonNumber } from "@wattle/exchange-core/amount";
import { z } from "zod";
import type { BitcoinNode } from "./bitcoin-node.ts";
import { bytesOf, ChainNodeError } from "./chain-node.ts";
import { createJsonRpc, readAnswer, type AskNode } from "./json-rpc.ts";
import { firstToAnswer, sendToAll, settledHashAt } from "./several-nodes.ts";

const hash = z.string().regex(/^[\da-f]{64}$/);
const hex = z.string().regex(/^(?:[\da-f]{2})+$/);
const height = z
  .instanceof(JsonNumber)
  .refine(({ source }) => /^\d{1,9}$/.test(source))
  .transform(({ source }) => Number.parseInt(source, 10));

/** Bytes of a block in hex, and of the ids of a full mempool, with what is around them. */
const LARGEST_BLOCK = 8_100_000;
const LARGEST_MEMPOOL = 100_000_000;
/** Codes of Bitcoin Core's refusals. */
const NOT_FOUND = ["-5", "-8"];
const NOT_TAKEN = ["-22", "-25", "-26"];
const KNOWN_ALREADY = "-27";
/** Blocks until which a payment should be in one. */
const SOON = 3;

/** Undefined if the node knows no such thing. */
async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ChainNodeError && NOT_FOUND.includes(error.code ?? "")) return undefined;
    throw error;
  }
}

/** Bitcoin Core's calls, which Knots and others have too. Blocks are read raw: a node's decoded amounts are floats. */
function bitcoinNode(ask: AskNode): BitcoinNode {
  const text = async (schema: z.ZodType<string>, method: string, params: readonly unknown[], most?: number) =>
    readAnswer(schema, method, await ask(method, params, most));
  const hashAt = (at: number) => orNothing(text(hash, "getblockhash", [at]));
  return {
    async tip() {
      const best = z.object({ blocks: height, bestblockhash: hash });
      const info = readAnswer(best, "getblockchaininfo", await ask("getblockchaininfo"));
      return { height: info.blocks, hash: info.bestblockhash };
    },
    hashAt,
    settledHashAt: (at) => settledHashAt([{ hashAt }], at),
    async rawHeader(of) {
      const bytes = bytesOf(await text(hex, "getblockheader", [of, false]));
      if (bytes.length !== HEADER_BYTES) throw new ChainNodeError("garbage", "a header has another length");
      return bytes;
    },
    rawBlock: async (of) => bytesOf(await text(hex, "getblock", [of, 0], LARGEST_BLOCK)),
    mempool: async () =>
      readAnswer(z.array(hash), "getrawmempool", await ask("getrawmempool", [false], LARGEST_MEMPOOL)),
    async rawTransaction(txid) {
      const raw = await orNothing(text(hex, "getrawtransaction", [txid, false], LARGEST_BLOCK));
      return raw === undefined ? undefined : bytesOf(raw);
    },
    async send(raw) {
      try {
        await text(hash, "sendrawtransaction", [Buffer.from(raw).toString("hex")]);
        return { accepted: true };
      } catch (error) {
        if (!(error instanceof ChainNodeError) || error.failure !== "refused") throw error;
        if (error.code === KNOWN_ALREADY) return { accepted: true };
        if (NOT_TAKEN.includes(error.code ?? "")) return { accepted: false, reason: error.message };
        throw error;
      }
    },
    async feeRate() {
      const estimate = z.object({ feerate: z.instanceof(JsonNumber).optional() });
      const { feerate } = readAnswer(estimate, "estimatesmartfee", await ask("estimatesmartfee", [SOON]));
      // `-1` and 0 are no estimate.
      return parseBitcoin(decimalTextOfJsonNumber(feerate?.source ?? "") ?? "") || undefined;
    },
  };
}

/** Several nodes as one: it asks the one that answered last, or the next ones; a transaction goes to all of them. */
export function joinBitcoinNodes(nodes: readonly BitcoinNode[]): BitcoinNode {
  const first = firstToAnswer(nodes);
  return {
    tip: () => first((node) => node.tip()),
    hashAt: (at) => first((node) => node.hashAt(at)),
    settledHashAt: (at) => settledHashAt(nodes, at),
    rawHeader: (of) => first((node) => node.rawHeader(of)),
    rawBlock: (of) => first((node) => node.rawBlock(of)),
    mempool: () => first((node) => node.mempool()),
    rawTransaction: (txid) => first((node) => node.rawTransaction(txid)),
    feeRate: () => first((node) => node.feeRate()),
    send: (raw) => sendToAll(nodes, raw),
  };
}

/** A client of the nodes that `BITCOIN_NODE` names. */
export const createBitcoinNode = (
  addresses: readonly string[],
  parts: Parameters<typeof createJsonRpc>[1],
): BitcoinNode => joinBitcoinNodes(addresses.map((address) => bitcoinNode(createJsonRpc(address, parts))));

/**
 * The cost of following Bitcoin with a million watched addresses and blocks of 10,000 outputs, on SQLite: the time that a block takes,
 * and the exchanges of a server that follows, next to those of one whose node has no new block. A block comes every five seconds, a
 * hundred times as often as in reality. Run with `npm run bench`.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { HEADER_BYTES, readHeader } from "@wattle/bitcoin/block";
import { CHAINS } from "@wattle/bitcoin/chains";
import { mineBlock } from "@wattle/bitcoin/mine-block";
import { findChainState, newestChainBlock, watchScript } from "@wattle/db/chains";
import { openDatabase } from "@wattle/db/database";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { watchMany } from "../../../packages/db/bench/watched-scripts.ts";
import { BITCOIN } from "../src/chains/bitcoin.ts";
import { createBitcoinNode } from "../src/chains/bitcoin-rpc.ts";
import { createBitcoinSource } from "../src/chains/bitcoin-source.ts";
import { createFollower } from "../src/chains/follow.ts";
import { GENESIS } from "../src/chains/play/bitcoin/genesis.ts";
import { startServer } from "../src/testing/server-process.ts";
import {
  addSignedInCustomers,
  exchangeInTurn,
  expectBooksRight,
  medianOf,
  rowOf,
  type HttpRow,
} from "./load.ts";
import { peakMemory } from "./peak-memory.ts";

const WATCHED = 1_000_000;
const TRANSACTIONS = 5000;
/** Outputs of a block that pay us. */
const OURS = 100;
const BLOCKS = 5;
/** Blocks that come while exchanges are measured, at most. */
const MORE_BLOCKS = 20;
const EXCHANGES_EACH = 80;
const CHAIN = CHAINS.regtest;
const OUR_SCRIPT = `0014${"0a".repeat(20)}`;

export const WHILE_FOLLOWING =
  "the same while blocks of 10,000 outputs come, with a million watched addresses";

export interface ChainBench {
  readonly rows: readonly HttpRow[];
  /** A block of 10,000 outputs, from the node's answer to the commit. */
  readonly blockMs: number;
  readonly peakMemoryMiB: number | undefined;
}

/** A payment from a stranger to two others. */
function payment(script: string): Buffer {
  const output = (to: string) => Buffer.from(`e80300000000000016${to}`, "hex");
  return Buffer.concat([
    Buffer.from("0200000001", "hex"),
    randomBytes(32),
    Buffer.from("0000000000fdffffff02", "hex"),
    output(script),
    output(`0014${randomBytes(20).toString("hex")}`),
    Buffer.alloc(4),
  ]);
}

/** A node with Bitcoin Core's calls. If it `grows`, it shows one block more each time it says its height. */
async function startNode() {
  const blocks = [GENESIS];
  const hashOf = (raw: string) => readHeader(CHAIN, Buffer.from(raw.slice(0, HEADER_BYTES * 2), "hex")).hash;
  const hashes = [hashOf(GENESIS)];
  const state = { grows: false, shown: 0 };
  const mine = (): void => {
    const raw = mineBlock(CHAIN, {
      parent: hashes.at(-1) ?? "",
      height: hashes.length,
      time: 1_800_000_000 + hashes.length,
      rewards: [{ script: OUR_SCRIPT.replaceAll("0a", "0b"), satoshi: 5_000_000_000n }],
      transactions: Array.from({ length: TRANSACTIONS }, (_, at) =>
        payment(at < OURS ? OUR_SCRIPT : `0014${randomBytes(20).toString("hex")}`),
      ),
    });
    blocks.push(Buffer.from(raw).toString("hex"));
    hashes.push(hashOf(blocks.at(-1) ?? ""));
  };
  const answers: Readonly<Record<string, (param: number | string) => unknown>> = {
    getblockchaininfo() {
      if (state.grows && state.shown < hashes.length - 1) state.shown += 1;
      return { blocks: state.shown, bestblockhash: hashes[state.shown] };
    },
    getblockhash: (height) => hashes[Number(height)],
    getblockheader: (hash) => blocks[hashes.indexOf(String(hash))]?.slice(0, HEADER_BYTES * 2),
    getblock: (hash) => blocks[hashes.indexOf(String(hash))],
    getrawmempool: () => [],
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { id, method, params } = JSON.parse(body) as {
        readonly id: string;
        readonly method: string;
        readonly params: readonly (number | string)[];
      };
      response.end(JSON.stringify({ id, error: null, result: answers[method]?.(params[0] ?? 0) ?? null }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, state, mine, close: () => server.close() };
}

type Node = Awaited<ReturnType<typeof startNode>>;

/** The median of several blocks. */
async function timeBlocks(url: string, node: Node): Promise<number> {
  const database = await openDatabase(url);
  try {
    await database.write((tx) => watchScript(tx, BITCOIN, OUR_SCRIPT, 0n));
    const { follow, stop } = createFollower({
      network: BITCOIN,
      source: createBitcoinSource({
        network: BITCOIN,
        chain: CHAIN,
        node: createBitcoinNode([node.url], { fetch }),
        database,
        now: Date.now,
        depth: 3,
      }),
      database,
      now: Date.now,
      from: "first block",
      hooks: {},
      every: 1000,
      follower: "bench",
    });
    await follow();
    const times: number[] = [];
    for (let block = 1; block <= BLOCKS; block++) {
      node.mine();
      node.state.shown += 1;
      const began = performance.now();
      const state = await follow();
      times.push(performance.now() - began);
      if (state !== "ok") throw new Error(`the node is ${state}`);
    }
    await stop();
    await database.write((tx) => tx.deleteFrom("watched_scripts").where("script", "=", OUR_SCRIPT).execute());
    return medianOf(times);
  } finally {
    await database.close();
  }
}

/** Medians of five rounds, with and without a chain in turn. */
export async function run(): Promise<ChainBench> {
  const directory = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  const [idle, node] = [await startNode(), await startNode()];
  const envOf = (name: string, { url }: Node) => ({
    DATABASE_URL: `sqlite:${path.join(directory, `${name}.db`)}`,
    RATE_LIMIT: "100000000",
    ACCOUNT_SHARE: "100",
    CAPTCHA_PROVIDER: "none",
    DATA_KEYS: TEST_DATA_KEYS,
    BITCOIN_NODE: url,
    BITCOIN_CHAIN: "regtest",
  });
  const plain = envOf("plain", idle);
  const following = envOf("following", node);
  const sessions = [await addSignedInCustomers(plain), await addSignedInCustomers(following)];
  watchMany(following.DATABASE_URL, BITCOIN, WATCHED);
  const blockMs = await timeBlocks(following.DATABASE_URL, node);
  for (let more = 0; more < MORE_BLOCKS; more++) node.mine();
  const servers = [await startServer(plain), await startServer(following)];
  try {
    const rounds = await exchangeInTurn(servers, sessions, EXCHANGES_EACH, (at) => {
      node.state.grows = at === 1;
    });
    const peakMemoryMiB = servers[1] && peakMemory(servers[1]);
    await Promise.all(servers.map((server) => server.stop()));
    await expectFollowed(following.DATABASE_URL);
    await expectBooksRight(following.DATABASE_URL);
    return {
      rows: [
        rowOf("exchanges through HTTP, no block comes", rounds[0]),
        rowOf(WHILE_FOLLOWING, rounds[1], rounds[0]),
      ],
      blockMs,
      peakMemoryMiB,
    };
  } finally {
    for (const each of [idle, node]) each.close();
    await Promise.all(servers.map((server) => server.kill()));
    rmSync(directory, { recursive: true });
  }
}

/** The server must have followed while it was measured. */
async function expectFollowed(url: string): Promise<void> {
  const { read, close } = await openDatabase(url);
  const state = await findChainState(read, BITCOIN);
  const height = (await newestChainBlock(read, BITCOIN))?.height ?? 0n;
  await close();
  if (state?.state !== "ok" || height <= BigInt(BLOCKS))
    throw new Error(`the server followed up to ${height}: ${state?.state}`);
}

if (import.meta.main) console.log(await run());

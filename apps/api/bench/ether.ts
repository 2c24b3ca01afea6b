/**
 * The time that a settled block of Ethereum takes with 100,000 watched addresses, whose balances are read from a full node of others, on
 * SQLite. Run with `npm run bench`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readBalances } from "@wattle/db/chain-balances";
import { listWatched } from "@wattle/db/chains";
import { openDatabase } from "@wattle/db/database";
import { migrate } from "@wattle/db/migrations/migrate";
import { watchMany } from "../../../packages/db/bench/watched-scripts.ts";
import { ETHEREUM } from "../src/chains/ethereum.ts";
import { createEthereumNode } from "../src/chains/ethereum-rpc.ts";
import { createEthereumSource } from "../src/chains/ethereum-source.ts";
import { createFollower } from "../src/chains/follow.ts";
import { hasAnvil, startAnvil } from "../src/testing/anvil-node.ts";
import { medianOf } from "./load.ts";

const WATCHED = 100_000;
/** Addresses that have coins. */
const OWNING = 1000;
const BLOCKS = 5;

/** Milliseconds from a block at the node to its commit, the median of several; undefined without a node for this platform. */
export async function run(): Promise<number | undefined> {
  if (!hasAnvil) return undefined;
  const directory = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  const url = `sqlite:${path.join(directory, "ether.db")}`;
  const anvil = await startAnvil();
  const database = await openDatabase(url);
  try {
    await migrate(database);
    watchMany(url, ETHEREUM, WATCHED, "0x");
    const owning = (await listWatched(database.read, ETHEREUM)).slice(0, OWNING);
    for (const script of owning) await anvil.ask("anvil_setBalance", [script, "0xde0b6b3a7640000"]);
    await anvil.mine(3);
    const node = createEthereumNode([anvil.address], { fetch });
    const parts = { network: ETHEREUM, database, now: Date.now };
    const { follow, stop } = createFollower({
      ...parts,
      source: createEthereumSource({ ...parts, chainId: anvil.chainId, node }),
      from: "settled block",
      hooks: {},
      every: 1000,
      follower: "bench",
    });
    await follow();
    const times: number[] = [];
    for (let block = 1; block <= BLOCKS; block++) {
      await anvil.mine(1);
      const began = performance.now();
      const state = await follow();
      times.push(performance.now() - began);
      if (state !== "ok") throw new Error(`the node is ${state}`);
    }
    await stop();
    const { size } = await readBalances(database.read, ETHEREUM);
    if (size !== OWNING) throw new Error(`${size} balances were found`);
    return medianOf(times);
  } finally {
    await database.close();
    await anvil.close();
    rmSync(directory, { recursive: true });
  }
}

if (import.meta.main) console.log(await run());

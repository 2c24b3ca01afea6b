/**
 * Time and memory of a proof of liabilities by the command line, on SQLite: `node apps/api/bench/liabilities.ts --customers 1000000`.
 * With `--folder` it keeps the customers there, and publishes again for those that it finds. With `--tree-only` it has no database.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Owned } from "@wattle/db/liabilities";
import { addManyCustomers } from "@wattle/db/testing/many-customers";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { randomIds } from "../src/clock.ts";
import { createServices } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import { buildTree } from "../src/liabilities/build-tree.ts";
import { ownersByCurrency } from "../src/liabilities/owners.ts";
import { PROGRAM_ENV } from "../src/testing/program-env.ts";
import { peakMemory } from "./peak-memory.ts";

const OPS = path.join(import.meta.dirname, "../src/desk/commands/cli.ts");
const LOOK_MILLISECONDS = 50;

async function fill(url: string, customers: number): Promise<void> {
  const config = readConfig({ NODE_ENV: "test", DATA_KEYS: TEST_DATA_KEYS, DATABASE_URL: url });
  await (await createServices(config, { logTo: { write: () => undefined } })).database.close();
  await addManyCustomers({ dialect: "sqlite", url }, customers);
}

/** Publishes once. @returns seconds, and the most memory of the process in MiB */
async function publish(url: string): Promise<{ readonly seconds: number; readonly peak: number }> {
  const began = performance.now();
  const program = spawn(process.execPath, [OPS, "liabilities", "publish"], {
    env: { ...PROGRAM_ENV, MALLOC_ARENA_MAX: "2", DATA_KEYS: TEST_DATA_KEYS, DATABASE_URL: url },
    stdio: "inherit",
  });
  let code: number | null | undefined;
  program.once("exit", (ended) => (code = ended));
  let peak = 0;
  while (code === undefined) {
    // The process is gone a moment before its end is known.
    if (existsSync(`/proc/${program.pid}/status`)) peak = peakMemory({ pid: program.pid ?? 0 }) ?? peak;
    await setTimeout(LOOK_MILLISECONDS);
  }
  if (code !== 0) throw new Error(`the command ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, peak };
}

const PIECE = 5000;

function* madeUp(customers: number): Generator<Owned[]> {
  for (let from = 0; from < customers; from += PIECE)
    yield Array.from({ length: Math.min(PIECE, customers - from) }, (_, at) => ({
      user_id: `01a2243c-324d-7269-932e-${String(from + at).padStart(12, "0")}`,
      currency: "AUD",
      amount: BigInt(from + at + 1),
    }));
}

/** Builds a tree that is not written to a database. @returns as `publish`, for this process */
async function buildOnly(customers: number): Promise<{ readonly seconds: number; readonly peak: number }> {
  const began = performance.now();
  const owned = await ownersByCurrency(madeUp(customers));
  const nowhere = async (): Promise<void> => undefined;
  for (const [, owners] of owned) await buildTree(owners, randomIds, { nodes: nowhere, leaves: nowhere });
  owned.close();
  return { seconds: (performance.now() - began) / 1000, peak: peakMemory(process) ?? 0 };
}

async function fillAndPublish(customers: number, kept: string | undefined) {
  const folder = kept ?? mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "bench.db");
  try {
    if (!existsSync(file)) await fill(`sqlite:${file}`, customers);
    return await publish(`sqlite:${file}`);
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true });
  }
}

const { values } = parseArgs({
  options: {
    customers: { type: "string", default: "100000" },
    folder: { type: "string" },
    "tree-only": { type: "boolean", default: false },
  },
});
const customers = Number.parseInt(values.customers, 10);
const { seconds, peak } = await (values["tree-only"]
  ? buildOnly(customers)
  : fillAndPublish(customers, values.folder));
console.log(`${customers} customers: ${seconds.toFixed(0)} s, ${peak.toFixed(0)} MiB at most`);

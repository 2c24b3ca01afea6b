/**
 * The cost of hedging on SQLite: the time from a customer's exchange to the order on its way to the demo's venue, and the exchanges of a
 * server that hedges, next to those of one whose policies are off. Run with `npm run bench`.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { openDatabase } from "@wattle/db/database";
import { saveHedgingPolicy } from "@wattle/db/hedging";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { listPositions } from "@wattle/db/position";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { payloadOf } from "../src/testing/exchanges.ts";
import { startServer } from "../src/testing/server-process.ts";
import { postBytes } from "./connection.ts";
import {
  addSignedInCustomers,
  connectAll,
  exchangeInTurn,
  expectBooksRight,
  holdRates,
  medianOf,
  rowOf,
  type Client,
  type HttpRow,
} from "./load.ts";
import { peakMemory } from "./peak-memory.ts";

const BTC = 100_000_000n;
const EXCHANGES_EACH = 25;
/** Exchanges that leave the band, one after the other: each comes right after an order, and so waits for a whole round of the server. */
const ORDERS = 100;
const SOLD = "0.05";
const LONGEST_MS = 30_000;

export const WHILE_HEDGING = "the same while the server hedges them";

export interface HedgingBench {
  readonly rows: readonly HttpRow[];
  /** From an exchange's commit to the moment at which its order is sent, the 99th of 100. */
  readonly orderMs: number;
  readonly medianOrderMs: number;
  readonly peakMemoryMiB: number | undefined;
}

/** Gives the house the coins that customers own, and bitcoin a policy. */
async function prepare(url: string, mode: "on" | "off"): Promise<void> {
  const database = await openDatabase(url);
  try {
    const now = BigInt(Date.now());
    const bitcoin = (await listPositions(database.read)).find(({ currency }) => currency === "BTC");
    if (bitcoin === undefined) throw new Error("no bitcoin");
    await database.write(async (tx) => {
      await postEntry(tx, {
        id: randomUUID(),
        kind: "own_money",
        description: "Coins of a bench",
        createdBy: "bench",
        createdAt: now,
        postings: [
          {
            source: houseAccount("inventory", "BTC"),
            destination: houseAccount("own", "BTC"),
            currency: "BTC",
            amount: bitcoin.owed - bitcoin.held,
          },
        ],
      });
      await tx.deleteFrom("hedging_policies").execute();
      await saveHedgingPolicy(tx, {
        currency: "BTC",
        mode,
        target: 0n,
        band: BTC / 1000n,
        order_min: BTC / 10_000n,
        order_max: BTC / 2n,
        max_slippage_bp: 60n,
        max_per_hour: 10n ** 12n,
        max_per_day: 10n ** 12n,
        reason: null,
        failing_since: null,
        set_by: "bench",
        set_at: now,
      });
    });
  } finally {
    await database.close();
  }
}

/** A customer sells, over and over. @returns milliseconds to each order */
async function timeOrders(url: string, seller: Client): Promise<number[]> {
  const { read, close } = await openDatabase(url);
  const orders = () =>
    read
      .selectFrom("venue_orders")
      .select(["id", "status", "sent_at"])
      .where("dry", "=", 0n)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
  try {
    const times: number[] = [];
    for (let made = 0; made < ORDERS; made++) {
      const before = (await orders()).length;
      const [[rate] = []] = await holdRates([seller], 1);
      if (rate === undefined) throw new Error("no rate was held");
      const { status, body } = await seller.connection.ask(
        postBytes("/api/users/transactions", seller.headers, payloadOf(rate, SOLD)),
      );
      if (status !== 201) throw new Error(`the exchange answered ${status}: ${body}`);
      const began = Date.now();
      for (;;) {
        const [newest, ...older] = await orders();
        if (older.length >= before && newest?.status === "filled" && newest.sent_at !== null) {
          times.push(Number(newest.sent_at) - began);
          break;
        }
        if (Date.now() - began > LONGEST_MS) throw new Error(`no order: ${newest?.status}`);
        await setTimeout(2);
      }
    }
    return times.toSorted((a, b) => a - b);
  } finally {
    await close();
  }
}

/** Medians of five rounds, with the policy off and on in turn. */
export async function run(): Promise<HedgingBench> {
  const directory = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  const envs = (["off", "on"] as const).map((name) => ({
    DATABASE_URL: `sqlite:${path.join(directory, `${name}.db`)}`,
    RATE_LIMIT: "100000000",
    ACCOUNT_SHARE: "100",
    CAPTCHA_PROVIDER: "none",
    DATA_KEYS: TEST_DATA_KEYS,
  }));
  const [plain, hedged] = envs;
  if (plain === undefined || hedged === undefined) throw new Error("two servers are compared");
  // A demo's first start seeds its policies, which `prepare` replaces.
  for (const env of envs) await (await startServer(env)).stop();
  const sessions = [await addSignedInCustomers(plain), await addSignedInCustomers(hedged)];
  await prepare(plain.DATABASE_URL, "off");
  await prepare(hedged.DATABASE_URL, "on");
  const servers = [await startServer(plain), await startServer(hedged)];
  try {
    const rounds = await exchangeInTurn(servers, sessions, EXCHANGES_EACH);
    const peakMemoryMiB = servers[1] && peakMemory(servers[1]);
    const [seller] = await connectAll(servers[1]?.origin ?? "", sessions[1]?.slice(0, 1) ?? []);
    if (seller === undefined) throw new Error("no customer");
    const times = await timeOrders(hedged.DATABASE_URL, seller);
    seller.connection.close();
    await Promise.all(servers.map((server) => server.stop()));
    await expectBooksRight(hedged.DATABASE_URL);
    return {
      rows: [
        rowOf("exchanges through HTTP, policies off", rounds[0]),
        rowOf(WHILE_HEDGING, rounds[1], rounds[0]),
      ],
      orderMs: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
      medianOrderMs: medianOf(times),
      peakMemoryMiB,
    };
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    rmSync(directory, { recursive: true });
  }
}

if (import.meta.main) console.log(await run());

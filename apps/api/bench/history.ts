/**
 * How the length of a history matters: first page, search by reference and search by amount for a customer with a million
 * rows against one with a hundred, and what a CSV file of a hundred thousand rows takes of memory against one of ten thousand.
 * On SQLite, through the use cases and (the file) over HTTP. `node apps/api/bench/history.ts` prints a table.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { insertUser } from "@wattle/db/accounts";
import { customer } from "@wattle/db/testing/fixtures";
import { createApp } from "../src/app.ts";
import { createServices } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import { listHistory } from "../src/history/list-history.ts";
import { referenceOf } from "../src/reference.ts";
import type { Services } from "../src/services.ts";
import { medianOf } from "./load.ts";

const LONG = 1_000_000;
const SHORT = 100;
const CSV_ROWS = { few: 10_000, many: 100_000 } as const;
/** The p99 of one block is one bad moment of the machine; the median of several is not. */
const BLOCKS = 7;
const ROUNDS = 300;
const WARM_UP = 100;
const PAGE = { page: 1, per_page: 20 } as const;

interface HistoryRow {
  readonly name: string;
  /** p99 in milliseconds with a hundred and with a million rows, and the second over the first. */
  readonly shortMs: number;
  readonly longMs: number;
  readonly ratio: number;
}

interface CsvRow {
  readonly rows: number;
  readonly seconds: number;
  /** How far the heap grew beyond what it was before, at most. */
  readonly heapMiB: number;
}

export interface HistoryBench {
  readonly reads: readonly HistoryRow[];
  readonly csv: readonly CsvRow[];
}

/** The reference of the n-th row of a customer. */
const referenceFor = (user: string, n: number): string => referenceOf(`${user}-${n}`);
/** Amounts repeat, as they do for people: some thirty rows of a million have the same. */
const centsFor = (n: number): bigint => 10_000n + BigInt((n * 7_919) % 33_333) * 5n;

async function addUser(services: Services, id: string): Promise<void> {
  await services.database.write((tx) => insertUser(tx, customer(id)));
}

/** So many rows are in one statement, and so many statements in one transaction. */
const BATCH = 500;
const BATCHES_A_COMMIT = 40;

/** The n-th row of a customer's history, one in ten of them a deposit. */
function rowFor(user: string, n: number) {
  const cents = centsFor(n);
  const at = BigInt(1_600_000_000_000 + n * 1_000);
  const isDeposit = n % 10 === 0;
  return {
    id: `${user}-${String(n).padStart(8, "0")}`,
    user_id: user,
    transaction_type: isDeposit ? "deposit" : "exchange",
    status: "completed",
    credit: cents,
    credit_currency: "AUD",
    debit: isDeposit ? cents : (cents * 100_000_000n) / 15_000_000n,
    debit_currency: isDeposit ? "AUD" : "BTC",
    rate: isDeposit ? null : "0.00000666666666666666666",
    fee_percent: isDeposit ? null : "1",
    fee_amount: isDeposit ? null : cents / 100n,
    reference: referenceFor(user, n),
    created_at: at,
    updated_at: at,
  } as const;
}

/** Fills a customer's history with many rows a statement: one exchange after the other would take an hour. */
async function fill({ database }: Services, user: string, rows: number): Promise<void> {
  for (let done = 0; done < rows;) {
    const begin = done;
    done = await database.write(async (tx) => {
      let next = begin;
      for (let batch = 0; batch < BATCHES_A_COMMIT && next < rows; batch += 1) {
        const count = Math.min(BATCH, rows - next);
        const values = Array.from({ length: count }, (_, index) => rowFor(user, next + index));
        await tx.insertInto("transactions").values(values).execute();
        next += count;
      }
      return next;
    });
  }
  const deposits = BigInt(Math.ceil(rows / 10));
  await database.write((tx) =>
    tx
      .insertInto("history_counts")
      .values([
        { user_id: user, transaction_type: "deposit", total: deposits },
        { user_id: user, transaction_type: "exchange", total: BigInt(rows) - deposits },
      ])
      .execute(),
  );
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

/** Times the same read for both customers in turns, so that both meet the same weather. */
async function measure(
  name: string,
  read: (user: string, rows: number, round: number) => Promise<unknown>,
): Promise<HistoryRow> {
  const users = [
    { user: "short", rows: SHORT, blocks: [] as number[] },
    { user: "long", rows: LONG, blocks: [] as number[] },
  ] as const;
  let round = 0;
  for (let block = 0; block <= BLOCKS; block += 1) {
    const times = users.map(() => [] as number[]);
    for (let count = 0; count < (block === 0 ? WARM_UP : ROUNDS); count += 1) {
      round += 1;
      for (const [index, { user, rows }] of users.entries()) {
        const begin = performance.now();
        await read(user, rows, round);
        times[index]?.push(performance.now() - begin);
      }
    }
    if (block > 0) for (const [index, { blocks }] of users.entries()) blocks.push(p99(times[index] ?? []));
  }
  const [shortMs, longMs] = [medianOf(users[0].blocks), medianOf(users[1].blocks)];
  return { name, shortMs, longMs, ratio: longMs / shortMs };
}

async function measureCsv(origin: string, cookie: string, rows: number): Promise<CsvRow> {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const begin = performance.now();
  const answer = await fetch(`${origin}/api/users/transactions.csv`, { headers: { cookie } });
  if (answer.body === null) throw new Error(`the file has no body: ${answer.status}`);
  let [most, lines] = [0, 0];
  for await (const chunk of answer.body) {
    for (const byte of chunk as Uint8Array) if (byte === 0x0a) lines += 1;
    most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  if (lines !== rows + 1) throw new Error(`the file has ${lines} lines, not ${rows + 1}`);
  return { rows, seconds: (performance.now() - begin) / 1000, heapMiB: most / 2 ** 20 };
}

/** Measures on a database of its own, which it throws away. */
export async function run(): Promise<HistoryBench> {
  const folder = mkdtempSync(path.join(tmpdir(), "wattle-history-"));
  const services = await createServices(
    readConfig({
      DATABASE_URL: `sqlite:${path.join(folder, "bench.db")}`,
      NODE_ENV: "test",
      RATE_LIMIT: "1000000",
      ACCOUNT_SHARE: "100",
    }),
  );
  try {
    const histories = { short: SHORT, long: LONG, few: CSV_ROWS.few, many: CSV_ROWS.many };
    for (const [user, rows] of Object.entries(histories)) {
      await addUser(services, user);
      await fill(services, user, rows);
    }
    const find = (user: string, search: string): Promise<unknown> =>
      listHistory(services, user, { ...PAGE, search });
    const reads = [
      await measure("first page", (user) => listHistory(services, user, PAGE)),
      await measure("search by reference", (user, rows, round) =>
        find(user, referenceFor(user, (round * 997) % rows)),
      ),
      await measure("search by amount", (user, rows, round) => {
        const cents = centsFor((round * 997) % rows);
        return find(user, `${cents / 100n}.${(cents % 100n).toString().padStart(2, "0")}`);
      }),
    ];
    const app = await createApp(services);
    const origin = await app.listen({ host: "127.0.0.1", port: 0 });
    const csv: CsvRow[] = [];
    try {
      for (const user of ["few", "many", "few", "many"] as const) {
        const from = { ip: "127.0.0.1", userAgent: null, remember: false, twoFactor: false };
        const { cookie } = await services.sessions.start(user, from);
        csv.push(await measureCsv(origin, cookie.split(";")[0] ?? "", CSV_ROWS[user]));
      }
    } finally {
      await app.close();
    }
    // The first two warmed everything up.
    return { reads, csv: csv.slice(2) };
  } finally {
    await services.database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { reads, csv } = await run();
  console.log("| history, p99 ms | 100 rows | 1,000,000 rows | ratio |\n|---|---:|---:|---:|");
  for (const { name, shortMs, longMs, ratio } of reads) {
    console.log(`| ${name} | ${shortMs.toFixed(2)} | ${longMs.toFixed(2)} | ${ratio.toFixed(2)} |`);
  }
  console.log("\n| CSV file | seconds | heap grew by, MiB |\n|---|---:|---:|");
  for (const { rows, seconds, heapMiB } of csv) {
    console.log(`| ${rows} rows | ${seconds.toFixed(2)} | ${heapMiB.toFixed(1)} |`);
  }
}

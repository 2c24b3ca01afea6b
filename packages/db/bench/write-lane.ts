/**
 * Exchanges per second through `recordExchange` with a key and the write lane, 64 in flight, against a bare
 * better-sqlite3 loop that does the same statements on the same schema with one commit each, both with
 * `synchronous=FULL` and in the same run. Run with `node packages/db/bench/write-lane.ts`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { performance } from "node:perf_hooks";
import Sqlite from "better-sqlite3";
import { openDatabase, type Database } from "../src/database.ts";
import { availableAccount, houseAccount } from "../src/ledger/accounts.ts";
import { checkLedger } from "../src/ledger/trial-balance.ts";
import { migrate } from "../src/migrations/migrate.ts";
import {
  addCustomers,
  executeRequest,
  seedCurrencies,
  type ExchangeRequest,
} from "../src/testing/fixtures.ts";

const IN_FLIGHT = 64;
const CUSTOMERS = 64;
const EXCHANGES = 6000;
const WARM_UP = 600;
const ROUNDS = 3;
/** As long as a signed quote is. */
const QUOTE = "e".repeat(620);
const ANSWER = JSON.stringify({ data: "a".repeat(420) });

export interface WriteLaneRow {
  readonly name: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Both variants in turn, `ROUNDS` times, the median round of each; `ratio` is the lane's rate by the bare
 * loop's.
 */
export async function run(): Promise<{ rows: WriteLaneRow[]; ratio: number }> {
  const bare: WriteLaneRow[] = [];
  const lane: WriteLaneRow[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await inFreshDatabase(measureBareLoop));
    lane.push(await inFreshDatabase(measureLane));
  }
  const rows = [medianOf(bare), medianOf(lane)];
  const [bareRow, laneRow] = rows;
  return { rows, ratio: (laneRow?.perSecond ?? 0) / (bareRow?.perSecond ?? 1) };
}

/** One round of the bare loop in a fresh database: what other benches are compared with. */
export const bareLoop = (): Promise<WriteLaneRow> => inFreshDatabase(measureBareLoop);

type Measurement = (database: Database, path: string) => Promise<WriteLaneRow>;

async function inFreshDatabase(measure: Measurement): Promise<WriteLaneRow> {
  const directory = mkdtempSync(join(tmpdir(), "wattle-bench-"));
  const path = join(directory, "bench.db");
  const database = await openDatabase(`sqlite:${path}`);
  try {
    await migrate(database);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      const ids = Array.from({ length: CUSTOMERS }, (_, customer) => userId(customer));
      await addCustomers(tx, ids, { AUD: 10n ** 15n, BTC: 10n ** 15n });
    });
    const row = await measure(database, path);
    const { mismatches } = await checkLedger(database.read);
    if (mismatches.length > 0) throw new Error(`the ledger does not balance: ${JSON.stringify(mismatches)}`);
    return row;
  } finally {
    await database.close();
    rmSync(directory, { recursive: true });
  }
}

function userId(customer: number): string {
  return `01940000-0000-7000-8000-${String(customer).padStart(12, "0")}`;
}

/** Ids that grow like UUIDs of version 7 do. */
function growingId(sequence: number, tag: string): string {
  return `0195${String(sequence).padStart(8, "0")}-7${tag}-8000-${String(sequence).padStart(12, "0")}`;
}

function exchangeOf(sequence: number): ExchangeRequest {
  return {
    id: growingId(sequence, "a00"),
    entryId: growingId(sequence, "b00"),
    userId: userId(sequence % CUSTOMERS),
    credit: 1_234_567n,
    creditCurrency: "BTC",
    debit: 183_333n,
    debitCurrency: "AUD",
    fee: 12_346n,
    feePercent: "1.00",
    rate: "150000",
    quoteId: growingId(sequence, "c00"),
    quote: QUOTE,
    reference: `WX${String(sequence).padStart(8, "0")}`,
    paymentMethod: null,
    createdAt: 1_800_000_000_000n + BigInt(sequence),
    idempotency: { key: growingId(sequence, "d00"), payloadHash: "f".repeat(64), answer: ANSWER },
  };
}

async function measureLane(database: Database): Promise<WriteLaneRow> {
  let sequence = 0;
  const worker = async (last: number, latencies: number[]): Promise<void> => {
    while (sequence < last) {
      const exchange = exchangeOf(sequence++);
      const began = performance.now();
      const { kind } = await executeRequest(database, exchange);
      if (kind !== "executed") throw new Error(`an exchange was ${kind}`);
      latencies.push(performance.now() - began);
    }
  };
  const workers = (last: number, latencies: number[]): Promise<void[]> =>
    Promise.all(Array.from({ length: IN_FLIGHT }, () => worker(last, latencies)));
  await workers(WARM_UP, []);
  const latencies: number[] = [];
  const began = performance.now();
  await workers(WARM_UP + EXCHANGES, latencies);
  return laneRowOf(`write lane, ${IN_FLIGHT} in flight`, performance.now() - began, latencies);
}

async function measureBareLoop(_database: Database, path: string): Promise<WriteLaneRow> {
  const sqlite = new Sqlite(path);
  sqlite.defaultSafeIntegers(true);
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  const execute = prepareBareExchange(sqlite);
  let sequence = 0;
  while (sequence < WARM_UP) execute(exchangeOf(sequence++));
  const latencies: number[] = [];
  const began = performance.now();
  while (sequence < WARM_UP + EXCHANGES) {
    const exchange = exchangeOf(sequence++);
    const exchangeBegan = performance.now();
    execute(exchange);
    latencies.push(performance.now() - exchangeBegan);
  }
  const row = laneRowOf("bare better-sqlite3, one commit each", performance.now() - began, latencies);
  sqlite.close();
  return row;
}

function prepareBareExchange(sqlite: Sqlite.Database): (exchange: ExchangeRequest) => void {
  const claim = sqlite.prepare(
    "insert into idempotency_keys (user_id, key, payload_hash, answer, created_at) values (?, ?, ?, ?, ?) on conflict do nothing",
  );
  const history = sqlite.prepare(
    `insert into transactions (id, user_id, transaction_type, status, credit, credit_currency, debit, debit_currency, rate,
       fee_percent, fee_amount, reference, quote_id, quote, entry_id, created_at, updated_at)
     values (?, ?, 'exchange', 'completed', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (quote_id) do nothing`,
  );
  const count = sqlite.prepare(
    `insert into history_counts (user_id, transaction_type, total) values (?, 'exchange', 1)
     on conflict (user_id, transaction_type) do update set total = total + excluded.total`,
  );
  const decrease = sqlite.prepare(
    "update ledger_balances set balance = balance - ? where account_id = ? and balance >= ?",
  );
  const increase = sqlite.prepare("update ledger_balances set balance = balance + ? where account_id = ?");
  const entry = sqlite.prepare(
    `insert into ledger_entries (id, kind, description, created_by, created_at, seq)
     values (?, 'exchange', ?, ?, ?, (select coalesce(max(seq), 0) + 1 from ledger_entries))`,
  );
  const posting = sqlite.prepare(
    `insert into ledger_postings (entry_id, position, source_account, destination_account, currency, amount)
     values (?, ?, ?, ?, ?, ?)`,
  );
  const changeOne = (result: Sqlite.RunResult): void => {
    if (result.changes !== 1) throw new Error("a statement changed nothing");
  };
  const execute = sqlite.transaction((exchange: ExchangeRequest) => {
    const {
      id,
      entryId,
      userId: user,
      credit,
      creditCurrency,
      debit,
      debitCurrency,
      fee,
      createdAt,
    } = exchange;
    const paying = availableAccount(user, creditCurrency);
    const receiving = availableAccount(user, debitCurrency);
    const { idempotency } = exchange;
    if (idempotency === undefined) throw new Error("the bench gives every exchange a key");
    changeOne(claim.run(user, idempotency.key, idempotency.payloadHash, idempotency.answer, createdAt));
    changeOne(
      history.run(
        id,
        user,
        credit,
        creditCurrency,
        debit,
        debitCurrency,
        exchange.rate,
        exchange.feePercent,
        fee,
        exchange.reference,
        exchange.quoteId,
        exchange.quote,
        entryId,
        createdAt,
        createdAt,
      ),
    );
    changeOne(count.run(user));
    changeOne(increase.run(debit, receiving));
    changeOne(decrease.run(credit, paying, credit));
    changeOne(entry.run(entryId, `Exchange ${exchange.reference}`, user, createdAt));
    const trading = houseAccount("trading", creditCurrency);
    changeOne(posting.run(entryId, 0n, paying, trading, creditCurrency, credit - fee));
    changeOne(posting.run(entryId, 1n, paying, houseAccount("fees", creditCurrency), creditCurrency, fee));
    changeOne(
      posting.run(entryId, 2n, houseAccount("trading", debitCurrency), receiving, debitCurrency, debit),
    );
  });
  return (exchange) => execute.immediate(exchange);
}

/** The row of a round of so many latencies. */
export function laneRowOf(name: string, elapsedMs: number, latencies: number[]): WriteLaneRow {
  const sorted = latencies.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    name,
    perSecond: Math.round((latencies.length / elapsedMs) * 1000),
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}

function medianOf(rows: readonly WriteLaneRow[]): WriteLaneRow {
  const middle = rows.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rows.length / 2)];
  if (middle === undefined) throw new Error("nothing was measured");
  return middle;
}

if (import.meta.main) {
  const { rows, ratio } = await run();
  console.log("| exchanges on SQLite | per second | p50 ms | p99 ms |\n|---|---:|---:|---:|");
  for (const { name, perSecond, p50Ms, p99Ms } of rows) {
    console.log(`| ${name} | ${perSecond} | ${p50Ms.toFixed(2)} | ${p99Ms.toFixed(2)} |`);
  }
  console.log(`\nratio ${ratio.toFixed(2)}`);
}

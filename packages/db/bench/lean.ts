/**
 * The leanest exchange that keeps what an exchange promises: two balances, an entry with four postings and a row of
 * history, in one durable transaction of eight statements on four small tables. It checks no one and serves no one:
 * what the product's own tables, guards and answers cost is the rest. `node packages/db/bench/lean.ts` measures only
 * it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { performance } from "node:perf_hooks";
import Sqlite from "better-sqlite3";
import { laneRowOf, type WriteLaneRow } from "./write-lane.ts";

export const CUSTOMERS = 64;
const EXCHANGES = 2000;
const WARM_UP = 200;
const TABLES = `
  create table accounts (id integer primary key, balance integer not null check (balance >= 0)) strict;
  create table entries (id integer primary key, kind text not null, created_at integer not null) strict;
  create table postings (entry_id integer not null references entries (id), account_id integer not null references accounts (id),
    amount integer not null, primary key (entry_id, account_id)) strict, without rowid;
  create table history (id integer primary key, customer integer not null, credit integer not null, debit integer not null,
    fee integer not null, rate text not null, reference text not null, entry_id integer not null references entries (id)) strict;
  create index history_newest on history (customer, id desc);`;
/** The house's account in either currency. */
export const HOUSE = [1, 2] as const;
export const CREDIT = 1_234_567;
export const FEE = 12_346;
export const DEBIT = 183_333;

function openLean(path: string): Sqlite.Database {
  const sqlite = new Sqlite(path);
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  sqlite.exec(TABLES);
  const open = sqlite.prepare("insert into accounts (id, balance) values (?, ?)");
  for (const house of HOUSE) open.run(house, 0);
  for (let customer = 0; customer < CUSTOMERS; customer++) {
    for (const account of accountsOf(customer)) open.run(account, 10 ** 15);
  }
  return sqlite;
}

/** Accounts that a customer pays from and is paid into. */
export const accountsOf = (customer: number): readonly [number, number] => [
  10 + 2 * customer,
  11 + 2 * customer,
];

function prepareExchange(sqlite: Sqlite.Database): (sequence: number) => void {
  const change = sqlite.prepare("update accounts set balance = balance + ? where id = ?");
  const entry = sqlite.prepare("insert into entries (kind, created_at) values ('exchange', ?)");
  const posting = sqlite.prepare("insert into postings (entry_id, account_id, amount) values (?, ?, ?)");
  const history = sqlite.prepare(
    "insert into history (customer, credit, debit, fee, rate, reference, entry_id) values (?, ?, ?, ?, '150000', ?, ?)",
  );
  return (sequence) => {
    const customer = sequence % CUSTOMERS;
    const [paying, receiving] = accountsOf(customer);
    change.run(-CREDIT, paying);
    change.run(DEBIT, receiving);
    const { lastInsertRowid: id } = entry.run(sequence);
    posting.run(id, paying, -CREDIT);
    posting.run(id, HOUSE[0], CREDIT);
    posting.run(id, HOUSE[1], -DEBIT);
    posting.run(id, receiving, DEBIT);
    history.run(customer, CREDIT, DEBIT, FEE, `WX${sequence}`, id);
  };
}

/** One round in a file of its own; `perCommit` exchanges share a commit. The times of those that do are that commit's. */
export function leanLoop(perCommit = 1): WriteLaneRow {
  const directory = mkdtempSync(join(tmpdir(), "wattle-bench-"));
  const sqlite = openLean(join(directory, "lean.db"));
  try {
    const execute = prepareExchange(sqlite);
    let sequence = 0;
    const commit = sqlite.transaction(() => {
      for (let count = 0; count < perCommit; count++) execute(sequence++);
    });
    while (sequence < WARM_UP) commit.immediate();
    const first = sequence;
    const latencies: number[] = [];
    const began = performance.now();
    while (sequence < first + EXCHANGES) {
      const commitBegan = performance.now();
      commit.immediate();
      for (let count = 0; count < perCommit; count++) latencies.push(performance.now() - commitBegan);
    }
    const shared = perCommit === 1 ? "one commit each" : `${perCommit} a commit`;
    return laneRowOf(`the leanest exchange, ${shared}`, performance.now() - began, latencies);
  } finally {
    sqlite.close();
    rmSync(directory, { recursive: true });
  }
}

if (import.meta.main) {
  for (const perCommit of [1, 64]) {
    const { name, perSecond, p99Ms } = leanLoop(perCommit);
    console.log(`${name}: ${perSecond} a second, p99 ${p99Ms.toFixed(2)} ms`);
  }
}

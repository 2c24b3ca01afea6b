/**
 * The leanest exchange on PostgreSQL: what `lean.ts` does, as a transaction of eight prepared statements on each of sixteen
 * connections, at the server's own durability. `node apps/api/bench/postgres.ts` runs it next to the product.
 */
import { performance } from "node:perf_hooks";
import pg from "pg";
import { accountsOf, CREDIT, CUSTOMERS, DEBIT, FEE, HOUSE } from "./lean.ts";
import { laneRowOf, type WriteLaneRow } from "./write-lane.ts";

const CONNECTIONS = 16;
const EXCHANGES = 2000;
const WARM_UP = 400;
const TABLES = `
  create table lean_accounts (id bigint primary key, balance bigint not null check (balance >= 0));
  create table lean_entries (id bigint generated always as identity primary key, kind text not null, created_at bigint not null);
  create table lean_postings (entry_id bigint not null references lean_entries (id),
    account_id bigint not null references lean_accounts (id), amount bigint not null, primary key (entry_id, account_id));
  create table lean_history (id bigint generated always as identity primary key, customer bigint not null, credit bigint not null,
    debit bigint not null, fee bigint not null, rate text not null, reference text not null,
    entry_id bigint not null references lean_entries (id));
  create index lean_history_newest on lean_history (customer, id desc);
  insert into lean_accounts select id, case when id < 10 then 0 else 1000000000000000 end
    from generate_series(1, ${10 + 2 * CUSTOMERS}) as id;`;

const CHANGE = {
  name: "change",
  text: "update lean_accounts set balance = balance + $1 where id = $2",
};
const ENTRY = {
  name: "entry",
  text: "insert into lean_entries (kind, created_at) values ('exchange', $1) returning id",
};
const POSTING = {
  name: "posting",
  text: "insert into lean_postings (entry_id, account_id, amount) values ($1, $2, $3)",
};
const HISTORY = {
  name: "history",
  text: `insert into lean_history (customer, credit, debit, fee, rate, reference, entry_id)
    values ($1, $2, $3, $4, '150000', $5, $6)`,
};

async function exchange(client: pg.Client, sequence: number): Promise<void> {
  const customer = sequence % CUSTOMERS;
  const [paying, receiving] = accountsOf(customer);
  await client.query("begin");
  await client.query({ ...CHANGE, values: [-CREDIT, paying] });
  await client.query({ ...CHANGE, values: [DEBIT, receiving] });
  const { rows } = await client.query<{ id: string }>({ ...ENTRY, values: [sequence] });
  const id = rows[0]?.id;
  for (const [account, amount] of [
    [paying, -CREDIT],
    [HOUSE[0], CREDIT],
    [HOUSE[1], -DEBIT],
    [receiving, DEBIT],
  ] as const) {
    await client.query({ ...POSTING, values: [id, account, amount] });
  }
  await client.query({ ...HISTORY, values: [customer, CREDIT, DEBIT, FEE, `WX${sequence}`, id] });
  await client.query("commit");
}

export interface LeanPostgres {
  /** One round. */
  measure(): Promise<WriteLaneRow>;
  close(): Promise<void>;
}

/** Makes the four tables, in the database that `url` names, and sixteen connections. */
export async function openLeanPostgres(url: string): Promise<LeanPostgres> {
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query(TABLES);
  let sequence = 0;
  const often = async (count: number, latencies: number[] = []): Promise<void> => {
    const last = sequence + count;
    await Promise.all(
      clients.map(async (client) => {
        while (sequence < last) {
          const began = performance.now();
          await exchange(client, sequence++);
          latencies.push(performance.now() - began);
        }
      }),
    );
  };
  await often(WARM_UP);
  return {
    measure: async () => {
      const latencies: number[] = [];
      const began = performance.now();
      await often(EXCHANGES, latencies);
      return laneRowOf(
        `the leanest exchange, ${CONNECTIONS} connections`,
        performance.now() - began,
        latencies,
      );
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}

import Sqlite from "better-sqlite3";
import pg from "pg";
import type { Dialect } from "../database.ts";

/** Customers whose rows one statement writes. */
const AT_ONCE = 50_000;

/** Adds the customers from one number to another, in a language that both databases speak apart from how they count. */
function statementsOf(dialect: Dialect, from: number, to: number): string[] {
  const isSqlite = dialect === "sqlite";
  const n = isSqlite
    ? `(with recursive series(i) as (select ${from} union all select i + 1 from series where i < ${to}) select i from series) as n`
    : `generate_series(${from}, ${to}) as n(i)`;
  const account = `'customer:many-' || n.i || ':available:AUD'`;
  // PostgreSQL numbers entries by itself.
  const [seq, numbered] = isSqlite
    ? [", seq", `, n.i - ${from} + 1 + (select coalesce(max(seq), 0) from ledger_entries)`]
    : ["", ""];
  return [
    `insert into users (id, email, password_hash, first_name, last_name, status, default_country, email_verified_at, roles, permissions, created_at)
     select 'many-' || n.i, 'many-' || n.i || '@wattle.test', '-', 'Test', 'Customer', 'verified', 'AU', 0, '["regular-user"]', '[]', 0 from ${n}`,
    `insert into ledger_accounts (id, currency, owner, user_id, purpose) select ${account}, 'AUD', 'customer', 'many-' || n.i, 'available' from ${n}`,
    `insert into ledger_entries (id, kind, description, created_by, created_at${seq})
     select 'many-' || n.i, 'deposit', 'Opening balance', 'test', 0${numbered} from ${n}`,
    `insert into ledger_postings (entry_id, position, source_account, destination_account, currency, amount)
     select 'many-' || n.i, 0, 'house:bank:AUD', ${account}, 'AUD', 100 + n.i from ${n}`,
    `insert into ledger_balances (account_id, currency, user_id, purpose, balance) select ${account}, 'AUD', 'many-' || n.i, 'available', 100 + n.i from ${n}`,
  ];
}

/**
 * Adds verified customers `many-1`, `many-2`, … who each deposited 1.00 AUD and as many cents as their number, in a ledger entry each: as
 * many as an installation has after years, by statements that no program of the product uses.
 */
export async function addManyCustomers(
  { dialect, url }: { readonly dialect: Dialect; readonly url: string },
  count: number,
): Promise<void> {
  const statements = Array.from({ length: Math.ceil(count / AT_ONCE) }, (_, part) =>
    statementsOf(dialect, part * AT_ONCE + 1, Math.min((part + 1) * AT_ONCE, count)),
  ).flat();
  if (dialect === "sqlite") {
    const sqlite = new Sqlite(url.slice("sqlite:".length));
    for (const statement of statements) sqlite.exec(statement);
    sqlite.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    // PostgreSQL does so by itself, minutes later.
    await client.query(
      "vacuum analyze users, ledger_accounts, ledger_entries, ledger_postings, ledger_balances",
    );
  } finally {
    await client.end();
  }
}

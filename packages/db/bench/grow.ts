/**
 * Fills a database as years of customers would: by statements over whole sets of rows that both databases speak, the same rows for
 * the same size each time. The ledger is right to the last posting. Nothing of the product uses these statements.
 */
import type { Dialect } from "../src/database.ts";
import { coinsAndCases } from "./grow-coins.ts";
import { rowsOf } from "./grow-rows.ts";
import { runnerOf, withoutIndexes } from "./grow-runner.ts";
import { HOUR, STAFF, wordsOf, YEARS, type Growth, type Words } from "./grow-words.ts";

/** Customers, by number, whose history is far longer than that of others. */
export const LONG = 1;
const LONGEST = 2;
export const LONG_ROWS = 10_000;
/** The first so many customers can afford any exchange. */
const TRADERS = 100;

/** Spreads what follows in time over the customers; a prime above any count of them. */
const STRIDE = 15_485_863;
/** Accounts that customers pay to. */
const ACCOUNT = "'growth-account'";

/** A name of syllables, of which many customers share one, as they share names. */
const nameOf = (number: string, salt: number): string => {
  const syllable = (divisor: number): string =>
    `substr('AnBeCoDaElFaGiHoIrJuKaLeMiNoOrPaRiSaTeVe', cast(1 + 2 * ((${number} / ${divisor} + ${salt}) % 20) as int), 2)`;
  return `(${syllable(1)} || lower(${syllable(7)} || ${syllable(131)}))`;
};

/** Reference of a transaction, another for each number; its last character proves nothing. */
const referenceOf = (hex: string): string => {
  const letters = `replace(replace(upper(${hex}), '0', 'X'), '1', 'Y')`;
  return `(substr(${letters}, 1, 4) || '-' || substr(${letters}, 5, 4) || '-' || substr(${letters}, 9, 4))`;
};

/** Amounts of a customer's own, cents: some thirty of a million customers have the same. */
const baseOf = (number: string): string => `(10000 + (${number} * 7919 % 33333) * 5)`;

/** One in this many customers has something open, which at least two hundred have, so that a page of it is full at any size. */
const openOneIn = (customers: number): number => 5 * Math.max(1, Math.floor(customers / 10_000));

function customers({ customers: count, until }: Growth, { id, hex, series, big }: Words): string[] {
  // As long as a keyed hash, and spread as one: what a text hashes to the database cannot say.
  const hashOf = (number: string): string => {
    const part = hex(`${number} * 2654435761 % 281474976710655`);
    return `(${Array.from({ length: 5 }, () => part).join(" || ")} || 'cafe')`;
  };
  const start = until - YEARS;
  const made = big(`${start - YEARS / 3} + s.i * ${Math.floor(YEARS / 3 / count)}`);
  const open = openOneIn(count);
  return [
    `insert into users (id, email, password_hash, first_name, last_name, status, default_country, email_verified_at, roles, permissions, created_at)
     select id, lower(first_name || '.' || last_name) || '.' || i || '@wattle.test', '-', first_name, last_name,
       case when i % 200 = 9 then 'blocked' when i % ${open} = 3 then 'pending' else 'verified' end, 'AU', made, '["regular-user"]', '[]', made
     from (select s.i, ${made} as made, ${id(made, 1, "s.i")} as id, ${nameOf("s.i", 0)} as first_name, ${nameOf("s.i * 3", 11)} as last_name from ${series(1, count)}) as n`,
    `create table growth_users as select i as n, id as user_id from (select row_number() over (order by created_at, id) as i, id from users where email like '%@wattle.test' and password_hash = '-') as numbered`,
    `create unique index growth_users_by_number on growth_users (n)`,
    "analyze growth_users",
    `insert into identities (user_id, form, saved_at, submitted_at)
     select id, '{}', created_at, ${start} + created_at % ${HOUR} from users where status = 'pending'`,
    ...["document_number", "phone", "bank_account"].map(
      (kind) =>
        `insert into personal_hashes (kind, hash, user_id) select '${kind}', ${hashOf("n")}, user_id from growth_users`,
    ),
    `insert into account_number_hashes (hash, user_id) select ${hashOf("n")}, user_id from growth_users`,
    ...["AUD:available", "AUD:held", "BTC:available"].map((account) => {
      const [currency, purpose] = account.split(":");
      return `insert into ledger_accounts (id, currency, owner, user_id, purpose)
        select 'customer:' || user_id || ':${purpose}:${currency}', '${currency}', 'customer', user_id, '${purpose}' from growth_users`;
    }),
  ];
}

/** The plan of the history, a row for each of its rows: whose (`n`), when, what, and the amounts in smallest units. */
function plan(
  { customers: count, rowsEach, longestRows, until }: Growth,
  { isSqlite, series, big }: Words,
): string[] {
  const total = count * rowsEach;
  const start = until - YEARS;
  const open = openOneIn(count);
  // A deposit is first; then pairs in an order of the customer's own, so that any day has some of each kind. Each fifth
  // customer with three rows has a deposit and a withdrawal: those whose number ends with 4 or 9.
  const turns = `select s.i as g, s.i / ${count} as round, (s.i % ${count}) * ${STRIDE} % ${count} + 1 as n from ${series(0, total - 1)}`;
  const own = `select g, n, case when round = 0 then 0 else 1 + (round - 1 + 2 * (n % 5)) % 10 end as k,
    ${big(`${start} + g * ${Math.floor(YEARS / total)}`)} as at, ${baseOf("n")} as base from (${turns}) as turns`;
  // Customers who exchange in the measurement have plenty of both.
  const rich = [11, 1]
    .map(
      (k, index) =>
        `select ${total + LONG_ROWS + longestRows} + ${index} * ${TRADERS} + s.i, s.i, ${k}, ${start + index}, 1000000000 from ${series(1, TRADERS)}`,
    )
    .join(" union all ");
  const long = (number: number, rows: number, from: number): string =>
    `select ${from} + s.i, ${number}, 1 + s.i % 2, ${big(`${start + HOUR} + s.i * ${Math.floor((YEARS - 2 * HOUR) / rows)}`)}, ${baseOf("(s.i / 2)")} from ${series(0, rows - 1)}`;
  const bought = "((base + k) - (base + k) / 100) * 10 / 3";
  const amounts = `select g, n, at, k, case when k in (0, 9, 11) then 'deposit' when k = 10 then 'withdraw' else 'exchange' end as type,
    case when k = 9 and n % ${open} = 4 then 'awaiting_payment' when k = 9 and n % 50 = 9 then 'expired'
      when k = 10 and n % ${open} = 4 then 'requested' when k = 10 and n % 50 = 9 then 'rejected' else 'completed' end as status,
    case when k between 1 and 8 and k % 2 = 0 then 'BTC' else 'AUD' end as gives,
    case when k in (0, 11) then base * 20 when k = 9 then base * 2 when k = 10 then base when k % 2 = 1 then base + k else ${bought} end as credit
    from (${own} union all ${long(LONG, LONG_ROWS, total)} union all ${long(LONGEST, longestRows, total + LONG_ROWS)} union all ${rich}) as kinds`;
  const net = "(credit - credit / 100)";
  return [
    `create ${isSqlite ? "" : "unlogged "}table growth_plan (g bigint, n bigint, user_id text, at bigint, type text, status text, gives text, gets text, credit bigint, debit bigint, fee bigint)`,
    `insert into growth_plan
     select g, n, user_id, at, type, status, gives,
       case when type <> 'exchange' then gives when gives = 'AUD' then 'BTC' else 'AUD' end, credit,
       case when type <> 'exchange' then credit when gives = 'AUD' then ${net} * 20 / 3 else ${net} * 3 / 20 end,
       case when type = 'exchange' then credit / 100 end
     from (${amounts}) as amounts join growth_users using (n)`,
  ];
}

/** The moment at which a payment has ended. */
const LATER = `at + ${HOUR}`;

/** The history with its counts, and the events of what staff end. */
function history({ customers: count, until }: Growth, { id, hex }: Words): string[] {
  const entry =
    "case when status in ('awaiting_payment', 'expired') then null else " + id("at", 3, "g") + " end";
  const exchanged = "type = 'exchange'";
  return [
    `insert into transactions (id, user_id, transaction_type, status, credit, credit_currency, debit, debit_currency, rate, fee_percent, fee_amount,
       reference, payment_method, quote_id, quote, entry_id, created_at, updated_at, announced, expires_at, bank_reference, bank_reference_key, payout_batch_id)
     select ${id("at", 2, "g")}, user_id, type, status, credit, gives, debit, gets,
       case when ${exchanged} then '0.00000666666666666666666' end, case when ${exchanged} then '1' end, fee, ${referenceOf(hex(`((g + 1) * 699999999989) & ${2 ** 48 - 1}`))},
       case when ${exchanged} then 'balance' else 'bank_transfer' end, case when ${exchanged} then ${id("at", 4, "g")} end,
       case when ${exchanged} then '${"eyJhbGciOiJFZERTQSJ9.".padEnd(600, "q")}' end, ${entry}, at, at + case when ${exchanged} then 0 else ${HOUR} end,
       case when type = 'deposit' then credit end, case when type = 'deposit' then ${until + 100 * 24 * HOUR} end,
       case when type = 'deposit' and status = 'completed' then 'BANK-' || g end, case when type = 'deposit' and status = 'completed' then 'aud/082-001/12345678/bank' || g end,
       case when type = 'withdraw' and status = 'completed' then ${id("0", 9, `n % ${Math.max(1, Math.floor(count / 50))}`)} end
     from growth_plan order by g`,
    `insert into history_counts (user_id, transaction_type, total) select user_id, transaction_type, count(*) from transactions group by user_id, transaction_type`,
    ...["deposit", "withdraw"].flatMap((type, index) => {
      const first = type === "deposit" ? "awaiting_payment" : "requested";
      return [
        `insert into transaction_events (id, transaction_id, to_status, actor, created_at)
         select ${id("created_at", 20 + index, "row_number() over ()")}, id, '${first}', user_id, created_at from transactions where transaction_type = '${type}'`,
        `insert into transaction_events (id, transaction_id, from_status, to_status, actor, reason, created_at, entry_id)
         select ${id(LATER, 30 + index, "row_number() over (order by g)")}, ${id("at", 2, "g")}, '${first}', status, ${STAFF}, 'As the bank says', ${LATER},
           ${type === "withdraw" ? id(LATER, 5, "g") : "null"}
         from growth_plan where type = '${type}' and status <> '${first}' order by g`,
      ];
    }),
  ];
}

/** The column of an entry's number, which SQLite does not give by itself, and its value. */
const seqOf = (isSqlite: boolean): readonly [string, string] =>
  isSqlite
    ? [", seq", `, row_number() over (order by g) + (select coalesce(max(seq), 0) from ledger_entries)`]
    : ["", ""];

/** The entries of the history, what each of them moves, and the balances that come of it. */
function ledger(_growth: Growth, { id, isSqlite, big }: Words): string[] {
  const [column, number] = seqOf(isSqlite);
  const booked = "status in ('completed', 'requested', 'rejected')";
  const later = id(LATER, 5, "g");
  const line = id("at - 1", 6, "g");
  const own = (currency: string, purpose = "available"): string =>
    `'customer:' || user_id || ':${purpose}:' || ${currency}`;
  const entries = (chosen: string, kind: string, key: string, at: string): string =>
    `insert into ledger_entries (id, kind, description, created_by, created_at${column}) select ${key}, ${kind}, 'Growth ' || g, user_id, ${at}${number} from growth_plan where ${chosen} order by g`;
  const posting = (
    chosen: string,
    key: string,
    source: string,
    destination: string,
    amount = "credit",
  ): string =>
    `insert into ledger_postings (entry_id, position, source_account, destination_account, currency, amount) select ${key}, 0, ${source}, ${destination}, 'AUD', ${amount} from growth_plan where ${chosen} order by g`;
  const withdrawn = "type = 'withdraw'";
  const change = (currency: string, amount: string, where: string): string =>
    `select user_id, ${currency} as currency, ${amount} as change from growth_plan where ${where}`;
  return [
    entries("type = 'deposit'", "'bank.line'", line, "at - 1"),
    posting("type = 'deposit'", line, "'house:bank:AUD'", "'house:suspense:AUD'"),
    entries(booked, "case type when 'withdraw' then 'withdrawal' else type end", id("at", 3, "g"), "at"),
    `insert into ledger_postings (entry_id, position, source_account, destination_account, currency, amount)
     select ${id("at", 3, "g")}, position,
       case when position = 2 then 'house:trading:' || gets when type = 'deposit' then 'house:suspense:AUD' else ${own("gives")} end,
       case when position = 2 or type = 'deposit' then ${own("gets")} when type = 'withdraw' then ${own("gives", "held")}
         when position = 0 then 'house:trading:' || gives else 'house:fees:' || gives end,
       case when position = 2 then gets else gives end,
       case when position = 2 then debit when position = 1 then fee else credit - coalesce(fee, 0) end
     from growth_plan join (select 0 as position union all select 1 union all select 2) as positions on position = 0 or type = 'exchange'
     where ${booked} order by g, position`,
    entries(`${withdrawn} and status <> 'requested'`, "'withdrawal'", later, `at + ${HOUR}`),
    posting(`${withdrawn} and status = 'completed'`, later, own("'AUD'", "held"), "'house:bank:AUD'"),
    posting(`${withdrawn} and status = 'rejected'`, later, own("'AUD'", "held"), own("'AUD'")),
    `insert into ledger_balances (account_id, currency, user_id, purpose, balance)
     select 'customer:' || user_id || ':available:' || currency, currency, user_id, 'available', ${big("sum(change)")}
     from (${change("gets", "debit", "type <> 'withdraw' and status = 'completed'")} union all ${change("gives", "-credit", "type = 'exchange'")}
       union all ${change("gives", "-credit", `${withdrawn} and status <> 'rejected'`)}) as changes group by user_id, currency`,
    `insert into ledger_balances (account_id, currency, user_id, purpose, balance)
     select ${own("'AUD'", "held")}, 'AUD', user_id, 'held', case status when 'requested' then credit else 0 end from growth_plan where ${withdrawn}`,
  ];
}

/**
 * Rows of staff's lists: lines of statements, batches, trades, debts, requests, enquiries, mails. One in so many
 * customers has one.
 */
function desk(growth: Growth, words: Words): string[] {
  const { customers: count, until } = growth;
  const { id, isSqlite, series } = words;
  const start = until - YEARS;
  const open = openOneIn(count);
  const { made, each, some, user, opened } = rowsOf(growth, words);
  const day = isSqlite ? "date(at / 1000, 'unixepoch')" : "to_char(to_timestamp(at / 1000), 'YYYY-MM-DD')";
  const [seqName, seqNumber] = isSqlite
    ? [", seq", `, row_number() over () + (select coalesce(max(seq), 0) from audit_log)`]
    : ["", ""];
  const [column, number] = seqOf(isSqlite);
  const owing = `type = 'deposit' and status = 'completed' and n % ${Math.max(1, Math.floor(count / 2000))} = 0`;
  const owed = id("at", 27, "g");
  return [
    `insert into bank_lines (id, deposit_account_id, booked_on, amount, currency, text, payer, identity, status, customer_id, matched_id, entry_id, settled_entry_id, imported_at, imported_by, settled_at, settled_by)
     select ${id("at", 7, "g")}, ${ACCOUNT}, ${day}, credit, 'AUD', 'Transfer ' || g, 'Payer ' || n, 'growth-' || g,
       case status when 'completed' then 'credited' else 'unmatched' end, case status when 'completed' then user_id end,
       case status when 'completed' then ${id("at", 2, "g")} end, ${id("at - 1", 6, "g")}, case status when 'completed' then ${id("at", 3, "g")} end,
       at, ${STAFF}, case status when 'completed' then at + ${HOUR} end, case status when 'completed' then ${STAFF} end
     from growth_plan where type = 'deposit' order by g`,
    `insert into audit_log (id, actor, action, subject, details, created_at${seqName})
     select ${id("at", 8, "g")}, ${STAFF}, type || '.' || status, ${id("at", 2, "g")}, '{}', at + ${HOUR}${seqNumber}
     from growth_plan where type <> 'exchange' order by g`,
    `insert into outbox (id, recipient, subject, body_text, body_html, created_at, attempts, next_attempt_at, confidential, sent_at, failed_at, last_error)
     select ${id("at", 10, "g")}, 'someone@wattle.test', 'Your money is there', '', '', at, 1, null, 0, case when n % ${open} <> 4 then at end,
       case when n % ${open} = 4 then at end, case when n % ${open} = 4 then 'mailbox full' end from growth_plan where type = 'deposit' order by g`,
    each(
      some(20),
      (
        at,
      ) => `${id(at, 11, "s.i")}, 'growth-' || s.i, 'support', 'Someone', 'someone@wattle.test', 'Where is my money?', ${at},
       case when ${opened(some(20))} then null else ${at} + ${HOUR} end, case when ${opened(some(20))} then null else ${STAFF} end`,
      "enquiries",
      "id, reference, topic, name, email, message, created_at, handled_at, handled_by",
    ),
    each(
      some(5),
      (at) =>
        `${id(at, 12, "s.i")}, ${user(some(5))}, 'sandbox', case when ${opened(some(5))} then 'review' else 'completed' end, 50000, 'AUD', 'BTC', ${at}, ${at}`,
      "onramp_orders",
      "id, user_id, provider, status, fiat_amount, fiat_currency, crypto_currency, created_at, updated_at",
    ),
    each(
      some(20),
      (
        at,
      ) => `${id(at, 13, "s.i")}, 'ops.deposits.confirm', case when ${opened(some(20))} then 'pending' else 'approved' end, 'Growth ' || s.i, ${user(some(20))}, '[]', '{}', '-', ${STAFF}, ${at}, ${at} + ${100 * YEARS},
       case when ${opened(some(20))} then null else 'growth-other' end, case when ${opened(some(20))} then null else ${at} + ${HOUR} end`,
      "approvals",
      "id, act, status, subject, customer_id, reasons, proposal, input_hash, proposed_by, created_at, expires_at, decided_by, decided_at",
    ),
    each(
      some(20),
      (at) =>
        `${id(at, 15, "s.i")}, ${user(some(20))}, 'AUD', 'BTC', 5000, '200000', 'monthly', '2026-01-01', '2026-12-01', 'active', ${at}, ${at}`,
      "recurring_buys",
      "id, user_id, credit_currency, debit_currency, amount, max_price, frequency, first_on, next_on, status, created_at, updated_at",
    ),
    // A price of each hour, which the lines of customers' overviews are drawn by.
    `insert into price_points (symbol, currency, recorded_at, rate) select 'BTC', 'AUD', ${start} + s.i * ${HOUR}, '150000' from ${series(0, YEARS / HOUR)} where true on conflict do nothing`,
    ...trades(some(20), made(some(20)), { id, isSqlite, series }),
    `insert into ledger_entries (id, kind, description, created_by, created_at${column}) select ${owed}, 'receivable', 'Growth', ${STAFF}, at${number} from growth_plan where ${owing} order by g`,
    `insert into ledger_postings (entry_id, position, source_account, destination_account, currency, amount)
     select ${owed}, 0, 'house:receivables:AUD', 'house:suspense:AUD', 'AUD', 1000 from growth_plan where ${owing} order by g`,
    `insert into receivables (id, user_id, currency, amount, bank_line_id, entry_id, opened_at)
     select ${id("at", 17, "g")}, user_id, 'AUD', 1000, ${id("at", 7, "g")}, ${owed}, at from growth_plan where ${owing}`,
  ];
}

/** Trades with a venue: coins bought for what the bank paid, an entry each. */
function trades(
  rows: number,
  at: string,
  { id, isSqlite, series }: Pick<Words, "id" | "isSqlite" | "series">,
): string[] {
  const key = id(at, 18, "s.i");
  const [seq, number] = isSqlite ? [", seq", `, s.i + (select max(seq) from ledger_entries)`] : ["", ""];
  const moved = (position: number, from: string, to: string, currency: string, amount: number): string =>
    `insert into ledger_postings (entry_id, position, source_account, destination_account, currency, amount)
     select ${key}, ${position}, 'house:${from}:${currency}', 'house:${to}:${currency}', '${currency}', ${amount} from ${series(1, rows)}`;
  return [
    `insert into ledger_entries (id, kind, description, created_by, created_at${seq}) select ${key}, 'trade', 'Growth', ${STAFF}, ${at}${number} from ${series(1, rows)}`,
    moved(0, "venue", "inventory", "BTC", 1_000_000),
    moved(1, "bank", "venue", "AUD", 150_000),
    `insert into position_trades (id, side, currency, amount, price, in_currency, total, venue, entry_id, created_by, created_at)
     select ${id(at, 16, "s.i")}, 'buy', 'BTC', 1000000, '150000', 'AUD', 150000, 'Growth', ${key}, ${STAFF}, ${at} from ${series(1, rows)}`,
  ];
}

/** Payout batches, which must be there before the withdrawals that they pay. */
const batches = ({ customers: count, until }: Growth, { id, series, big }: Words): string =>
  `insert into payout_batches (id, currency, deposit_account_id, status, created_by, created_at, released_by, released_at, sent_by, sent_at, settled_at)
   select ${id("0", 9, "s.i")}, 'AUD', ${ACCOUNT}, 'settled', ${STAFF}, at, 'growth-other', at, ${STAFF}, at, at
   from (select s.i, ${big(`${until - YEARS} + s.i * ${Math.floor((YEARS / count) * 50)}`)} as at from ${series(0, Math.max(1, Math.floor(count / 50)) - 1)}) as s`;

/** Fills a migrated database that has its currencies and nothing else. @param log is given each statement's beginning and seconds */
export async function grow(
  { dialect, url }: { readonly dialect: Dialect; readonly url: string },
  growth: Growth,
  log: (text: string) => void = () => undefined,
): Promise<void> {
  const words = wordsOf(dialect);
  const statements = [
    `insert into system_bank_accounts (id, currency, method, bank_name, account_name, bsb, account_number, active)
     values (${ACCOUNT}, 'AUD', 'bank_transfer', 'Growth Bank', 'Growth', '082-001', '12345678', 1)`,
    ...customers(growth, words),
    batches(growth, words),
    ...plan(growth, words),
    ...history(growth, words),
    ...ledger(growth, words),
    ...desk(growth, words),
    ...coinsAndCases(growth, words),
    "drop table growth_plan",
    "drop table growth_users",
  ];
  const runner = await runnerOf(dialect, url);
  const timed = async (statement: string): Promise<void> => {
    const begin = performance.now();
    await runner.run(statement);
    log(
      `${((performance.now() - begin) / 1000).toFixed(1).padStart(6)} s  ${statement.slice(0, 70).replaceAll(/\s+/g, " ")}`,
    );
  };
  try {
    await withoutIndexes(runner, async () => {
      for (const statement of statements) await timed(statement);
    });
    await timed(dialect === "sqlite" ? "analyze" : "vacuum (analyze)");
  } finally {
    await runner.close();
  }
}

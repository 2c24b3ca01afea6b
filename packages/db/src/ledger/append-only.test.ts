import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appendAudit } from "../audit.ts";
import { sealBooks } from "../book-seals/seal-books.ts";
import { recordExchange } from "../exchange.ts";
import { exchangeRow } from "../history-rows.ts";
import { insertTransaction } from "../history.ts";
import { changeTransactionStatus } from "../transaction-states.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers, depositRow, exchangeOf, seedCurrencies } from "../testing/fixtures.ts";
import { testSealKeys } from "../testing/seal-keys.ts";
import { checkLedger } from "./trial-balance.ts";

const posting =
  "insert into ledger_postings (entry_id, position, source_account, destination_account, currency, amount)";
const account = "insert into ledger_accounts (id, currency, owner, user_id, purpose)";
const balance = "insert into ledger_balances (account_id, currency, user_id, purpose, balance)";

const history = (kind: string, quote: string): string =>
  `insert into transactions (id, user_id, transaction_type, status, credit, credit_currency, debit, debit_currency, reference,
     quote_id, created_at, updated_at)
   values ('new', 'anna', '${kind}', 'completed', 1, 'AUD', 1, 'BTC', 'REF-new', '${quote}', 1, 1)`;

describe.each(DIALECTS)("what the tables themselves refuse on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["anna"], { AUD: 100_000n, BTC: 100_000_000n });
      await recordExchange(tx, exchangeRow(exchangeOf("anna", "one")));
      await insertTransaction(tx, depositRow("anna", "deposit", { status: "awaiting_payment" }));
      await changeTransactionStatus(tx, "anna", "deposit", {
        eventId: "event",
        from: "awaiting_payment",
        credit: depositRow("anna", "deposit").credit,
        to: "completed",
        actor: "operator",
        reason: null,
        at: 2n,
      });
      await appendAudit(tx, {
        id: "audit",
        actor: "operator",
        action: "confirm",
        subject: "deposit",
        details: "{}",
        created_at: 2n,
      });
    });
    await sealBooks(database, testSealKeys(), 3n);
  });
  afterAll(() => database.close());

  const attempt = (statement: string): Promise<unknown> =>
    database.write((tx) => tx.executeQuery(CompiledQuery.raw(statement)));

  test.each([
    ["ledger_entries", "update ledger_entries set description = 'changed'"],
    ["ledger_entries", "delete from ledger_entries where id = 'entry-one'"],
    ["ledger_postings", "update ledger_postings set amount = amount + 1"],
    ["ledger_postings", "delete from ledger_postings"],
    ["audit_log", "update audit_log set actor = 'no-one'"],
    ["audit_log", "delete from audit_log"],
    ["transaction_events", "update transaction_events set reason = 'changed'"],
    ["transaction_events", "delete from transaction_events"],
    ["book_seals", "update book_seals set entries = entries + 1"],
    ["book_seals", "delete from book_seals"],
  ])("%s only grows: %s", async (table, statement) => {
    await expect(attempt(statement)).rejects.toThrow(`${table} is append-only`);
  });

  test
    .runIf(dialect === "postgres")
    .each(["ledger_entries", "ledger_postings", "audit_log", "transaction_events", "book_seals"])(
    "nor can %s be emptied",
    async (table) => {
      await expect(attempt(`truncate ${table} cascade`)).rejects.toThrow(/ is append-only/);
      await expect(attempt("truncate users cascade")).rejects.toThrow(/ is append-only/);
    },
  );

  test.runIf(dialect === "postgres")("no append-only table can be emptied", async () => {
    const triggersOn = async (event: string): Promise<string[]> => {
      const { rows } = (await attempt(
        `select tgrelid::regclass::text as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
         where proname = 'refuse_change' and pg_get_triggerdef(pg_trigger.oid) like '%${event}%' order by 1`,
      )) as { rows: { name: string }[] };
      return rows.map(({ name }) => name);
    };
    const appendOnlyTables = await triggersOn("DELETE");
    expect(appendOnlyTables).toContain("ledger_entries");
    expect(await triggersOn("TRUNCATE")).toEqual(appendOnlyTables);
  });

  test.skipIf(dialect === "postgres").each([
    ["a line of the log", "update audit_log set seq = 9"],
    ["an entry", "update ledger_entries set seq = 9"],
  ])("nor does the number of %s change", async (_row, statement) => {
    await expect(attempt(statement)).rejects.toThrow(" is append-only");
  });

  test.skipIf(dialect === "postgres")("no entry is written without its number", async () => {
    const entry = "insert into ledger_entries (id, kind, description, created_by, created_at)";
    await expect(attempt(`${entry} values ('e', 'k', 'd', 'o', 1)`)).rejects.toThrow("needs its number");
  });

  test.skipIf(dialect === "postgres")("nor can SQLite replace a row of them", async () => {
    const replace =
      "insert or replace into audit_log (id, actor, action, subject, details, created_at) values ('audit', 'no-one', 'a', 's', '{}', 1)";
    await expect(attempt(replace)).rejects.toThrow("audit_log is append-only");
  });

  test.each([
    [
      "a posting of nothing",
      `${posting} values ('entry-one', 9, 'house:bank:AUD', 'house:fees:AUD', 'AUD', 0)`,
    ],
    [
      "a posting of a negative amount",
      `${posting} values ('entry-one', 9, 'house:bank:AUD', 'house:fees:AUD', 'AUD', -1)`,
    ],
    [
      "a posting from an account to itself",
      `${posting} values ('entry-one', 9, 'house:bank:AUD', 'house:bank:AUD', 'AUD', 1)`,
    ],
    [
      "a posting between two currencies",
      `${posting} values ('entry-one', 9, 'house:bank:AUD', 'house:fees:BTC', 'AUD', 1)`,
    ],
    [
      "a posting in a currency that its accounts are not in",
      `${posting} values ('entry-one', 9, 'house:bank:AUD', 'house:fees:AUD', 'BTC', 1)`,
    ],
    [
      "a posting of an unknown entry",
      `${posting} values ('nothing', 0, 'house:bank:AUD', 'house:fees:AUD', 'AUD', 1)`,
    ],
    [
      "an account whose id says another currency",
      `${account} values ('customer:anna:available:NGN', 'AUD', 'customer', 'anna', 'available')`,
    ],
    [
      "an account whose id says another customer",
      `${account} values ('customer:bert:held:AUD', 'AUD', 'customer', 'anna', 'held')`,
    ],
    ["an unknown house account", `${account} values ('house:secret:AUD', 'AUD', 'house', null, 'secret')`],
    [
      "a house account that is not named after its purpose",
      `${account} values ('house:secret:AUD', 'AUD', 'house', null, 'fees')`,
    ],
    [
      "a house account with a customer's purpose",
      `${account} values ('house:held:AUD', 'AUD', 'house', null, 'held')`,
    ],
    [
      "an account in an unknown currency",
      `${account} values ('house:fees:XXX', 'XXX', 'house', null, 'fees')`,
    ],
    ["a balance of the house", `${balance} values ('house:bank:AUD', 'AUD', 'anna', 'available', 1)`],
    [
      "a balance without an account",
      `${balance} values ('customer:anna:held:NGN', 'NGN', 'anna', 'held', 1)`,
    ],
    ["a balance below zero", "update ledger_balances set balance = -1"],
    ["an email address in capitals", "update users set email = 'Anna@wattle.test'"],
    ["an unknown status", "update users set status = 'lost'"],
    ["a flag that is neither 0 nor 1", "update currencies set active = 2"],
    ["a history row of an unknown kind", history("gift", "quote-new")],
    ["a quote used twice", history("exchange", "quote-one")],
  ])("%s", async (_description, statement) => {
    await expect(attempt(statement)).rejects.toThrow(/constraint|violates/i);
  });

  test("and the books still balance", async () => {
    const { mismatches } = await checkLedger(database.read);
    // The deposit of these tests was never booked.
    expect(mismatches).toEqual([{ kind: "row", table: "transactions", id: "deposit" }]);
  });
});

import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertBankLines } from "../bank-lines.ts";
import { insertReceivable } from "../receivables.ts";
import { sealBooks } from "../book-seals/seal-books.ts";
import { verifySeals } from "../book-seals/verify-seals.ts";
import type { WriteTx } from "../handles/handles.ts";
import { recordExchange } from "../exchange.ts";
import { exchangeRow, withdrawalRow } from "../history-rows.ts";
import { insertTransaction } from "../history.ts";
import { recordFirstStatus } from "../transaction-states.ts";
import { upsertSystemBankAccount } from "../system-bank-accounts.ts";
import type { PayoutStatus, Transaction } from "../tables.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers, depositRow, exchangeOf, seedCurrencies } from "../testing/fixtures.ts";
import { testSealKeys } from "../testing/seal-keys.ts";
import { wholeRound } from "../testing/whole-round.ts";
import { whileTampered } from "../testing/tamper.ts";
import { availableAccount, heldAccount, houseAccount } from "./accounts.ts";
import { postEntry, type Posting } from "./post-entry.ts";
import { isAsPosted } from "./rows-and-entries.ts";
import { checkLedger } from "./trial-balance.ts";

const post = (tx: WriteTx, id: string, kind: string, [source, destination]: [Side, Side], amount: bigint) =>
  postEntry(tx, {
    id,
    kind,
    description: kind,
    createdBy: "test",
    createdAt: 1n,
    postings: [{ source, destination, currency: "AUD", amount }],
  });
type Side = Posting["source"];

const [bank, suspense, owed] = (["bank", "suspense", "receivables"] as const).map((of) =>
  houseAccount(of, "AUD"),
) as [Side, Side, Side];
const own = availableAccount("anna", "AUD");

/** As a vault seals it. */
const sealed = (key: string, text = "original"): string => `v1.${key}.AAAAAAAAAAAAAAAA.${text}`;

const begin = async (tx: WriteTx, row: Parameters<typeof insertTransaction>[1]): Promise<void> => {
  await insertTransaction(tx, row);
  const first = { eventId: `event-${row.id}`, to: row.status, actor: "anna", reason: null, at: 1n };
  await recordFirstStatus(tx, row.id, { ...first, entryId: row.entry_id ?? undefined });
};

/** One row of every kind that names an entry, as the product makes it. */
async function fill(tx: WriteTx): Promise<void> {
  await seedCurrencies(tx);
  await addCustomers(tx, ["anna", "bert"], { AUD: 5000n, BTC: 100_000_000n });
  await recordExchange(tx, exchangeRow(exchangeOf("anna", "one")));
  await begin(tx, depositRow("anna", "in", { entry_id: "entry-in" }));
  await post(tx, "entry-in", "deposit", [suspense, own], 100n);
  const money = { units: 1000n, currency: "AUD" };
  const origin = { id: "out", userId: "anna", reference: "REF-out", createdAt: 1n, entryId: "entry-out" };
  const copy = sealed("k1") as unknown as Transaction["bank_account_snapshot"];
  await begin(tx, withdrawalRow({ ...origin, amount: money, bankAccountId: "theirs" }, copy));
  await post(tx, "entry-out", "withdrawal_requested", [own, heldAccount("anna", "AUD")], 1000n);
  const names = { bank_name: "Bank", account_name: "Firm", bsb: null, bank_code: null, payid: null };
  const account = {
    ...names,
    id: "ours",
    currency: "AUD",
    method: "payid",
    account_number: null,
    active: 1n,
  };
  await upsertSystemBankAccount(tx, account);
  await post(tx, "entry-line", "bank_lines", [bank, suspense], 100n);
  const said = {
    booked_on: "2026-11-22",
    text: "",
    payer: null,
    format: null,
    like_id: null,
    bank_key: null,
  };
  const line = { ...said, id: "line", deposit_account_id: "ours", amount: 100n, currency: "AUD" };
  const imported = { identity: "i", entry_id: "entry-line", imported_at: 1n, imported_by: "fiona" };
  await insertBankLines(tx, [{ ...line, ...imported }]);
  await post(tx, "entry-owed", "receivable", [owed, suspense], 50n);
  const open = { opened_at: 1n, settled_at: null, settled_by: null, settled_entry_id: null };
  const debt = { id: "owed", user_id: "anna", currency: "AUD", amount: 50n, entry_id: "entry-owed" };
  await insertReceivable(tx, { ...debt, bank_line_id: "line", arrival_id: null, ...open });
  for (const status of ["open", "released"] satisfies PayoutStatus[]) {
    await tx.executeQuery(
      CompiledQuery.raw(
        `insert into payout_batches (id, currency, deposit_account_id, status, created_by, created_at, released_by)
         values ('${status}', 'AUD', 'ours', '${status}', 'fiona', 1, ${status === "open" ? "null" : "'frank'"})`,
      ),
    );
  }
  await tx.executeQuery(
    CompiledQuery.raw(
      `insert into bank_accounts (id, user_id, currency, country, account_name, bank_name, account_number, created_at, updated_at)
       values ('theirs', 'anna', 'AUD', 'AU', 'a', 'b', 'c', 1, 1)`,
    ),
  );
}

const out = (change: string): string => `update transactions set ${change} where id = 'out'`;
const arrived = (change: string): string => `update transactions set ${change} where id = 'in'`;
/** Columns of an exchange that a copy shares. */
const COPIED =
  "user_id, transaction_type, status, credit, credit_currency, debit, debit_currency, rate, fee_percent, fee_amount, " +
  "payment_method, entry_id, created_at, updated_at";
const exchanged = (change: string): string =>
  `update transactions set ${change} where id = 'transaction-one'`;

describe.each(DIALECTS)("rows that name ledger entries on %s", (dialect) => {
  let database: FreshDatabase;
  const keys = testSealKeys();
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(fill);
    while ((await sealBooks(database, keys, 2n)) > 0);
  });
  afterAll(() => database.close());

  test("are as their entries", async () => {
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
    expect(await wholeRound(database.read, keys.keys)).toEqual([]);
    expect(await isAsPosted(database.read, "anna")).toBe(true);
    expect((await verifySeals(database.read, keys.verify)).problem).toBeUndefined();
  });

  test.each<[row: string, statement: string]>([
    ["transactions transaction-one", exchanged("credit = credit + 1")],
    ["transactions transaction-one", exchanged("debit = debit + 1")],
    ["transactions transaction-one", exchanged("fee_amount = fee_amount - 1")],
    ["transactions transaction-one", exchanged("credit_currency = 'NGN'")],
    ["transactions transaction-one", exchanged("debit_currency = 'NGN'")],
    ["transactions transaction-one", exchanged("user_id = 'bert'")],
    ["transactions transaction-one", exchanged("entry_id = 'opening-anna-AUD'")],
    ["transactions transaction-one", exchanged("entry_id = null")],
    ["transactions out", out("credit = 900000, debit = 900000")],
    ["transactions out", out("debit = 900000")],
    ["transactions out", out("credit_currency = 'NGN', debit_currency = 'NGN'")],
    ["transactions out", out("user_id = 'bert'")],
    ["transactions out", out("status = 'completed'")],
    ["transactions out", out("status = 'rejected'")],
    ["transactions out", out("transaction_type = 'adjustment'")],
    ["transactions in", arrived("credit = 101, debit = 101")],
    ["transactions in", arrived("user_id = 'bert'")],
    ["transactions in", arrived("status = 'returned'")],
    ["bank_lines line", "update bank_lines set amount = amount + 1"],
    ["bank_lines line", "update bank_lines set currency = 'NGN'"],
    ["receivables owed", "update receivables set amount = amount - 1"],
    ["receivables owed", "update receivables set currency = 'NGN'"],
  ])("that differ are found by the check: %s, %s", async (row, statement) => {
    const [{ mismatches }, onward] = await whileTampered(database, [statement], async (tx) => [
      await checkLedger(tx),
      await wholeRound(tx, keys.keys),
    ]);
    const [table, id] = row.split(" ");
    expect(mismatches).toEqual([{ kind: "row", table, id }]);
    expect(onward).toContainEqual({ kind: "row", table, id });
  });

  const moved = (account: string, by: string): string =>
    `update ledger_balances set balance = balance ${by} where account_id = 'customer:anna:available:${account}'`;
  test.each([
    [
      "a balance that no posting has moved",
      ["update ledger_balances set balance = 900000 where user_id = 'anna'"],
    ],
    ["an exchange that was added to explain it", [exchanged("debit = debit + 1")]],
    [
      "an exchange whose row is there twice, with balances to match",
      [
        `insert into transactions (id, reference, ${COPIED})
         select 'transaction-copy', 'REF-copy', ${COPIED} from transactions where id = 'transaction-one'`,
        moved("BTC", "- (select credit from transactions where id = 'transaction-one')"),
        moved("AUD", "+ (select debit from transactions where id = 'transaction-one')"),
      ],
    ],
    [
      "an exchange whose money does not come from trading, which would count twice",
      [
        `insert into ledger_entries (id, ${dialect === "sqlite" ? "seq, " : ""}kind, description, created_by, created_at)
         values ('forged', ${dialect === "sqlite" ? "1000, " : ""}'exchange', 'x', 'anna', 1)`,
        `insert into ledger_postings values
         ('forged', 0, 'customer:anna:available:AUD', 'house:trading:AUD', 'AUD', 1),
         ('forged', 1, 'house:adjustments:BTC', 'customer:anna:available:BTC', 'BTC', 500)`,
        `insert into transactions (id, reference, ${COPIED})
         select 'transaction-forged', 'REF-forged', ${COPIED.replace(
           "credit, credit_currency, debit, debit_currency",
           "1, 'AUD', 500, 'BTC'",
         )
           .replace("fee_amount", "0")
           .replace("entry_id", "'forged'")} from transactions where id = 'transaction-one'`,
        moved("AUD", "- 1"),
        moved("BTC", "+ 1000"),
      ],
    ],
  ])("show %s", async (_what, statements) => {
    expect(await whileTampered(database, statements, (tx) => isAsPosted(tx, "anna"))).toBe(false);
    expect(await whileTampered(database, statements, (tx) => isAsPosted(tx, "bert"))).toBe(true);
  });

  test.each([
    ["customer", out("user_id = 'bert'")],
    ["amount", out("credit = 900000")],
    ["bank account", out("bank_account_id = 'other'")],
    ["reference", out("reference = 'REF-other'")],
    ["customer of a deposit", arrived("user_id = 'bert'")],
  ])("are sealed with them: %s", async (_what, statement) => {
    const { problem } = await whileTampered(database, [statement], (tx) => verifySeals(tx, keys.verify));
    expect(problem).toMatchObject({
      table: "transactions",
      what: expect.stringMatching(/was changed since seal \d+/),
    });
  });

  const attempt = (statement: string): Promise<unknown> =>
    database.write((tx) => tx.executeQuery(CompiledQuery.raw(statement)));

  test.each([
    [exchanged("credit = 900000"), "keeps its amounts"],
    [exchanged("fee_amount = 0"), "keeps what was agreed"],
    [exchanged("status = 'cancelled'"), "is settled once"],
    [out("credit = 900000, debit = 900000"), "keeps its amounts"],
    [out("credit_currency = 'BTC'"), "keeps what was agreed"],
    [out("user_id = 'bert'"), "keeps what was agreed"],
    [out("reference = 'REF-other'"), "keeps what was agreed"],
    [out("bank_account_id = 'other'"), "keeps what was agreed"],
    [out("entry_id = 'opening-bert-AUD'"), "keeps its ledger entry"],
    [out(`bank_account_snapshot = '${sealed("k1", "other")}'`), "keeps its bank account"],
    [out("bank_account_snapshot = '{}'"), "keeps its bank account"],
    [out("payout_batch_id = 'released'"), "joins open batches only"],
    [arrived("credit = 900000, status = 'returned'"), "keeps its amounts"],
    [arrived("status = 'awaiting_payment'"), "is settled once"],
    ["update transactions set transaction_type = 'withdraw' where id = 'in'", "keeps what was agreed"],
    ["delete from transactions where id = 'out'", "append-only"],
    ["update payout_batches set deposit_account_id = 'other' where id = 'open'", "keeps what was decided"],
    ["update payout_batches set released_by = 'fiona' where id = 'released'", "keeps what was decided"],
    ["update payout_batches set status = 'open' where id = 'released'", "never goes back"],
    ["update payout_batches set status = 'sent' where id = 'open'", "never goes back"],
    ["delete from payout_batches where id = 'open'", "append-only"],
    ["update receivables set amount = 1", "keeps what is owed"],
    ["delete from receivables", "append-only"],
    ["update bank_accounts set user_id = 'bert'", "belongs to one customer"],
    ["update ledger_balances set user_id = 'bert' where user_id = 'anna'", "belongs to one account"],
    ["delete from ledger_balances where user_id = 'anna'", "append-only"],
    ["update bank_lines set amount = 1", "append-only"],
    ["update bank_lines set format = 'csv'", "append-only"],
    ["update bank_lines set bank_key = 'other'", "append-only"],
    ["update bank_lines set proven = 1", "append-only"],
    ["update bank_lines set payer = 'Bert'", "append-only"],
    ["delete from bank_lines", "append-only"],
  ])("cannot be changed by the program's own role: %s", async (statement, refusal) => {
    await expect(attempt(statement)).rejects.toThrow(refusal);
  });

  test.each([
    ["paid again", ["status = 'completed'"], "status = 'requested'"],
    [
      "paid again after it came back",
      ["status = 'completed'", "status = 'returned'"],
      "status = 'completed'",
    ],
    ["paid after all", ["status = 'rejected'"], "status = 'completed'"],
    [
      "given a bank account once it is erased",
      ["bank_account_snapshot = null"],
      `bank_account_snapshot = '${sealed("k1")}'`,
    ],
  ])("no withdrawal is %s", async (_what, before, last) => {
    const undone = database.write(async (tx) => {
      for (const change of [...before, last]) await tx.executeQuery(CompiledQuery.raw(out(change)));
    });
    await expect(undone).rejects.toThrow(/is settled once|keeps its bank account/);
  });

  test("no two withdrawals name one entry", async () => {
    const columns =
      "transaction_type, status, credit, credit_currency, debit, debit_currency, created_at, updated_at";
    const twin = `insert into transactions (id, user_id, reference, entry_id, ${columns})
      select 'twin', user_id, 'REF-twin', entry_id, ${columns} from transactions where id = 'out'`;
    await expect(attempt(twin)).rejects.toThrow(/unique/i);
  });

  test.each([
    ["sealed again with another key", out(`bank_account_snapshot = '${sealed("k2")}'`)],
    ["erased", out("bank_account_snapshot = null, note = null, bank_reference = null")],
    ["put into a batch", out("payout_batch_id = 'open'")],
    ["paid", out("status = 'completed', updated_at = 2, bank_reference = 'B'")],
    ["credited with more", arrived("credit = 200, debit = 200, status = 'completed'")],
    [
      "settled",
      "update receivables set settled_at = 2, settled_by = 'fiona', settled_entry_id = 'entry-owed'",
    ],
    [
      "released",
      "update payout_batches set status = 'released', released_by = 'frank', released_at = 2 where id = 'open'",
    ],
    ["moved", "update ledger_balances set balance = balance where user_id = 'anna'"],
  ])("can still be %s", async (_what, statement) => {
    const undo = new Error("undo");
    const done = database.write(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(statement));
      throw undo;
    });
    await expect(done).rejects.toBe(undo);
  });
});

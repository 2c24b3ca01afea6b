import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grow } from "../bench/grow.ts";
import { insertUser } from "./accounts.ts";
import { listApprovals } from "./approvals.ts";
import { countActs, listAudit } from "./audit.ts";
import { listBankTransactions, listTransactionsOfAll } from "./bank-transactions.ts";
import { walkBankLines } from "./bank-lines.ts";
import { listCases } from "./cases.ts";
import { listArrivals, unspentTotal } from "./coin-arrivals.ts";
import { listFreeCoins, listTreasuryCoins } from "./coin-attempts.ts";
import { listDepositCandidates } from "./deposit-candidates.ts";
import { closingObstacles } from "./closures.ts";
import { idsCalled, searchCustomers } from "./customers.ts";
import type { Reader } from "./database.ts";
import { listFilings } from "./filings.ts";
import { listOpenVenueOrders, listVenueOrders } from "./hedging.ts";
import { listDueHoldMails } from "./hold-mails.ts";
import { ROWS_OF_ENTRIES, transactionsOf, unlikeTransactions } from "./ledger/rows-and-entries.ts";
import {
  balanceOrphans,
  balancesOfCustomers,
  checkLedger,
  entryOrphans,
  exchangesOfNoRow,
} from "./ledger/trial-balance.ts";
import { listOnrampOrders } from "./onramp.ts";
import { likelyTwins } from "./personal-hashes.ts";
import { listBatches, listUnshownWithdrawals } from "./payouts.ts";
import { listPositions } from "./position.ts";
import { listPresent } from "./presence.ts";
import { SearchHashes } from "./sealed/search-hashes.ts";
import { listAmounts } from "./ratings.ts";
import { listReceivables } from "./receivables.ts";
import { readVolume, walkExchanges } from "./reports.ts";
import { countBankTransactions, countOpenLines, listClosedBalances } from "./staff-queues.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { customer, seedCurrencies } from "./testing/fixtures.ts";
import { indexesOn, planOf, stepsOn } from "./testing/plans.ts";

const SEARCHED = new SearchHashes(Buffer.alloc(32, 5).toString("base64url"));
const HASHES = {
  phone: SEARCHED.list("phone", "1"),
  account_number: SEARCHED.list("account_number", "1"),
};
const PAGE = { page: 1, perPage: 20 };
const NEWEST = { now: 0n, after: undefined, limit: 20 };
const UNTIL = Date.parse("2026-11-22T00:00:00Z");
/** A day in the middle of what is filled. */
const DAY = { from: BigInt(UNTIL) - 30n * 86_400_000n, before: BigInt(UNTIL) - 29n * 86_400_000n };
/** An exchange of that day. */
const PLACE = { createdAt: DAY.from + 3_600_000n, id: "a" };

test.each<[string, string, (reader: Reader) => Promise<unknown>]>([
  [
    "all deposits, newest first",
    "transactions_of_banks_newest",
    (reader) => listBankTransactions(reader, { type: "deposit", newestFirst: true, ...PAGE }),
  ],
  [
    "withdrawals that wait, counted,",
    "transactions_of_banks",
    (reader) => countBankTransactions(reader, "withdraw", "requested"),
  ],
  [
    "deposits that a line could show",
    "transactions_of_banks_newest",
    (reader) => listDepositCandidates(reader, 0n),
  ],
  [
    "withdrawals that no line shows",
    "transactions_of_banks",
    (reader) => listUnshownWithdrawals(reader, { currency: "AUD", after: 0n, way: "out" }),
  ],
  [
    "customers with a status",
    "users_by_status",
    (reader) => searchCustomers(reader, { status: "rejected", ...PAGE }),
  ],
  ["an act", "audit_log_by_action", (reader) => listAudit(reader, { action: "customer.block", ...PAGE })],
  ["what someone did", "audit_log_by_actor", (reader) => listAudit(reader, { actor: "olga", ...PAGE })],
  [
    "lines of an amount",
    "bank_lines_by_amount",
    (reader) => walkBankLines(reader, { amount: 500n }, undefined, 20),
  ],
  [
    "how often identities were sent",
    "audit_log_by_subject",
    (reader) => countActs(reader, "identity.sent", ["ann", "bob"]),
  ],
  ["who shares a value", "personal_hashes_by_user", (reader) => likelyTwins(reader, ["ann", "bob"])],
  ["who shares a device", "known_devices_by_mark", (reader) => likelyTwins(reader, ["ann", "bob"])],
  ["closed accounts with money", "account_closures_kept", (reader) => listClosedBalances(reader, PAGE)],
  ["card payments", "onramp_orders_oldest", (reader) => listOnrampOrders(reader, PAGE)],
  [
    "all requests for a second person",
    "approvals_newest",
    (reader) => listApprovals(reader, { status: undefined, now: 0n, without: [], ...PAGE }),
  ],
  [
    "all debts",
    "receivables_newest",
    (reader) =>
      listReceivables(reader, { status: undefined, userId: undefined, after: undefined, limit: 20 }),
  ],
  ["open cases", "cases_open_newest", (reader) => listCases(reader, { status: "open", ...NEWEST })],
  [
    "cases of a colleague that sleep",
    "cases_open_newest",
    (reader) => listCases(reader, { status: "snoozed", assignee: "olga", ...NEWEST }),
  ],
  ["reports of a kind", "filings_by_kind", (reader) => listFilings(reader, { kind: "smr", ...NEWEST })],
  [
    "coins that arrived, by what became of them,",
    "coin_arrivals_newest_by_status",
    (reader) => listArrivals(reader, { status: "under_review", ...NEWEST }),
  ],
  [
    "orders at venues that were refused",
    "venue_orders_by_status",
    (reader) => listVenueOrders(reader, { status: "rejected", ...NEWEST }),
  ],
])("%s are read by an index, without a sort", async (_what, index, work) => {
  const plan = await planOf(work);
  expect(plan).toContain(`INDEX ${index}`);
});

test.each<[string, string, (reader: Reader) => Promise<unknown>]>([
  ["orders that a venue may still fill", "venue_orders_open", listOpenVenueOrders],
  [
    "coins that a batch may spend",
    "chain_outputs_unspent",
    (reader) => listFreeCoins(reader, { network: "bitcoin", currency: "BTC", settled: 9n }),
  ],
  [
    "coins of the treasury",
    "chain_outputs_unspent",
    (reader) => listTreasuryCoins(reader, { network: "bitcoin", settled: 9n }),
  ],
  ["coins on chain, added up,", "chain_outputs_unspent", (reader) => unspentTotal(reader, "bitcoin", 9n)],
])("%s are read without those that are over", async (_what, index, work) => {
  const plan = await planOf(work);
  expect(plan).toContain(`INDEX ${index}`);
  expect(plan).not.toContain("INDEX chain_outputs_made");
});

/** Index of a list of all kinds: each kind has its own. */
const INDEXES_BY_KIND = ["transactions_exchanged", "transactions_of_banks_newest", "transactions_adjusted"];

test("the newest transactions are read by an index of each kind", async () => {
  const plan = await planOf((reader) => listTransactionsOfAll(reader, { limit: 20 }));
  expect(plan).toEqual(expect.arrayContaining(INDEXES_BY_KIND.map((index) => `INDEX ${index}`)));
  expect(plan.join()).not.toContain("SCAN transactions");
});

describe("over thousands of rows on PostgreSQL", () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase("postgres");
    await grow(
      { dialect: "postgres", url: database.url },
      { customers: 3000, rowsEach: 11, longestRows: 300, until: UNTIL },
    );
  });
  afterAll(() => database.close());

  const transactionsWith = (filter: { text: string } | { amount: bigint }) => (reader: Reader) =>
    listBankTransactions(reader, { type: "withdraw", ...filter, ...PAGE });

  test.each<[string, readonly string[], (reader: Reader) => Promise<unknown>]>([
    ["the newest transactions", INDEXES_BY_KIND, (reader) => listTransactionsOfAll(reader, { limit: 20 })],
    ["exchanges of a day", ["transactions_exchanged"], (reader) => walkExchanges(reader, DAY, PLACE, 101)],
    ["the volume of a day", ["transactions_exchanged"], (reader) => readVolume(reader, DAY)],
    [
      "customers by part of a name",
      ["users_called_parts"],
      (reader) => searchCustomers(reader, { query: "nowhere", ...PAGE }),
    ],
    [
      "customers by an email address",
      ["users_called_parts"],
      (reader) => searchCustomers(reader, { query: "nowhere@wattle.test", ...PAGE }),
    ],
    [
      "customers by a phone or account number",
      ["personal_hashes_pkey", "account_number_hashes_pkey"],
      (reader) => searchCustomers(reader, { query: "nowhere", hashes: HASHES, ...PAGE }),
    ],
    [
      "withdrawals by part of a text",
      ["users_called_parts", "transactions_reference_parts", "transactions_bank_reference_parts"],
      transactionsWith({ text: "nowhere" }),
    ],
    [
      "withdrawals of an amount",
      ["transactions_of_banks_credit", "transactions_of_banks_announced"],
      transactionsWith({ amount: 123n }),
    ],
    [
      "lines by part of a text",
      ["bank_lines_text_parts", "bank_lines_payer_parts"],
      (reader) => walkBankLines(reader, { text: "nowhere" }, undefined, 20),
    ],
  ])("%s are found by an index", async (_what, indexes, work) => {
    expect(await indexesOn(database, work)).toEqual(expect.arrayContaining([...indexes]));
  });
});

describe("over thousands of rows on SQLite", () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase("sqlite");
    await database.write(seedCurrencies);
    await grow(
      { dialect: "sqlite", url: database.url },
      { customers: 1000, rowsEach: 3, longestRows: 300, until: UNTIL },
    );
  });
  afterAll(() => database.close());

  const byStaff = { by: "staff", now: 0n, dayAgo: 0n } as const;

  test.each<[string, string, (reader: Reader) => Promise<unknown>]>([
    [
      "what keeps an account open",
      "INDEX transactions_unsettled",
      (reader) => closingObstacles(reader, "ann", byStaff),
    ],
    [
      "a customer's withdrawals that wait",
      "INDEX transactions_unsettled",
      (reader) => listAmounts(reader, "ann", "waiting withdrawals"),
    ],
    [
      "batches that paid a customer",
      "INDEX transactions_newest_by_type",
      (reader) =>
        listBatches(reader, {
          status: undefined,
          currency: undefined,
          userId: "ann",
          after: undefined,
          limit: 20,
        }),
    ],
    [
      "the position",
      "SEARCH ledger_postings USING COVERING INDEX ledger_postings_of_coins_destination (destination_account=?)",
      listPositions,
    ],
    ["lines that no one has used, counted,", "COVERING INDEX bank_lines_open", countOpenLines],
    ["open cases", "INDEX cases_open_newest", (reader) => listCases(reader, { status: "open", ...NEWEST })],
    [
      "coins that are too few to be credited",
      "INDEX coin_arrivals_newest_by_status",
      (reader) => listArrivals(reader, { status: "below_minimum", ...NEWEST }),
    ],
    [
      "orders at venues that were refused",
      "INDEX venue_orders_by_status",
      (reader) => listVenueOrders(reader, { status: "rejected", ...NEWEST }),
    ],
    ["orders that a venue may still fill", "INDEX venue_orders_open", listOpenVenueOrders],
    [
      "exchanges of a day",
      "INDEX transactions_exchanged (created_at>? AND created_at<?)",
      (reader) => walkExchanges(reader, DAY, undefined, 101),
    ],
    [
      "coins on chain, added up,",
      "INDEX chain_outputs_unspent",
      (reader) => unspentTotal(reader, "bitcoin", 1_000_000n),
    ],
  ])("%s are read by an index", async (_what, index, work) => {
    expect((await stepsOn(database, work)).join()).toContain(index);
  });

  test.each<[string, (reader: Reader) => Promise<unknown>]>([
    ["who is at the desk", listPresent],
    [
      "whose mails about holds are due",
      (reader) => listDueHoldMails(reader, { now: 0n, passwordBefore: 0n }, 20),
    ],
  ])("%s is found without a look at all customers", async (_what, work) => {
    const steps = (await stepsOn(database, work)).join();
    expect(steps).toContain("PRIMARY KEY (id=?)");
    expect(steps).not.toMatch(/SCAN (?:users|owner)/);
  });

  test("the books add up", async () => {
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
  });

  test.each<[string, (reader: Reader) => Promise<unknown>]>([
    ["customers", (reader) => balancesOfCustomers(reader, ["a", "b"])],
    ["balances", (reader) => balanceOrphans(reader, ["a", "b"])],
    ["customers' rows", (reader) => unlikeTransactions(reader, { customers: ["a", "b"] })],
    ["rows", (reader) => unlikeTransactions(reader, { ids: ["a", "b"] })],
    ["rows of a customer", (reader) => transactionsOf(reader, "a")],
    ["entries", (reader) => entryOrphans(reader, ["a", "b"])],
    ["exchanges", (reader) => exchangesOfNoRow(reader, ["a", "b"])],
    [
      "lines of entries",
      (reader) => Promise.all(ROWS_OF_ENTRIES.map((compare) => compare(reader, ["a", "b"]))),
    ],
  ])("some %s are checked without a look at all of them", async (_what, work) => {
    const steps = (await stepsOn(database, work)).join("\n");
    expect(steps).not.toMatch(/SCAN (?:ledger_|bank_lines|users|transaction_events)/);
    // Those of a part that were found by an index are grouped under the name of the whole.
    expect(steps.match(/SCAN transactions/g) ?? []).toHaveLength(
      steps.includes("CO-ROUTINE transactions") ? 1 : 0,
    );
  });

  test("the ledger is checked without a copy of all accounts", async () => {
    const steps = (await stepsOn(database, checkLedger)).join();
    expect(steps).toContain("SCAN ledger_postings");
    expect(steps).not.toContain("MATERIALIZE");
  });
});

test.each<[string, string, number]>([
  ["an address", "ann.lee@mail.example", 1],
  ["the beginning of one, with its @", "ann.lee@", 1],
  ["some of both of its sides", "lee@mail.ex", 1],
  ["the end of one", "@mail.example", 2],
  ["another's end", "ann.lee@other.example", 0],
])("customers are found by %s, on both databases", async (_what, query, count) => {
  for (const dialect of DIALECTS) {
    const database = await freshDatabase(dialect);
    try {
      await database.write(async (tx) => {
        for (const [id, email] of [
          ["ann", "Ann.Lee@mail.example"],
          ["bob", "bob@mail.example"],
        ] as const)
          await insertUser(tx, customer(id, { email }));
      });
      expect((await searchCustomers(database.read, { query, ...PAGE })).rows).toHaveLength(count);
      expect(await idsCalled(database.read, query, 10)).toHaveLength(count);
    } finally {
      await database.close();
    }
  }
});

import type {
  CustomerMovements,
  LedgerAccounts,
  LedgerEntryRecord,
  Movements,
} from "@wattle/contracts/ledger";
import { recordExchange } from "@wattle/db/exchange";
import { exchangeRow } from "@wattle/db/history-rows";
import { availableAccount, heldAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry, type LedgerEntry } from "@wattle/db/ledger/post-entry";
import { DIALECTS } from "@wattle/db/testing/databases";
import { exchangeOf } from "@wattle/db/testing/fixtures";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { runOps } from "../../testing/run-ops.ts";
import { unitsOf } from "../../testing/units.ts";

const SECOND = 1000n;
const START = BigInt(Date.parse("2022-10-01T00:00:00.000Z"));

describe.each(DIALECTS)("the books at the desk, on %s", (dialect) => {
  let app: TestApp;
  let support: TestClient;
  let owner: string;
  const entries: string[] = [];

  /** Writes an entry, so many seconds after the first. @returns its identifier */
  const post = async (
    second: number,
    entry: Pick<LedgerEntry, "postings"> & Partial<LedgerEntry>,
  ): Promise<string> => {
    const id = app.services.ids.uuid();
    await app.services.database.write((tx) =>
      postEntry(tx, {
        id,
        kind: "deposit",
        description: `Entry ${second}`,
        createdBy: owner,
        createdAt: START + BigInt(second) * SECOND,
        ...entry,
      }),
    );
    entries.push(id);
    return id;
  };
  const exchange = async (second: number): Promise<string> => {
    const [id, entryId] = [app.services.ids.uuid(), app.services.ids.uuid()];
    await app.services.database.write((tx) =>
      recordExchange(
        tx,
        exchangeRow(
          exchangeOf(owner, `desk-${second}`, {
            id,
            entryId,
            credit: 100_000n,
            debit: 14_850n,
            fee: 1_000n,
            createdAt: START + BigInt(second) * SECOND,
          }),
        ),
      ),
    );
    entries.push(entryId);
    return entryId;
  };
  const deposit = (second: number, currency: string, amount: bigint) =>
    post(second, {
      postings: [
        {
          source: houseAccount("suspense", currency),
          destination: availableAccount(owner, currency),
          currency,
          amount,
        },
      ],
    });
  let held: string;

  beforeAll(async () => {
    app = await startTestApp({ dialect });
    support = (await newStaff(app, "support")).client;
    owner = (await newAccount(app)).id;
    await deposit(0, "BTC", 10_000_000n);
    for (const second of [1, 2, 3]) await exchange(second);
    held = await post(4, {
      kind: "withdrawal_request",
      approvedBy: "second-person",
      postings: [
        {
          source: availableAccount(owner, "AUD"),
          destination: heldAccount(owner, "AUD"),
          currency: "AUD",
          amount: 5_000n,
        },
      ],
    });
    // Two of one moment.
    await exchange(5);
    await deposit(5, "AUD", 2_500n);
  });
  afterAll(() => app.close());

  const ask = async <T>(procedure: string, input: object): Promise<T> => {
    const answer = await query<T>(support, `ops.ledger.${procedure}`, input);
    expect(answer.status, answer.message).toBe(200);
    return answer.data;
  };
  const walk = async (procedure: string, input: object, limit: number): Promise<Movements["data"]> => {
    const found: Movements["data"] = [];
    for (let after: string | undefined; ;) {
      const piece: Movements = await ask(procedure, {
        ...input,
        limit,
        ...(after !== undefined && { after }),
      });
      found.push(...piece.data);
      if (piece.next === null) return found;
      after = piece.next;
    }
  };

  test("a customer's postings are all there are, newest first, whatever the size of the pages", async () => {
    const whole = await walk("ofCustomer", { customer_id: owner }, 200);
    // An exchange has three of the customer's: given, fee, got. Setting an amount aside has two sides.
    expect(whole).toHaveLength(1 + 4 * 3 + 2 + 1);
    expect(new Set(whole.map(({ entry_id: id }) => id))).toEqual(new Set(entries));
    const times = whole.map(({ created_at: at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    for (const limit of [1, 2, 3])
      expect(await walk("ofCustomer", { customer_id: owner }, limit)).toEqual(whole);
  });

  test("a customer's postings say whose they are", async () => {
    const { customer } = await ask<CustomerMovements>("ofCustomer", { customer_id: owner, limit: 1 });
    expect(customer).toMatchObject({ id: owner, email: expect.stringContaining("@") as string });
  });

  test("a customer's postings add up to what the customer has", async () => {
    const whole = await walk("ofCustomer", { customer_id: owner }, 3);
    const balances = await app.services.database.read
      .selectFrom("ledger_balances")
      .select(["account_id", "currency", "balance"])
      .where("user_id", "=", owner)
      .where("balance", "<>", 0n)
      .execute();
    expect(balances).toHaveLength(3);
    for (const { account_id: account, currency, balance } of balances) {
      const sum = whole
        .filter((row) => `customer:${owner}:${row.purpose}:${row.currency}` === account)
        .reduce((all, { change }) => all + unitsOf(change, currency), 0n);
      expect(sum, account).toBe(balance);
    }
  });

  test("what is set aside leaves one account of the customer and comes into the other", async () => {
    const rows = (await walk("ofCustomer", { customer_id: owner }, 50)).filter(
      ({ entry_id: id }) => id === held,
    );
    expect(rows).toMatchObject([
      { purpose: "available", change: "-50.00", other: `customer:${owner}:held:AUD` },
      { purpose: "held", change: "50.00", other: `customer:${owner}:available:AUD` },
    ]);
  });

  test("an account's postings are on the side on which it grows, and add up to its balance", async () => {
    const { house } = await ask<LedgerAccounts>("accounts", {});
    const listed = house.filter(
      ({ purpose, balance }) => !["trading", "fees"].includes(purpose) && /[1-9]/.test(balance),
    );
    expect(listed.length).toBeGreaterThan(2);
    for (const { purpose, currency, balance } of listed) {
      const whole = await walk("ofAccount", { purpose, currency }, 200);
      expect(await walk("ofAccount", { purpose, currency }, 1)).toEqual(whole);
      const sum = whole.reduce((all, { change }) => all + unitsOf(change, currency), 0n);
      expect(sum, `${purpose} ${currency}`).toBe(unitsOf(balance, currency));
    }
  });

  test("trading and fees have no list: their postings are exchanges", async () => {
    const answer = await query(support, "ops.ledger.ofAccount", { purpose: "trading", currency: "BTC" });
    expect(answer.errors).toEqual({ purpose: ["Choose an account"] });
  });

  test("an entry says who it is about, who made it and who approved it", async () => {
    const entry = await ask<LedgerEntryRecord>("entry", { id: held });
    expect(entry).toMatchObject({
      id: held,
      kind: "withdrawal_request",
      created_by: owner,
      approved_by: "second-person",
      reverses: null,
      reversed_by: null,
      postings: [{ source: `customer:${owner}:available:AUD`, amount: "50.00", currency: "AUD" }],
    });
    expect(entry.names[owner]).toContain("@");
  });

  test("an entry that was taken back names the one that did, and the other way round", async () => {
    const postings = [
      {
        source: heldAccount(owner, "AUD"),
        destination: availableAccount(owner, "AUD"),
        currency: "AUD",
        amount: 5_000n,
      },
    ];
    const back = await post(6, { kind: "withdrawal_cancelled", reverses: held, postings });
    expect((await ask<LedgerEntryRecord>("entry", { id: held })).reversed_by).toBe(back);
    expect((await ask<LedgerEntryRecord>("entry", { id: back })).reverses).toBe(held);
  });

  test.each([
    ["entry", { id: "no-such-entry" }],
    ["ofCustomer", { customer_id: "no-such-customer" }],
  ])("%s of what is not there is not found", async (procedure, input) => {
    const answer = await query(support, `ops.ledger.${procedure}`, input);
    expect(answer).toMatchObject({ status: 404, code: "not_found" });
  });

  test("from the command line", async () => {
    const run = (line: string) => runOps(app, [...line.split(" "), "--as", "finance@demo.test"]);
    const first = await run(`ledger postings ${owner} --limit 1`);
    expect(first.out).toMatch(/more: --after \S+/);
    expect((await run(`ledger postings house:suspense:AUD`)).out).toContain(
      `customer:${owner}:available:AUD`,
    );
    expect((await run(`ledger postings house:trading:AUD`)).code).toBe(2);
    expect((await run(`ledger entry ${held}`)).out).toContain("withdrawal_request");
  });
});

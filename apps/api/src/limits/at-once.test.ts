/** Every limit that counts acts or lets one through, pressed fifty times at once over three processes. */
import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { BankLine, BankLinesImported } from "@wattle/contracts/bank-lines";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { BANK_ACCOUNT_HOLD_MILLISECONDS } from "../bank-accounts/save-bank-account.ts";
import { REQUEST_EXAMPLES } from "../rest/examples.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { announceDeposit } from "../testing/bank-orders.ts";
import { mutate, query, type Called } from "../testing/call-procedure.ts";
import { createClient, type TestClient } from "../testing/client.ts";
import { demoDatabase } from "../testing/demo-database.ts";
import { newAccount, newStaff } from "../testing/new-staff.ts";
import { overHttp, startServer, type ServerProcess } from "../testing/server-process.ts";
import { PASSWORD } from "../testing/visitor.ts";

const PROCESSES = 3;
const AT_ONCE = 50;
/** How often each storm is raised. */
const STORMS = attacks({ few: 1, many: 20 });
const AGAIN = { repeats: STORMS - 1 };
/** So small that a storm of lines of just below 100.00 passes both. */
const LIMITS = { APPROVAL_LIMIT: "500.00", APPROVAL_DAILY_LIMIT: "1000.00", STAFF_COPIES_DAILY: "3" };
const PERMISSIONS = { permissions: '["deposit-money","withdraw-money"]' };
const ACCOUNT = "aud-bank-transfer";
const PAIR = "pair:BTC/AUD";
const DAY = new Date().toISOString().slice(0, 10);

type Account = Awaited<ReturnType<typeof newStaff>>;
/** One person at each process. */
type Person = Pick<Account, "id"> & { readonly at: readonly TestClient[] };
type Done = { readonly outcome: "done" } | AwaitingApproval;
type Answer = Pick<Called<unknown>, "status" | "code" | "message"> & { readonly data?: unknown };

const outcome = ({ status, code, data }: Answer): string =>
  code ?? (data as Done | undefined)?.outcome ?? String(status);
const counted = (answers: readonly Answer[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(answers, outcome)].map(([what, all]) => [what, all.length]));

describe.each(DIALECTS)("at once on %s", (dialect) => {
  /** Prepares what a storm needs. */
  let api: TestApp;
  let close: () => Promise<void>;
  let servers: ServerProcess[];
  let made = 0;
  /** Just below 100.00, and of no storm before: a second person is asked about another payment of the same amount. */
  let units = 10_000n;
  const newAmount = (): string => ((units -= 1n), `${units / 100n}.${String(units % 100n).padStart(2, "0")}`);
  let importer: Account;

  beforeAll(async () => {
    const database = await demoDatabase(dialect);
    const now = Date.now() - BANK_ACCOUNT_HOLD_MILLISECONDS - 1000;
    api = await startTestApp({ dialect, databaseUrl: database.url, now, env: LIMITS });
    servers = await Promise.all(
      Array.from({ length: PROCESSES }, () => startServer({ DATABASE_URL: database.url, ...LIMITS })),
    );
    importer = await newStaff(api, "finance");
    close = async () => {
      await Promise.all(servers.map((server) => server.kill()));
      await api.close();
      await database.close();
    };
  });
  afterEach(({ task }) => {
    if (task.result?.state === "pass")
      noteFigures(`${dialect}: ${AT_ONCE} requests over ${PROCESSES} processes: ${task.name}`);
  });
  afterAll(async () => {
    try {
      expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    } finally {
      await close();
    }
  });

  async function person({ id, email }: Account): Promise<Person> {
    const at = servers.map((server) => createClient(overHttp(() => server.origin)));
    for (const client of at) {
      await client.login(email, PASSWORD);
      await mutate(client, "sessions.confirm", { password: PASSWORD });
    }
    return { id, at };
  }
  const staff = async (role: "finance" | "compliance" | "admin"): Promise<Person> =>
    person(await newStaff(api, role));
  const customer = (): Promise<Account> => newAccount(api, PERMISSIONS);

  /** Presses fifty times at once, at all processes, by these people in turn. */
  const storm = <T extends Answer>(
    people: readonly Person[],
    press: (client: TestClient, place: number) => Promise<T>,
  ): Promise<T[]> =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_, place) => {
        const client = people[place % people.length]?.at[place % PROCESSES];
        if (client === undefined) throw new Error("no one presses");
        return press(client, place);
      }),
    );

  /** Lines of such amounts, imported by someone who credits none of them. */
  async function lines(amounts: readonly string[]): Promise<BankLine[]> {
    const said = `STORM ${(made += 1)}X`;
    const content = amounts.map((amount, n) => `${DAY},${amount},${said} NUMBER ${n}`).join("\n");
    const input = { deposit_account_id: ACCOUNT, content };
    const imported = await mutate<BankLinesImported>(importer.client, "ops.bankLines.import", input);
    expect(imported.data).toMatchObject({ imported: amounts.length, refused: [] });
    const found = await query<{ data: BankLine[] }>(importer.client, "ops.bankLines.list", {
      text: said,
      per_page: 100,
    });
    return found.data.data;
  }
  const credit = (client: TestClient, line: BankLine | undefined, whom: Pick<Account, "id">) =>
    mutate<Done>(client, "ops.bankLines.credit", { id: line?.id, customer: whom.id });
  /** In hundredths. */
  async function balance({ id }: Pick<Account, "id">): Promise<bigint> {
    const row = await api.services.database.read
      .selectFrom("ledger_balances")
      .select("balance")
      .where("account_id", "=", availableAccount(id, "AUD"))
      .executeTakeFirst();
    return row?.balance ?? 0n;
  }

  test("one line is credited once, to one of two customers", AGAIN, async () => {
    const people = [await staff("finance"), await staff("finance")];
    const owners = [await customer(), await customer()] as const;
    const [line] = await lines([newAmount()]);
    const answers = await storm(people, (client, place) =>
      credit(client, line, owners[place % 2 === 0 ? 0 : 1]),
    );
    expect(counted(answers)).toEqual({ done: 1, state_conflict: AT_ONCE - 1 });
    expect((await balance(owners[0])) + (await balance(owners[1]))).toBe(units);
  });

  test("a payment is not credited by hand and by its line as well", AGAIN, async () => {
    const people = [await staff("finance"), await staff("finance")];
    const owner = await customer();
    const amount = newAmount();
    const { reference } = await announceDeposit(owner.client, amount, "bank_transfer");
    const [line] = await lines([amount]);
    const answers = await storm(people, (client, place) =>
      place % 2 === 0
        ? credit(client, line, owner)
        : mutate<Done>(client, "ops.deposits.confirm", { reference, amount }),
    );
    expect(counted(answers)["done"]).toBe(1);
    expect(await balance(owner)).toBe(units);
  });

  test.each([
    ["a person with several customers", 1, 10],
    ["a customer of several people", 3, 1],
  ])("the day's limit holds for %s", AGAIN, async (_, clerks, owners) => {
    const people = await Promise.all(Array.from({ length: clerks }, () => staff("finance")));
    const whom = await Promise.all(Array.from({ length: owners }, customer));
    const amount = newAmount();
    const credited = await lines(Array.from({ length: AT_ONCE }, () => amount));
    const answers = await storm(people, (client, place) =>
      credit(client, credited[place], whom[place % owners] ?? { id: "" }),
    );
    expect(counted(answers)).toEqual({ done: 10, awaiting_approval: AT_ONCE - 10 });
    const balances = await Promise.all(whom.map(balance));
    expect(balances.reduce((sum, each) => sum + each, 0n)).toBe(10n * units);
  });

  test("a second person's approval does the act once", AGAIN, async () => {
    const [asking, approving] = [await staff("finance"), [await staff("finance"), await staff("finance")]];
    const owner = await customer();
    const [line] = await lines(["600.00"]);
    const asked = await credit(asking.at[0] as TestClient, line, owner);
    if (asked.data.outcome !== "awaiting_approval") throw new Error(JSON.stringify(asked));
    const { id } = asked.data.approval;
    const answers = await storm(approving, (client) => mutate(client, "ops.approvals.approve", { id }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balance(owner)).toBe(60_000n);
  });

  test("a pair is resumed once", AGAIN, async () => {
    const people = [await staff("admin"), await staff("admin")];
    const set = (client: TestClient, paused: boolean) =>
      mutate(client, "ops.switches.set", { what: PAIR, paused });
    const noted = async (): Promise<number> =>
      (
        await api.services.database.read
          .selectFrom("audit_log")
          .select("id")
          .where("action", "=", "switch.set")
          .where("subject", "=", PAIR)
          .execute()
      ).length;
    expect((await set(people[0]?.at[0] as TestClient, true)).status).toBe(200);
    const before = await noted();
    const answers = await storm(people, (client) => set(client, false));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await noted()).toBe(before + 1);
  });

  test("a day's copies of customers' data are counted", AGAIN, async () => {
    const people = [await staff("compliance")];
    const { id } = await customer();
    const answers = await storm(people, (client) => mutate(client, "ops.customers.openData", { id }));
    const most = Number(LIMITS.STAFF_COPIES_DAILY);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most);
    expect(answers.filter(({ code }) => code === "too_many_requests")).toHaveLength(AT_ONCE - most);
  });

  test("twenty withdrawals a day are requested, and no more", AGAIN, async () => {
    const owner = await customer();
    await mutate(owner.client, "bankAccounts.add", REQUEST_EXAMPLES["bankAccounts.add"]);
    const { database, ids, clock } = api.services;
    await database.write((tx) =>
      postEntry(tx, {
        id: ids.uuid(),
        kind: "deposit",
        description: "Opening balance",
        createdBy: "test",
        createdAt: BigInt(clock.now()),
        postings: [
          {
            source: houseAccount("bank", "AUD"),
            destination: availableAccount(owner.id, "AUD"),
            currency: "AUD",
            amount: 10_000n,
          },
        ],
      }),
    );
    const people = [await person(owner)];
    const { body } = await owner.client.get<{ data: BankAccount[] }>("/api/users/bank-accounts");
    const balanceOf = { credit: "1.00", credit_currency: "AUD" };
    const answers = await storm(people, async (client) => {
      const { status } = await client.post("/api/users/transactions", {
        balance: balanceOf,
        transaction_type: "withdraw",
        bank_account_id: body.data[0]?.id,
      });
      return { status, code: undefined, message: undefined };
    });
    expect(counted(answers)).toEqual({ 201: 20, 422: AT_ONCE - 20 });
    expect(await balance(owner)).toBe(8000n);
  });
});

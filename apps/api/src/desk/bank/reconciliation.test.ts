import { addDays, localDay } from "@wattle/contracts/days";
import type { BankLinesImported } from "@wattle/contracts/bank-lines";
import type { DayPreview, Reconciliation } from "@wattle/contracts/reconciliation";
import { houseAccount, availableAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { sumOfBankLines } from "@wattle/db/bank-lines";
import { sumOfUnstatedEntries } from "@wattle/db/reconciliations";
import { DIALECTS } from "@wattle/db/testing/databases";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { runOps } from "../../testing/run-ops.ts";
import { mutateByTwo } from "../../testing/second-person.ts";

const ACCOUNT = "aud-bank-transfer";

type Staff = Awaited<ReturnType<typeof newStaff>>;

describe.each(DIALECTS)("closing a day on %s", (dialect) => {
  let app: TestApp;
  let fiona: Staff;
  let frank: Staff;
  let customerId: string;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    [fiona, frank] = [await newStaff(app, "finance"), await newStaff(app, "finance")];
    ({
      user: { id: customerId },
    } = await app.client().login("customer@demo.test"));
    const imported = await mutate<{ imported: number }>(fiona.client, "ops.bankLines.import", {
      deposit_account_id: ACCOUNT,
      content:
        '02/03/2024,"15000.00","TRANSFER FROM A THIRD PARTY",""\r\n02/03/2024,"-250.00","FEE",""\r\n03/03/2024,"40.00","LATER",""\r\n',
      format: "csv",
    });
    expect(imported.data, imported.message).toMatchObject({ imported: 3 });
  });
  afterAll(() => app.close());

  const close = (date: string, statement_balance: string, by = fiona) =>
    mutate<Reconciliation>(by.client, "ops.reconciliation.close", {
      deposit_account_id: ACCOUNT,
      date,
      statement_balance,
    });

  test("a day whose statement is in the books closes with nothing to explain", async () => {
    expect(await sumOfBankLines(app.services.database.read, ACCOUNT, "2024-03-02")).toBe(1_475_000n);
    const { data, status } = await close("2024-03-02", "14750.00");
    expect(status).toBe(200);
    expect(data).toMatchObject({
      ledger_balance: "14750.00",
      difference: "0.00",
      unexplained: "0.00",
      closed_by: fiona.id,
      currency: "AUD",
    });
    expect(data.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["line", "-250.00"],
      ["line", "15000.00"],
    ]);
  });

  test("a planted difference is named, and what nothing explains is said", async () => {
    const at = BigInt(Date.parse("2024-03-03T01:00:00Z"));
    await app.services.database.write((tx) =>
      postEntry(tx, {
        id: "planted",
        kind: "deposit",
        description: "Booked by hand",
        createdBy: "test",
        createdAt: at,
        postings: [
          {
            source: houseAccount("bank", "AUD"),
            destination: availableAccount(customerId, "AUD"),
            currency: "AUD",
            amount: 12_345n,
          },
        ],
      }),
    );
    const preview = await query<DayPreview>(fiona.client, "ops.reconciliation.preview", {
      deposit_account_id: ACCOUNT,
      date: "2024-03-03",
      statement_balance: "14789.00",
    });
    expect(preview.data).toMatchObject({ ledger_balance: "14913.45", difference: "-124.45", closable: true });
    const { data } = await close("2024-03-03", "14789.00");
    expect([preview.data.unexplained, preview.data.entries]).toEqual([
      data.unexplained,
      data.lines.filter(({ kind }) => kind === "entry"),
    ]);
    expect(data).toMatchObject({ ledger_balance: "14913.45", difference: "-124.45", unexplained: "-1.00" });
    expect(data.lines.filter(({ kind }) => kind === "entry")).toEqual([
      { kind: "entry", id: "planted", text: "Booked by hand", amount: "123.45", explains: "-123.45" },
    ]);
  });

  test("a difference that was seen has a reason, and a close is of the books that were seen", async () => {
    const seen = (more: object) =>
      mutate<Reconciliation>(fiona.client, "ops.reconciliation.close", {
        deposit_account_id: ACCOUNT,
        date: "2024-02-27",
        statement_balance: "5.00",
        ...more,
      });
    expect((await seen({ ledger_balance: "5.00" })).code).toBe("state_conflict");
    const unsaid = await seen({ ledger_balance: "0.00" });
    expect([unsaid.code, unsaid.errors]).toEqual(["validation_failed", { internal_note: ["Say why"] }]);
    const said = await seen({ ledger_balance: "0.00", internal_note: "Mistyped by the bank" });
    expect([said.status, said.data.difference]).toEqual([200, "5.00"]);
    expect((await close("2024-02-26", "5.00")).data.difference).toBe("5.00");
  });

  test("a day long before the books begin is mistyped", async () => {
    const refused = await close("0001-01-01", "0.00");
    expect([refused.code, refused.errors]).toEqual([
      "validation_failed",
      { date: ["This day is before the books begin"] },
    ]);
    expect((await close("2024-01-01", "0.00")).errors).toHaveProperty("date");
    const of = { deposit_account_id: ACCOUNT, date: "2024-01-01" };
    const preview = await query<DayPreview>(fiona.client, "ops.reconciliation.preview", of);
    expect(preview.data.closable).toBe(false);
  });

  test("why a day is closed with a difference is in the audit log", async () => {
    const { data, status } = await mutate<Reconciliation>(fiona.client, "ops.reconciliation.close", {
      deposit_account_id: ACCOUNT,
      date: "2024-02-28",
      statement_balance: "7.00",
      internal_note: "The bank booked it a day later",
    });
    expect([status, data.difference]).toEqual([200, "7.00"]);
    const log = await query<{ data: { action: string; details: object }[] }>(fiona.client, "ops.audit.list", {
      subject: data.id,
    });
    expect(log.data.data).toMatchObject([
      { action: "reconciliation.closed", details: { internal_note: "The bank booked it a day later" } },
    ]);
  });

  test("what no statement shows is counted whole, and 200 of it answered", async () => {
    const account = houseAccount("bank", "NGN");
    const postings = [
      { source: account, destination: availableAccount(customerId, "NGN"), currency: "NGN", amount: 100n },
    ];
    const before = await sumOfUnstatedEntries(app.services.database.read, "NGN", 9_999_999_999_999n);
    const createdAt = BigInt(Date.parse("2024-03-03T01:00:00Z"));
    const planted = {
      kind: "deposit",
      description: "Planted",
      createdBy: "test",
      createdAt,
      postings,
    } as const;
    await app.services.database.write(async (tx) => {
      for (let index = 0; index < 205; index += 1) await postEntry(tx, { ...planted, id: `ngn-${index}` });
    });
    const of = { deposit_account_id: "ngn-bank-transfer", date: "2024-03-03", statement_balance: "0.00" };
    const { data: preview } = await query<DayPreview>(fiona.client, "ops.reconciliation.preview", of);
    expect([preview.ledger_balance, preview.unexplained]).toEqual(["205.00", "0.00"]);
    expect([preview.entries.length, preview.more_entries]).toEqual([200, 5]);
    const { data: closed } = await mutate<Reconciliation>(fiona.client, "ops.reconciliation.close", of);
    expect([closed.lines.length, closed.more_lines, closed.difference]).toEqual([200, 5, "-205.00"]);
    const after = await sumOfUnstatedEntries(app.services.database.read, "NGN", 9_999_999_999_999n);
    expect([after.count - before.count, after.sum - before.sum]).toEqual([205n, 20_500n]);
  });

  test("a preview is of the last day that is over unless said, and knows what is closed", async () => {
    const { clock, config } = app.services;
    const look = async (input: object) =>
      (
        await query<DayPreview>(fiona.client, "ops.reconciliation.preview", {
          deposit_account_id: ACCOUNT,
          ...input,
        })
      ).data;
    const today = localDay(clock.now(), config.TIME_ZONE);
    const last = await look({});
    expect(addDays(last.date, 1)).toBe(today);
    expect(last).toMatchObject({ difference: null, unexplained: null, closable: true });
    expect((await look({ date: "2024-03-02" })).closable).toBe(false);
    expect((await look({ date: today })).closable).toBe(false);
  });

  test("of two members of staff who close a day at once one does, and it is closed once", async () => {
    const answers = await Promise.all(
      [fiona, frank, fiona, frank].map((by) => close("2024-03-04", "0.00", by)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === "state_conflict")).toHaveLength(3);
  });

  test("reopening needs a second person; then it is closed again, and both are kept", async () => {
    const { data: first } = await close("2024-03-05", "-1.50");
    expect(first.statement_balance).toBe("-1.50");
    const reopening = { id: first.id, internal_note: "A line came late" };
    const asked = await mutate<{ outcome: string }>(fiona.client, "ops.reconciliation.reopen", reopening);
    expect(asked.data.outcome).toBe("awaiting_approval");
    expect((await close("2024-03-05", "0.00")).code).toBe("state_conflict");
    await mutateByTwo(app, frank.client, "ops.reconciliation.reopen", reopening);
    expect((await close("2024-03-05", "0.00")).status).toBe(200);
    const { data } = await query<{ data: Reconciliation[] }>(fiona.client, "ops.reconciliation.list");
    const closes = data.data.filter(({ date }) => date === "2024-03-05");
    expect(closes).toHaveLength(2);
    expect(closes.filter(({ reopened_at }) => reopened_at === null)).toHaveLength(1);
  });

  test("a day is closed once it is over", async () => {
    const { clock, config } = app.services;
    const dayOf = (at: number): string => localDay(at, config.TIME_ZONE);
    const early = await close(dayOf(clock.now()), "0.00");
    expect(early.errors).toEqual({ date: ["This day is not over yet"] });
    expect((await close(dayOf(clock.now() - 86_400_000), "0.00")).status).toBe(200);
  });

  test("what is imported into a closed day is said by the import, and seen in its close", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "wattle-"));
    const file = path.join(folder, "day.csv");
    const run = (...words: string[]) => runOps(app, [...words, "--as", "finance@demo.test"]);
    const closeOf = async (day: string): Promise<Reconciliation | undefined> => {
      const { data } = await query<{ data: Reconciliation[] }>(fiona.client, "ops.reconciliation.list");
      return data.data.find(({ date, reopened_at }) => date === day && reopened_at === null);
    };
    await close("2024-04-01", "0.00");
    await close("2024-04-03", "0.00");
    await writeFile(file, "02/04/2024,5.00,LATE\n04/04/2024,7.00,AFTER\n");
    const imported = await run("bank-lines", "import", file, "--account", ACCOUNT);
    expect([imported.code, imported.out]).toEqual([
      0,
      expect.stringContaining("2 lines change the books of closed days, from 3 Apr 2024 on."),
    ]);
    expect([(await closeOf("2024-04-01"))?.added_since, (await closeOf("2024-04-03"))?.added_since]).toEqual([
      "0.00",
      "5.00",
    ]);
    expect((await run("reconciliation", "list")).out).toMatch(/2024-04-03.* 5\.00/);
    const again = await run("bank-lines", "import", file, "--account", ACCOUNT, "--json");
    expect(JSON.parse(again.out)).toEqual({ imported: 0, duplicates: 2, refused: [] });
  });

  test("a day is closed with what an import at the same moment adds, or the import says that it was closed", async () => {
    for (let day = 1; day <= 3; day += 1) {
      const closing = () => close(`2024-05-0${day}`, "0.00");
      const [first, imported] = await Promise.all([
        closing(),
        mutate<BankLinesImported>(frank.client, "ops.bankLines.import", {
          deposit_account_id: ACCOUNT,
          content: `0${day}/05/2024,3.00,AT ONCE`,
        }),
      ]);
      // Amid an import a close is refused, and asked for again.
      const closed = first.code === "state_conflict" ? await closing() : first;
      const isIn = closed.data.lines.some(({ text }) => text === "AT ONCE");
      const isSaid = imported.data.warnings?.[0]?.includes(`from ${day} May 2024 on`) ?? false;
      expect([day, isIn, isSaid]).toEqual([day, isIn, !isIn]);
    }
  });

  test.each([
    ["date", "2099-01-01", "0.00"],
    ["date", "2024-02-30", "0.00"],
    ["statement_balance", "2024-03-06", "1.234"],
    ["statement_balance", "2024-03-06", "1e3"],
  ])("a wrong %s is refused there: %s, %s", async (field, date, balance) => {
    const answer = await close(date, balance);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.errors ?? {})).toEqual([field]);
  });

  test("from the command line", async () => {
    const run = (line: string) => runOps(app, [...line.split(" "), "--as", "finance@demo.test"]);
    expect((await run(`reconciliation close ${ACCOUNT} 2024-03-07 10.00`)).out).toContain("unexplained");
    expect((await run("reconciliation list")).out).toContain("2024-03-07");
    expect((await run(`reconciliation close ${ACCOUNT} 2024-03-07 10.00`)).code).toBe(1);
  });
});

import { execFile } from "node:child_process";
import type { Transaction } from "@wattle/contracts/history";
import { appendAudit } from "@wattle/db/audit";
import { insertOnrampOrder } from "@wattle/db/onramp";
import { DIALECTS } from "@wattle/db/testing/databases";
import { orderUnderReview } from "@wattle/db/testing/fixtures";
import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import type { TestClient } from "../../testing/client.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { runOps, type OpsOutcome } from "../../testing/run-ops.ts";
import { momentOf } from "./local-day.ts";
import { tableText } from "./print.ts";
import { mostWords } from "./words-of.ts";
import { PROGRAM_ENV } from "../../testing/program-env.ts";
import { COMMANDS } from "../../testing/programs.ts";

describe("how many words a command takes", () => {
  test.each([
    ["", 0],
    ["[--status STATUS|all] [--order newest]", 0],
    ["--name TEXT --procedures ops.deposits.list,… [--days N]", 0],
    ["EMAIL", 1],
    ["[customer] [--by PERSON]", 1],
    ["<reference> <amount> [--message TEXT]", 2],
    ["<currency paid> <currency received> <percent>", 3],
    ["<customer> credit|debit <amount> <currency> --internal-note TEXT", 4],
    ["<order> credit <amount>|close --internal-note TEXT", 3],
    ["<trading|deposits|pair:BTC/AUD> <pause|go-on> [--message TEXT]", 2],
    ["<customer> withdrawals|deposits|trading … --internal-note TEXT", Infinity],
    ["<reference …>", Infinity],
  ])("%j: %d", (takes, most) => {
    expect(mostWords(takes)).toBe(most);
  });
});

describe("a local day", () => {
  test.each([
    ["2026-01-31", "start", "Australia/Sydney", "2026-01-30T13:00:00.000Z"],
    ["2026-01-31", "last", "Australia/Sydney", "2026-01-31T12:59:59.999Z"],
    ["2026-06-30", "start", "Australia/Sydney", "2026-06-29T14:00:00.000Z"],
    // Clocks are changed on the fourth of October, at two.
    ["2026-10-04", "start", "Australia/Sydney", "2026-10-03T14:00:00.000Z"],
    ["2026-10-04", "last", "Australia/Sydney", "2026-10-04T12:59:59.999Z"],
    ["2026-03-01", "start", "America/New_York", "2026-03-01T05:00:00.000Z"],
    ["2026-12-31", "last", "UTC", "2026-12-31T23:59:59.999Z"],
    ["2026-01-31T10:00:00+11:00", "start", "UTC", "2026-01-30T23:00:00.000Z"],
  ] as const)("%s, %s, in %s", (text, end, zone, moment) => {
    expect(momentOf("from", text, end, zone)).toBe(moment);
  });

  test.each(["", "yesterday", "2026-02-30", "2026-13-01", "31/01/2026", "2026-01-31T10:00:00"])(
    "%j is none",
    (text) => {
      expect(() => momentOf("from", text, "start", "UTC")).toThrow("--from: ");
    },
  );
});

test("moments of a table are in the installation's time zone", () => {
  const rows = [{ created_at: "2026-11-21T00:42:10.000Z", note: "2026-11-21" }];
  expect(tableText(rows, "Australia/Sydney")).toContain("21 Nov 2026, 11:42 am  2026-11-21");
  expect(tableText(rows, "UTC")).toContain("21 Nov 2026, 12:42 am");
});

/** Runs the real program, whose input is no terminal. */
const runPiped = (
  url: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<OpsOutcome> =>
  new Promise((resolve) => {
    const env = {
      ...PROGRAM_ENV,
      DATABASE_URL: url,
      DATA_KEYS: TEST_DATA_KEYS,
      DEMO: "true",
      ...settings,
    };
    const child = execFile(process.execPath, [COMMANDS, ...words], { env }, (_error, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    );
    child.stdin?.end("yes\n");
  });

describe.each(DIALECTS)("the command line on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let customerId: string;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    ({
      user: { id: customerId },
    } = await customer.login("customer@demo.test"));
  });
  afterAll(() => app.close());

  const announce = async (credit: string): Promise<Transaction> =>
    (
      await customer.post<{ data: Transaction }>("/api/users/transactions", {
        balance: { credit, credit_currency: "AUD" },
        transaction_type: "deposit",
        payment_method: "payid",
      })
    ).body.data;
  const ops = (line: string, ...typed: string[]) => runOps(app, line.split(" "), ...typed);
  const statusOf = async (reference: string): Promise<unknown> =>
    (JSON.parse((await ops(`deposits find ${reference} --json`)).out) as Transaction).status;

  test("keeps log lines out of its output", async () => {
    const settings = { RATE_SOURCE: "kraken", KRAKEN_URL: "http://127.0.0.1:1" };
    const { code, out, error } = await runPiped(app.databaseUrl, ["rates", "status", "--json"], settings);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ sources: [{ name: "kraken" }] });
    expect(error).toContain("Rate source failed");
  });

  test("refuses a word too many: an amount with a space in it credits nothing", async () => {
    const { reference } = await announce("1500.00");
    expect(await ops(`deposits confirm ${reference} 1 500.00`)).toEqual({
      code: 2,
      out: "",
      error: expect.stringMatching(/^unexpected "500\.00"\. Usage: deposits confirm [^\n]+$/) as unknown,
    });
    expect(await statusOf(reference)).toBe("awaiting_payment");
  });

  test.each([
    ["customers praise", /^unknown command: customers praise; choose one of customers list, [^\n]+$/],
    ["nonsense at all", /^unknown command: nonsense at; --help lists all$/],
    ["customers list --colour", /^Unknown option '--colour'[^\n]*$/],
    ["ledger check now", /^unexpected "now"\. Usage: ledger check$/],
  ])("says of %s in one line what is wrong", async (line, error) => {
    expect(await ops(line)).toEqual({ code: 2, out: "", error: expect.stringMatching(error) as unknown });
  });

  test("shows what an act that moves money will do, and does nothing unless the answer is yes", async () => {
    const { reference } = await announce("800.00");
    for (const answer of ["no", "", "ja"]) {
      const { code, error } = await ops(`deposits confirm ${reference} 1200.50`, answer);
      expect(code).toBe(1);
      expect(error).toMatch(/act +Credit a deposit/);
      expect(error).toMatch(/customer +Wattle Customer/);
      expect(error).toMatch(/1,?200\.50 AUD/);
      expect(error).toMatch(/800\.00 AUD/);
      expect(error).toMatch(/the customer reads +/);
      expect(error).toContain("nothing was done");
    }
    expect(await statusOf(reference)).toBe("awaiting_payment");
    expect((await ops(`deposits confirm ${reference} 800.00`, "yes")).code).toBe(0);
    expect(await statusOf(reference)).toBe("completed");
  });

  test.each([
    [
      "ledger adjust customer@demo.test debit 1 AUD --internal-note n",
      /amount +−1\.00 AUD[\s\S]*AUD balance +[\d,.]+ AUD → [\d,.]+ AUD/,
    ],
    ["ledger adjust customer@demo.test credit 1 AUD --internal-note n", /amount +\+1\.00 AUD/],
  ])("asks before %s", async (line, preview) => {
    const asked = await ops(line, "no");
    expect(asked).toMatchObject({ code: 1, out: "" });
    expect(asked.error).toMatch(preview);
  });

  test("asks before a card payment is credited, with what was paid and what arrived", async () => {
    const order = orderUnderReview(app.services.ids.uuid(), customerId, BigInt(app.clock.now()));
    const { id } = order;
    await app.services.database.write((tx) => insertOnrampOrder(tx, { ...order, crypto_amount: 400_000n }));
    const line = `onramp resolve ${id} credit 0.008 --internal-note Seen`;
    const { code, error } = await ops(line, "no");
    expect(code).toBe(1);
    expect(error).toMatch(/amount that arrived +0\.00800000 BTC/);
    expect(error).toMatch(/reported +0\.00400000 BTC/);
    expect(error).toMatch(/paid +500\.00 AUD/);
    expect((await ops("onramp list")).out).toContain(id);
    expect((await ops(`onramp resolve ${id} close --internal-note Seen`, "yes")).code).toBe(0);
    expect((await ops(`${line} --yes`)).error).toMatch(
      new RegExp(`^[^\\n]*\\(state_conflict\\): ${id} is failed since [^\\n]+$`),
    );
  });

  test("asks before what someone else has asked for is done", async () => {
    const { email } = await newStaff(app, "finance");
    await ops("ledger adjust customer@demo.test credit 12.34 AUD --internal-note Shortfall");
    const list = JSON.parse((await ops("approvals list --json")).out) as { data: { id: string }[] };
    const line = `approvals approve ${list.data[0]?.id} --as ${email}`;
    const { code, error } = await ops(line, "no");
    expect(code).toBe(1);
    expect(error).toMatch(/12\.34 AUD/);
    expect(error).toMatch(/asked for by +operator@demo\.test/);
    expect((await ops(line, "yes")).code).toBe(0);
  });

  test("without a terminal refuses in one line what it would ask about, and does it with --yes", async () => {
    const { reference } = await announce("6.00");
    const words = ["deposits", "confirm", reference, "6.00"];
    expect(await runPiped(app.databaseUrl, words)).toEqual({
      code: 2,
      out: "",
      error: "deposits confirm moves money: without a terminal it needs --yes\n",
    });
    expect(await statusOf(reference)).toBe("awaiting_payment");
    expect((await runPiped(app.databaseUrl, [...words, "--yes"])).code).toBe(0);
    expect(await statusOf(reference)).toBe("completed");
  });

  test("says of a customer in another state since when", async () => {
    const { email } = await newStaff(app, "compliance");
    const block = `customers block partner@demo.test --internal-note Odd --as ${email}`;
    expect((await ops(block)).code).toBe(0);
    expect((await ops(block)).error).toMatch(/: partner@demo\.test is blocked since \d+ \w+ \d{4}, /);
  });

  test("asks nothing with --yes", async () => {
    const { reference } = await announce("5.00");
    expect(await ops(`deposits confirm ${reference} 5.00 --yes`, "no")).toMatchObject({ code: 0, error: "" });
  });

  test("says of a conflict what is the case, and since when", async () => {
    const { reference } = await announce("7.00");
    await ops(`deposits confirm ${reference} 7.00 --yes`);
    const again = await ops(`deposits expire ${reference}`);
    expect(again.code).toBe(1);
    expect(again.error).toMatch(
      new RegExp(
        `^[^\\n]*\\(state_conflict\\): ${reference} is completed since \\d+ \\w+ \\d{4}, \\d+:\\d\\d [ap]m$`,
      ),
    );
  });

  test("says how many of how many a list has, and with --json what the procedure answers", async () => {
    for (let n = 0; n < 4; n++) await ops("fees set AUD BTC 0.9");
    const list = await ops("audit list --per-page 2");
    expect(list.out).toMatch(/\n2 of \d+$/);
    const { data, meta } = JSON.parse((await ops("audit list --per-page 2 --page 2 --json")).out) as {
      data: Record<string, unknown>[];
      meta: Record<string, number>;
    };
    expect(data).toHaveLength(2);
    expect(meta).toMatchObject({ current_page: 2, per_page: 2 });
    expect(list.out).toContain(`2 of ${meta["total"]}`);
    expect(data[0]?.["created_at"]).toMatch(/Z$/);
  });

  test("lists the audit log by person, act, subject and time, with names, and exports all of it", async () => {
    const { reference } = await announce("9.00");
    await ops(`deposits confirm ${reference} 9.00 --yes`);
    const all = async (filter: string) =>
      (JSON.parse((await ops(`audit list ${filter} --json`)).out) as { data: Record<string, unknown>[] })
        .data;
    const [act] = await all(`--subject ${reference.toLowerCase()}`);
    expect(act).toMatchObject({
      subject_name: reference,
      actor_name: "operator@demo.test",
      people: { [String(act?.["actor"])]: "Olivia Admin" },
    });
    expect((await ops(`audit list --subject ${reference}`)).out).toContain(`operator@demo.test`);
    const action = String(act?.["action"]);
    for (const record of await all(`--by operator@demo.test --act ${action}`))
      expect(record).toMatchObject({ action, actor_name: "operator@demo.test" });
    expect(await all("--by finance@demo.test")).toEqual([]);
    expect(await all("--to 2000-01-01")).toEqual([]);
    expect((await all("--from 2000-01-01")).length).toBeGreaterThan(0);
    expect((await ops("audit list --from tomorrow")).code).toBe(2);

    await app.services.database.write(async (tx) => {
      for (let n = 0; n < 101; n++) {
        await appendAudit(tx, {
          id: app.services.ids.uuid(),
          actor: "clock",
          action: "test.noted",
          subject: `subject ${n}`,
          details: "{}",
          created_at: BigInt(app.clock.now()),
        });
      }
    });
    const csv = await runOps(app, ["audit", "list", "--export", "csv"]);
    const json = await runOps(app, ["audit", "list", "--export", "json"]);
    // The real program of another test has its own clock.
    const now = new Date(app.clock.now()).toISOString();
    const { meta } = JSON.parse((await ops(`audit list --to ${now} --json`)).out) as {
      meta: { total: number };
    };
    expect(json.out.match(/\{"id":/g)).toHaveLength(meta.total);
    expect(csv.out).toMatch(
      /^created_at,actor,actor_name,second_name,action,subject,subject_name,details,id/,
    );
    expect(csv.out).toContain(`,${reference},`);
    expect((await ops("audit list --export xml")).code).toBe(2);
  });
});

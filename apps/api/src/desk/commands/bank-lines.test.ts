import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BankLine } from "@wattle/contracts/bank-lines";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { announceDeposit } from "../../testing/bank-orders.ts";
import type { TestClient } from "../../testing/client.ts";
import { runOps } from "../../testing/run-ops.ts";
import { progressLine } from "./print.ts";

test.each([
  ["a short act", 200, 450, ""],
  ["a long one", 200, 50_000, "\r200 of 50000"],
  ["its end", 50_000, 50_000, "\r50000 of 50000\n"],
])("progress of %s", (_name, done, total, text) => {
  expect(progressLine(done, total)).toBe(text);
});

describe.each(DIALECTS)("lines of statements from the command line on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  let folder: string;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    customer = app.client();
    await customer.login("customer@demo.test");
    folder = await mkdtemp(path.join(tmpdir(), "wattle-"));
  });
  afterAll(async () => {
    expect((await checkLedger(app.services.database.read)).mismatches).toEqual([]);
    await app.close();
  });

  const run = (words: readonly string[], ...typed: string[]) =>
    runOps(app, ["bank-lines", ...words, "--as", "finance@demo.test"], ...typed);
  /** Someone else than who uses the lines. */
  const importFile = (file: string) =>
    runOps(app, [
      "bank-lines",
      "import",
      file,
      "--account",
      "aud-bank-transfer",
      "--as",
      "finance2@demo.test",
    ]);
  const announce = (credit: string) => announceDeposit(customer, credit);
  const load = async (name: string, bytes: Buffer | string) => {
    const file = path.join(folder, name);
    await writeFile(file, bytes);
    return importFile(file);
  };
  const list = async (...words: string[]): Promise<BankLine[]> =>
    (JSON.parse((await run(["list", "--json", ...words])).out) as { data: BankLine[] }).data;

  test("a statement is imported, listed, and everything that is proposed credited at once", async () => {
    const [one, two] = [await announce("20.00"), await announce("30.00")];
    const rows = [
      `20/03/2026,20.00,${one.reference} Café`,
      `20/03/2026,30.00,${two.reference}`,
      "20/03/2026,-1.00,FEE",
      "20/03/2026,77.00,UNKNOWN",
    ];
    const done = await load("day.csv", Buffer.from(rows.join("\r\n"), "latin1"));
    expect(done).toMatchObject({ code: 0, error: "" });
    expect(done.out).toMatch(/imported +4\nduplicates +0/);
    expect((await list("--text", "café")).map(({ amount }) => amount)).toEqual(["20.00"]);
    const table = await run(["list", "--status", "proposed"]);
    expect(table.out).toContain(one.reference);

    expect((await run(["credit", "--proposed"], "no")).code).toBe(1);
    const [line] = await list("--text", one.reference);
    expect(line).toMatchObject({ status: "proposed" });
    const asked = await run(["credit", "--proposed"]);
    expect(asked.code).toBe(0);
    expect(asked.error).toContain("Reference matches.");
    expect(asked.out.match(/credited/g)).toHaveLength(2);
    expect((await run(["credit", "--proposed"])).out).toContain("nothing is proposed");
    expect((await run(["credit", line?.id ?? ""])).error).toContain("state_conflict");

    const [fee] = await list("--text", "fee");
    const kept = await run(["own-money", fee?.id ?? "", "--internal-note", "Account fee", "--yes"]);
    expect(kept.out).toContain("own_money");
    const [unknown] = await list("--text", "unknown");
    const given = await run(["return", unknown?.id ?? "", "--message", "We don't know this payer."]);
    expect(given.error).toMatch(/77\.00/);
    expect(given.out).toContain("returned");
    expect((await run(["get", unknown?.id ?? ""])).out).toContain("We don't know this payer.");
  });

  test("the example statement proposes itself for the deposit that was announced", async () => {
    const { reference } = await announce("500.00");
    const example = new URL("../../../../../examples/statement.csv", import.meta.url).pathname;
    const done = await importFile(example);
    expect([done.code, done.out]).toEqual([0, expect.stringMatching(/imported +6/)]);
    expect((await list("--status", "proposed")).map(({ proposal }) => proposal?.reference)).toEqual([
      reference,
    ]);
  });

  test("a line is credited to a customer who has announced nothing", async () => {
    await load("more.csv", "21/03/2026,5.00,MORE");
    const [line] = await list("--text", "more");
    const done = await run(["credit", line?.id ?? "", "--customer", "customer@demo.test"]);
    expect([done.code, done.error]).toEqual([0, expect.stringContaining("customer@demo.test")]);
    expect((await list("--customer", "customer@demo.test", "--text", "more"))[0]).toMatchObject({
      status: "credited",
    });
  });

  test("a file with columns that we don't know is read once they were said, and the act is in the audit log", async () => {
    const file = "When,Paid in,Paid out,What\n2026-03-23,9.50,,COLUMNS IN\n2026-03-23,,1.50,COLUMNS OUT\n";
    expect((await load("own.csv", file)).out).toContain("We don't know these columns");
    const columns = (...words: string[]) => run(["columns", "aud-bank-transfer", ...words]);
    expect((await columns("--date", "When", "--text", "What")).error).toContain(
      "amount: Name an amount, or debit and credit",
    );
    const said = ["--date", "When", "--credit", "Paid in", "--debit", "Paid out", "--text", "What"];
    expect((await columns(...said)).out).toMatch(/credit +Paid in/);
    expect((await columns()).out).toMatch(/debit +Paid out/);
    expect((await load("own.csv", file)).out).toMatch(/imported +2/);
    expect((await list("--text", "columns")).map(({ amount }) => amount).toSorted()).toEqual([
      "-1.50",
      "9.50",
    ]);
    expect((await columns("--none")).out).toContain("columns");
    expect((await load("own.csv", `${file}2026-03-23,1.00,,MORE\n`)).code).toBe(1);
    const acts = await app.services.database.read
      .selectFrom("audit_log")
      .select("details")
      .where("action", "=", "deposit_account.columns_set")
      .execute();
    expect(acts).toHaveLength(2);
  });

  test.each([
    ["a line that cannot be read", "x.csv", "22/03/2026,1.001,x", 1, /more than two decimals/],
    ["an archive", "x.zip", Buffer.from("PK\u0003\u0004\u0000\u0000"), 1, /archive or a spreadsheet/],
    ["an archive of gzip", "x.gz", Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), 1, /not in UTF-8 or Latin-1/],
  ])("%s is refused with its line", async (_name, name, bytes, code, text) => {
    const refused = await load(name, bytes);
    expect(refused.code).toBe(code);
    expect(refused.out).toMatch(text);
  });

  test.each([
    [["import", "nowhere.csv", "--account", "aud-bank-transfer"], "nowhere.csv cannot be read"],
    [["import", "nowhere.csv"], "missing --account"],
    [["credit"], "missing argument 1"],
    [["credit", "--proposed", "--reference", "2222"], "name no line"],
    [["own-money", "x"], "missing --internal-note"],
  ])("%j is refused with what to do", async (words, message) => {
    const { code, error } = await run([...words, "--yes"]);
    expect([code, error]).toEqual([2, expect.stringContaining(message)]);
  });
});

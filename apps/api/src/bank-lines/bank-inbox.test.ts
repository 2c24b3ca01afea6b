import { mkdir, mkdtemp, readdir, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { readInbox } from "./bank-inbox.ts";

const ACCOUNT = "aud-bank-transfer";
const MINUTE = 60_000;

describe.each(DIALECTS)("a folder with statements on %s", (dialect) => {
  let app: TestApp;
  let other: TestApp;
  let inbox: string;
  beforeAll(async () => {
    app = await startTestApp({ dialect });
    other = await startTestApp({ dialect, databaseUrl: app.databaseUrl });
    inbox = await mkdtemp(path.join(tmpdir(), "wattle-"));
    await mkdir(path.join(inbox, ACCOUNT));
    await mkdir(path.join(inbox, "no-account"));
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  /** Puts a file in, which was written so long ago. */
  const put = async (name: string, content: string, age = MINUTE, account = ACCOUNT): Promise<string> => {
    const file = path.join(inbox, account, name);
    await writeFile(file, content);
    const at = new Date(app.clock.now() - age);
    await utimes(file, at, at);
    return file;
  };
  const inside = async (folder: string, account = ACCOUNT): Promise<string[]> =>
    (await readdir(path.join(inbox, account, folder))).toSorted();
  const linesOf = async (text: string): Promise<number> =>
    (
      await app.services.database.read
        .selectFrom("bank_lines")
        .select("id")
        .where("text", "like", `${text}%`)
        .execute()
    ).length;
  const look = (by = app): Promise<void> => readInbox(by.services, inbox);

  test("a file is imported and moved to done", async () => {
    await put("day.csv", "20/03/2026,1.00,INBOX A\n20/03/2026,2.00,INBOX B\n");
    await look();
    expect(await linesOf("INBOX")).toBe(2);
    expect(await inside("done")).toEqual([expect.stringMatching(/^\d{4}-.*-day\.csv$/)]);
  });

  test.each([
    ["written just now", "new.csv", 1000],
    ["called unfinished", "new.csv.part", MINUTE],
    ["hidden", ".new.csv", MINUTE],
  ])("a file that is %s is left alone", async (_how, name, age) => {
    const file = await put(name, "20/03/2026,3.00,UNFINISHED\n", age);
    await look();
    expect(await linesOf("UNFINISHED")).toBe(0);
    expect(await readFile(file, "utf8")).toContain("UNFINISHED");
    await rename(file, path.join(inbox, "kept-elsewhere"));
  });

  test.each([
    ["a broken file", ACCOUNT, "1,2", /^0 imported, 0 were known, 1 refused\nline 1: /],
    [
      "a file with a line that cannot be read",
      ACCOUNT,
      "21/03/2026,4.00,PARTLY\n21/03/2026,4.001,x\n",
      /^1 imported, 0 were known, 1 refused\nline 2: The amount has more than two decimals\n$/,
    ],
    ["a file of no account", "no-account", "21/03/2026,5.00,NOWHERE\n", /\nline 0: /],
  ])(
    "%s is moved to failed with a report, and the audit log says so",
    async (_case, account, text, report) => {
      await put("bad.csv", text, MINUTE, account);
      await look();
      const failed = await inside("failed", account);
      expect(await readFile(path.join(inbox, account, "failed", failed.at(-1) ?? ""), "utf8")).toMatch(
        report,
      );
      expect(failed.at(-2)).toMatch(/-bad\.csv$/);
      const acts = await app.services.database.read
        .selectFrom("audit_log")
        .select("details")
        .where("action", "=", "bank_inbox.refused")
        .where("subject", "=", account)
        .execute();
      expect(acts.at(-1)?.details).toContain("bad.csv");
      app.clock.advance(1);
    },
  );

  test("what an import warns of lies next to the file", async () => {
    await put("words.csv", "24/03/2026,8.00,WARNED\n");
    await put(
      "words.ofx",
      "<OFX><CURDEF>AUD<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260324<TRNAMT>8.00<FITID>1<MEMO>OTHER WORDS</STMTTRN></BANKTRANLIST></OFX>",
    );
    await look();
    const report = (await inside("done")).find((name) => name.endsWith("-words.ofx.txt")) ?? "";
    expect(await readFile(path.join(inbox, ACCOUNT, "done", report), "utf8")).toContain("1 line may be one");
  });

  test("of two processes one imports a file", async () => {
    for (let n = 0; n < 5; n += 1) await put(`race-${n}.csv`, `22/03/2026,${n + 1}.00,RACE ${n}\n`);
    await Promise.all([look(), look(other)]);
    await look();
    expect(await linesOf("RACE")).toBe(5);
    expect((await inside("done")).filter((name) => name.includes("race-"))).toHaveLength(5);
    const imports = await app.services.database.read
      .selectFrom("audit_log")
      .select("details")
      .where("action", "=", "bank_lines.imported")
      .where("details", "like", '%"imported":1,"duplicates":0%')
      .where("actor", "=", "system:bank-inbox")
      .execute();
    expect(imports.length).toBeGreaterThanOrEqual(5);
  });

  test("what a process took that has died is imported later", async () => {
    const file = await put("left.csv", "23/03/2026,6.00,LEFT\n");
    await rename(file, path.join(inbox, ACCOUNT, ".taken", "left.csv"));
    await look();
    expect(await linesOf("LEFT")).toBe(0);
    app.clock.advance(11 * MINUTE);
    await look();
    expect(await linesOf("LEFT")).toBe(1);
  });
});

import { readFileSync } from "node:fs";
import type { BankLine, BankLinesImported, StatementHead } from "@wattle/contracts/bank-lines";
import { insertBankLines } from "@wattle/db/bank-lines";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { announceDeposit } from "../testing/bank-orders.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import { newAccount, newStaff } from "../testing/new-staff.ts";
import { importBankLines } from "./import-bank-lines.ts";

const ACCOUNT = "aud-bank-transfer";
type Staff = Awaited<ReturnType<typeof newStaff>>;

describe.each(DIALECTS)("importing a statement, on %s", (dialect) => {
  let api: TestApp;
  let fiona: Staff;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    fiona = await newStaff(api, "finance");
  });
  afterAll(async () => {
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    await api.close();
  });

  const upload = (content: string, more: object = {}, by = fiona) =>
    mutate<BankLinesImported>(by.client, "ops.bankLines.import", {
      deposit_account_id: ACCOUNT,
      content,
      ...more,
    });
  const list = async (input: object = {}) =>
    (await query<{ data: BankLine[]; next_cursor: string | null }>(fiona.client, "ops.bankLines.list", input))
      .data;
  /** Gain of an account of the house since the demo began: its balance, seen from outside. */
  const balanceOf = async (purpose: "bank" | "suspense"): Promise<bigint> => {
    const account = houseAccount(purpose, "AUD");
    const postings = await api.services.database.read
      .selectFrom("ledger_postings")
      .select(["source_account", "amount"])
      .where((row) => row.or([row("source_account", "=", account), row("destination_account", "=", account)]))
      .execute();
    return postings.reduce(
      (sum, { source_account, amount }) => sum + (source_account === account ? -amount : amount),
      0n,
    );
  };
  const statementSum = async (): Promise<bigint> => {
    const rows = await api.services.database.read.selectFrom("bank_lines").select("amount").execute();
    return rows.reduce((sum, { amount }) => sum + amount, 0n);
  };

  test("each line is booked between bank and suspense at once; the same file again adds nothing", async () => {
    const before = [await balanceOf("bank"), await balanceOf("suspense")];
    const file = "20/01/2026,100.00,First\n20/01/2026,-30.00,Second\n";
    expect((await upload(file)).data).toEqual({ imported: 2, duplicates: 0, refused: [] });
    const after = [await balanceOf("bank"), await balanceOf("suspense")];
    // The bank's account has its money with a minus: it is where money comes from.
    expect(after.map((sum, place) => sum - (before[place] ?? 0n))).toEqual([-7000n, 7000n]);
    expect((await upload(file)).data).toEqual({ imported: 0, duplicates: 2, refused: [] });
    expect([await balanceOf("bank"), await balanceOf("suspense")]).toEqual(after);
  });

  test("any number of small files may come at once: only large ones wait for each other", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload("")));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(["validation_failed"]));
  });

  test("two equal payments of one day in one file both count, and an overlapping file adds what is new", async () => {
    const twice = "21/01/2026,50.00,Same\n21/01/2026,50.00,Same\n";
    expect((await upload(twice)).data).toMatchObject({ imported: 2, duplicates: 0 });
    expect((await upload(`${twice}21/01/2026,50.00,Same\n22/01/2026,1.00,New\n`)).data).toMatchObject({
      imported: 2,
      duplicates: 2,
    });
  });

  test("one file uploaded by two at the same moment is imported once", async () => {
    const frank = await newStaff(api, "finance");
    const file = Array.from({ length: 450 }, (_, index) => `23/01/2026,1.00,Line ${index}`).join("\n");
    const [a, b] = await Promise.all([upload(file), upload(file, {}, frank)]);
    expect([a.data.imported, b.data.imported].toSorted((x, y) => x - y)).toEqual([0, 450]);
    expect([a.data.duplicates, b.data.duplicates].toSorted((x, y) => x - y)).toEqual([0, 450]);
  });

  test("a bad line is named and left out; a broken file imports nothing", async () => {
    const before = await statementSum();
    const partly = await upload("24/01/2026,1.00,Good\n24/01/2026,1.001,Bad\n");
    expect(partly.data).toMatchObject({ imported: 1, refused: [{ line: 2 }] });
    const broken = await upload("25/01/2026,1.00,a,1.00\n25/01/2026,1.00,b,5.00\n");
    expect(broken.data).toEqual({
      imported: 0,
      duplicates: 0,
      refused: [{ line: 2, reason: "The balance does not add up here" }],
    });
    expect(await statementSum()).toBe(before + 100n);
  });

  describe("a CSV file that we don't know", () => {
    const FILE = "Sum;No,When,What,Who\n7.50,02/04/2026,Columns one,Jo\n-1.25,04/04/2026,Columns two,\n";
    const columns = { date: "When", amount: "Sum;No", text: "What", payer: "Who" };
    const head = (more: object = {}, by = fiona) =>
      mutate<StatementHead>(by.client, "ops.bankLines.readHead", {
        deposit_account_id: ACCOUNT,
        content: FILE,
        ...more,
      });
    const keep = (kept: object | null) =>
      mutate(fiona.client, "ops.bankLines.setColumns", { deposit_account_id: ACCOUNT, columns: kept });
    afterEach(() => keep(null));

    test("asks which column has what, shows how it is read, and imports nothing meanwhile", async () => {
      const before = await statementSum();
      expect((await head()).data).toEqual({
        rows: [
          { line: 1, cells: ["Sum;No", "When", "What", "Who"] },
          { line: 2, cells: ["7.50", "02/04/2026", "Columns one", "Jo"] },
          { line: 3, cells: ["-1.25", "04/04/2026", "Columns two", ""] },
        ],
        needs_columns: true,
        columns: null,
        lines: [],
        refused: [{ line: 1, reason: "We don't know these columns" }],
      });
      expect((await head({ columns })).data).toMatchObject({
        needs_columns: false,
        lines: [
          { line: 2, booked_on: "2026-04-02", amount: "7.50", text: "Columns one", payer: "Jo" },
          { line: 3, booked_on: "2026-04-04", amount: "-1.25", text: "Columns two", payer: "" },
        ],
        refused: [],
      });
      const turned = await head({ columns: { ...columns, date_order: "month_first" } });
      expect(turned.data.lines.map(({ booked_on }) => booked_on)).toEqual(["2026-02-04", "2026-04-04"]);
      expect((await head({ columns: { ...columns, date: "Nowhere" } })).data).toMatchObject({
        lines: [],
        refused: [{ line: 1, reason: "There is no column Nowhere" }],
      });
      expect(await statementSum()).toBe(before);
    });

    test("is read by what is kept for the account, the next time without asking", async () => {
      await keep({ ...columns, date_order: "day_first" });
      expect((await head()).data).toMatchObject({ needs_columns: false, columns, lines: [{}, {}] });
      expect((await upload(FILE)).data).toMatchObject({ imported: 2, refused: [] });
      // One whose columns are others asks again.
      expect((await head({ content: "A,B,C,D,E\n1,2,3,4,5\n" })).data).toMatchObject({ needs_columns: true });
    });

    test("is another's to credit than theirs who set how it is read", async () => {
      await keep(columns);
      const file = FILE.replaceAll("Columns", "Read by them");
      expect((await upload(file, {}, await newStaff(api, "finance"))).data).toMatchObject({ imported: 2 });
      const line = (await list({ limit: 200 })).data.find(({ text }) => text === "Read by them one");
      const credit = { id: line?.id, customer: (await newAccount(api)).id };
      expect((await mutate(fiona.client, "ops.bankLines.credit", credit)).data).toMatchObject({
        outcome: "awaiting_approval",
        approval: { reasons: ["The same person set how this statement is read."] },
      });
      const frank = await newStaff(api, "finance");
      expect((await mutate(frank.client, "ops.bankLines.credit", credit)).data).toMatchObject({
        outcome: "done",
      });
    });

    test("does not come in again where it is read by other columns, or its dates the other way round", async () => {
      const file = FILE.replaceAll("Columns", "Once");
      expect((await upload(file, { columns })).data).toMatchObject({ imported: 2, duplicates: 0 });
      for (const others of [
        { ...columns, date_order: "month_first" },
        { date: "When", amount: "Sum;No", text: "What" },
        { date: "When", amount: "Sum;No", text: "Who", payer: "What" },
      ]) {
        expect((await upload(file, { columns: others })).data).toMatchObject({ imported: 0, duplicates: 2 });
      }
    });

    test("that a known format or only a part of a line shows is no question", async () => {
      await keep(columns);
      expect((await head({ content: "02/03/2026,1.00,Rent\n" })).data).toMatchObject({
        needs_columns: false,
        columns: null,
      });
      expect((await head({ content: "OFXHEADER:100\n<OFX>" })).data).toMatchObject({
        needs_columns: false,
        rows: [],
      });
      const many = Array.from({ length: 300 }, (_, index) => `1.00,02/03/2026,Row ${index},Jo`);
      const { data } = await head({ content: [FILE.split("\n")[0], ...many].join("\n") });
      expect(data.lines.length).toBeLessThan(15);
    });

    test("is no one's to look at who may not import it", async () => {
      const support = await newStaff(api, "support");
      expect((await head({}, support)).code).toBe("forbidden");
      expect((await head({ deposit_account_id: "aud-nothing" })).code).toBe("not_found");
      expect((await head({ content: "x".repeat(16_001) })).errors).toHaveProperty("content");
    });
  });

  test("an account that is none, and who may not", async () => {
    expect((await upload("25/01/2026,1.00,a", { deposit_account_id: "aud-nothing" })).code).toBe("not_found");
    expect((await upload("25/01/2026,1.00,a", { format: "pdf" })).errors).toHaveProperty("format");
    const support = await newStaff(api, "support");
    expect((await upload("25/01/2026,1.00,a", {}, support)).code).toBe("forbidden");
    expect((await query(support.client, "ops.bankLines.list")).status).toBe(200);
  });

  test("lines are listed newest first, page by page, each once", async () => {
    const rows = Array.from(
      { length: 7 },
      (_, index) => `0${index + 1}/03/2026,${index + 1}.00,Page ${index}`,
    );
    await upload(rows.join("\n"));
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ from: "2026-03-01", to: "2026-03-07", limit: 3, ...(cursor && { cursor }) });
      seen.push(...page.data.map(({ text }) => text));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Page ${index}`));
    expect((await list({ text: "pAgE 3" })).data).toMatchObject([
      { booked_on: "2026-03-04", amount: "4.00", currency: "AUD", status: "unmatched", payer: null },
    ]);
    expect((await list({ amount: "4", from: "2026-03-01" })).data).toHaveLength(1);
    expect((await list({ status: "credited", from: "2026-03-01", to: "2026-03-07" })).data).toEqual([]);
    expect((await query(fiona.client, "ops.bankLines.list", { cursor: "nowhere" })).errors).toHaveProperty(
      "cursor",
    );
  });

  test("the bank in the books is what the statements say", async () => {
    const opening = await balanceOf("bank");
    await upload("01/04/2026,12.34,in\n02/04/2026,-2.34,out\n");
    expect(await balanceOf("bank")).toBe(opening - 1000n);
    const all = await api.services.database.read
      .selectFrom("ledger_postings")
      .innerJoin("ledger_entries", "ledger_entries.id", "ledger_postings.entry_id")
      .select(["source_account", "amount"])
      .where("kind", "=", "bank_lines")
      .execute();
    const moved = all.reduce(
      (sum, { source_account, amount }) => sum + (source_account === "house:bank:AUD" ? amount : -amount),
      0n,
    );
    expect(moved).toBe(await statementSum());
  });

  test("a line that another format had is not counted twice; one that only looks like it waits for staff", async () => {
    const balance = (code: string, amount: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="AUD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
    const entry = (amount: string, text: string) =>
      `<Ntry><Amt Ccy="AUD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-06-01</Dt></BookgDt>
       <NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Jo Smith</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
    const camt = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
      ${balance("OPBD", "0.00")}${entry("61.00", "RENT-JUNE")}${entry("62.00", "INVOICE 78")}${entry("63.00", "NEW")}${balance("CLBD", "186.00")}
      </Stmt></BkToCstmrStmt></Document>`;
    await upload("01/06/2026,61.00,OSKO JO SMITH RENT JUNE\n01/06/2026,62.00,COUNTER DEPOSIT\n");
    const before = await statementSum();
    const first = await upload(camt);
    expect(first.data).toEqual({
      imported: 2,
      duplicates: 1,
      refused: [],
      warnings: [
        "1 line was imported from another format before.",
        "1 line may be one that was imported from another format: staff decide.",
      ],
    });
    expect(await statementSum()).toBe(before + 12_500n);
    expect((await upload(camt)).data).toMatchObject({ imported: 0, duplicates: 3 });
    const [like] = (await list({ text: "INVOICE 78" })).data;
    expect(like?.remarks).toEqual(["Another format has a line of this day and amount."]);
    // It was the same one: a line of its own takes it out again.
    await upload("01/06/2026,-62.00,CORRECTION: IMPORTED TWICE");
    const [out] = (await list({ text: "IMPORTED TWICE" })).data;
    const frank = await newStaff(api, "finance");
    for (const each of [like, out]) {
      const input = { id: each?.id, message: "Imported twice" };
      expect((await mutate<BankLine>(frank.client, "ops.bankLines.return", input)).data.status).toBe(
        "returned",
      );
    }
    expect(await statementSum()).toBe(before + 6300n);
  });

  test("a line whose format was not noted warns of one like it", async () => {
    const old = "02/06/2026,71.00,OSKO JO SMITH RENT\n";
    await upload(old);
    const { data } = await list({ text: "OSKO JO SMITH RENT" });
    const row = await api.services.database.read
      .selectFrom("bank_lines")
      .selectAll()
      .where("id", "=", data[0]?.id ?? "")
      .executeTakeFirstOrThrow();
    const unlike = { id: crypto.randomUUID(), entry_id: "older", identity: "1", format: null };
    await api.services.database.write(async (tx) => {
      const [source, destination] = [houseAccount("bank", "AUD"), houseAccount("suspense", "AUD")];
      await postEntry(tx, {
        id: unlike.entry_id,
        kind: "bank_lines",
        description: "Older",
        createdBy: "test",
        createdAt: row.imported_at,
        postings: [{ source, destination, currency: "AUD", amount: row.amount }],
      });
      await insertBankLines(tx, [{ ...row, ...unlike, booked_on: "2026-06-03" }]);
    });
    const warnings = ["1 line may be one that was imported from another format: staff decide."];
    expect((await upload(old.replace("02/06", "03/06"))).data).toMatchObject({ imported: 1, warnings });
  });

  test("a line that the file has word for word is no other line of the file", async () => {
    const entry = (memo: string) =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260604<TRNAMT>72.00<MEMO>${memo}</STMTTRN>`;
    const ofx = (...memos: string[]) =>
      `<OFX><CURDEF>AUD<BANKTRANLIST>${memos.map(entry).join("")}</BANKTRANLIST></OFX>`;
    await upload("04/06/2026,72.00,OSKO JO SMITH RENT\n");
    const both = await upload(ofx("OSKO JO SMITH RENT", "OSKO JO SMITH RENT AGAIN"));
    expect(both.data).toEqual({ imported: 1, duplicates: 1, refused: [] });
  });

  test.each([
    ["camt-batch-instructed-amounts.xml", "330.56"],
    ["camt-structured-message.xml", "158.00"],
    ["ofx-br-in-memo.ofx", "303.00"],
  ])("%s: the line of %s is proposed for the deposit that it names", async (name, amount) => {
    const { client } = await newAccount(api, { permissions: '["deposit-money"]' });
    const { reference } = await announceDeposit(client, amount, "bank_transfer");
    const file = readFileSync(new URL(`statements/cases/${name}`, import.meta.url), "utf8");
    expect((await upload(file.replace("{REFERENCE}", reference))).data).toMatchObject({ refused: [] });
    const { data: lines } = await list({ amount, from: "2026-11-20" });
    expect(lines).toMatchObject([{ status: "proposed", proposal: { kind: "deposit", reference } }]);
  });

  test("a line that its bank has reworded since is known by the bank's own identifier", async () => {
    const line = (id: string, text: string, amount = "81.00") =>
      `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260607<TRNAMT>${amount}<FITID>${id}<MEMO>${text}</STMTTRN>`;
    const ofx = (...lines: string[]) =>
      `<OFX><CURDEF>AUD<BANKTRANLIST>${lines.join("")}</BANKTRANLIST></OFX>`;
    expect((await upload(ofx(line("BANKID-1", "PENDING")))).data).toMatchObject({ imported: 1 });
    const again = ofx(line("BANKID-1", "PAYMENT RECEIPT 0012"), line("BANKID-2", "OTHER"));
    const warnings = ["1 line was imported before with another text."];
    expect((await upload(again)).data).toEqual({ imported: 1, duplicates: 1, refused: [], warnings });
    expect((await upload(again)).data).toMatchObject({ imported: 0, duplicates: 2 });
    // One identifier on several payments tells nothing, nor does another amount with it.
    const shared = ofx(line("BANKID-1", "THIRD"), line("BANKID-1", "FOURTH"));
    expect((await upload(shared)).data).toEqual({ imported: 2, duplicates: 0, refused: [] });
    expect((await upload(ofx(line("BANKID-1", "FIFTH", "82.00")))).data).toMatchObject({ imported: 1 });
  });

  test("a line of long before the account's first is imported with a warning", async () => {
    const warnings = ["1 line is of long before this account's first, of 1 Jan 2026."];
    await upload("01/01/2026,0.01,FIRST OF ALL\n");
    expect((await upload("30/12/2024,0.01,LONG BEFORE\n")).data).toMatchObject({ imported: 1, warnings });
  });

  test("an import says how far it is", async () => {
    const heard: number[] = [];
    const content = Array.from({ length: 450 }, (_, index) => `05/05/2026,1.00,Heard ${index}`).join("\n");
    await importBankLines(
      api.services,
      { id: fiona.id },
      { deposit_account_id: ACCOUNT, content, format: "csv" },
      (done) => void heard.push(done),
    );
    expect(heard).toEqual(Array.from({ length: 9 }, (_, piece) => 50 * (piece + 1)));
  });

  // Last: once there are many lines, each import starts a thread.
  describe("a large statement", () => {
    const linesOf = (name: string, count: number): string =>
      Array.from({ length: count }, (_, index) => `06/05/2026,1.00,${name} ${index}`).join("\n");
    const importAs = (content: string, onProgress?: (done: number) => void, services = api.services) =>
      importBankLines(
        services,
        { id: fiona.id },
        { deposit_account_id: ACCOUNT, content, format: "csv" },
        onProgress,
      );
    const countOf = async (name: string): Promise<number> =>
      (
        await api.services.database.read
          .selectFrom("bank_lines")
          .select("id")
          .where("text", "like", `${name} %`)
          .execute()
      ).length;
    const actsOf = async (action: string): Promise<number> =>
      (
        await api.services.database.read
          .selectFrom("audit_log")
          .select("id")
          .where("action", "=", action)
          .execute()
      ).length;

    test("is written in pieces between which others read and write", async () => {
      const seen: Promise<number>[] = [];
      const written = importAs(linesOf("PIECES", 1000), () => void seen.push(countOf("PIECES")));
      expect(await written).toEqual({ imported: 1000, duplicates: 0, refused: [] });
      const counts = await Promise.all(seen);
      expect(counts.length).toBeGreaterThan(5);
      expect(counts[0]).toBeLessThan(500);
    });

    test("that a process could not finish is completed by the same file, which says how many lines were there", async () => {
      const content = linesOf("HALF", 900);
      const begun = await actsOf("bank_lines.import_begun");
      const done = await actsOf("bank_lines.imported");
      const dying = {
        ...api.services,
        database: {
          ...api.services.database,
          write: ((work, options) => {
            if (left-- === 0) throw new Error("the process is gone");
            return api.services.database.write(work, options);
          }) as typeof api.services.database.write,
        },
      };
      let left = 5;
      await expect(importAs(content, undefined, dying)).rejects.toThrow("the process is gone");
      const there = await countOf("HALF");
      expect([there > 0, there < 900]).toEqual([true, true]);
      expect(await actsOf("bank_lines.import_begun")).toBe(begun + 1);
      expect(await actsOf("bank_lines.imported")).toBe(done);
      expect(await importAs(content)).toEqual({ imported: 900 - there, duplicates: there, refused: [] });
      expect(await countOf("HALF")).toBe(900);
      expect(await actsOf("bank_lines.imported")).toBe(done + 1);
    });

    test("is not amid its lines when a day of its account is closed", async () => {
      const closes: Promise<string | undefined>[] = [];
      const close = async () =>
        (
          await mutate(fiona.client, "ops.reconciliation.close", {
            deposit_account_id: ACCOUNT,
            date: "2026-05-06",
            statement_balance: "0.00",
          })
        ).code;
      await importAs(linesOf("CLOSING", 300), (done) => {
        if (done < 300) closes.push(close());
      });
      expect(new Set(await Promise.all(closes))).toEqual(new Set(["state_conflict"]));
    });

    test.each([
      ["with 101 bad lines", `06/05/2026,1.00,GOOD LINE\n${"06/05/2026,1.001,Bad\n".repeat(101)}`, 101],
      ["with 20,000 of them", `06/05/2026,1.00,GOOD LINE\n${"06/05/2026,1.001,Bad\n".repeat(20_000)}`, 101],
      ["with days that haven't come", "06/05/2999,1.00,Far\n".repeat(150), 101],
      ["with 100,001 lines", "06/05/2026,1.00,GOOD LINE\n".repeat(100_001), 1],
    ])("%s is refused as a whole, and says so", async (_name, content, refusals) => {
      const { data } = await upload(content);
      expect(data).toMatchObject({ imported: 0, duplicates: 0 });
      expect(data.refused).toHaveLength(refusals);
      expect(data.refused.at(-1)?.reason).toMatch(
        /^(More than 100 lines can't be read: nothing was imported|There are more than 100,000 lines: split the file)$/,
      );
      expect(await countOf("GOOD")).toBe(0);
    });

    test("with 100 bad lines is imported without them", async () => {
      const { data } = await upload(`06/05/2026,1.00,RIGHT LINE\n${"06/05/2026,1.001,Bad\n".repeat(100)}`);
      expect([data.imported, data.refused.length]).toEqual([1, 100]);
    });

    test("whose body is not JSON is refused", async () => {
      const answer = await fiona.client.send("POST", "/trpc/ops.bankLines.import", {
        headers: { "content-type": "application/json" },
        body: `{"deposit_account_id":"${ACCOUNT}","content":"${"x".repeat(100_000)}`,
      });
      expect([answer.status, answer.text.includes("malformed_json")]).toEqual([400, true]);
    });

    test("may be larger than other bodies, up to 20 MB, for those who may import it", async () => {
      const row = (index: number): string => `26/01/2026,0.01,${"x".repeat(60)} ${index}\n`;
      const large = Array.from({ length: 2000 }, (_, index) => row(index)).join("");
      expect((await upload(large)).data).toMatchObject({ imported: 2000, refused: [] });
      expect((await upload("x".repeat(20 * 1024 * 1024 + 1))).code).toBe("payload_too_large");
      const support = await newStaff(api, "support");
      expect((await upload(large, {}, support)).code).toBe("payload_too_large");
    });
  });
});

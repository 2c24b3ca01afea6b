import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { BankLine, BankLinesImported } from "@wattle/contracts/bank-lines";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { announceDeposit } from "../testing/bank-orders.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { newAccount, newStaff } from "../testing/new-staff.ts";
import { importBankLines } from "./import-bank-lines.ts";

const ACCOUNT = "aud-bank-transfer";
const PAYER = "WATTLE CUSTOMER";
const HEADER = "Date,Amount,Transaction Details";
const PAYER_COLUMN = "Merchant Name";

type Staff = Awaited<ReturnType<typeof newStaff>>;

describe.each(DIALECTS)("AUTO_CREDIT on %s", (dialect) => {
  let api: TestApp;
  let customer: TestClient;
  let customerId: string;
  let admin: Staff;
  beforeAll(async () => {
    api = await startTestApp({
      dialect,
      env: { AUTO_CREDIT: "true", APPROVAL_LIMIT: "400.00", APPROVAL_DAILY_LIMIT: "500.00" },
    });
    admin = await newStaff(api, "admin");
  });
  // What is moved for one customer in a day has a limit.
  beforeEach(async () => {
    const permissions = '["deposit-money"]';
    ({ client: customer, id: customerId } = await newAccount(api, { first_name: "Wattle", permissions }));
  });
  afterAll(async () => {
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    await api.close();
  });

  const row = (amount: string, text: string, payer: string | null = PAYER) =>
    ["20/11/2026", amount, text, ...(payer === null ? [] : [payer])].join(",");
  const file = (rows: readonly string[]) => ({
    deposit_account_id: ACCOUNT,
    content: [
      rows.every((each) => each.split(",").length === 3) ? HEADER : `${HEADER},${PAYER_COLUMN}`,
      ...rows,
    ].join("\n"),
  });
  const upload = async (by: Staff, ...rows: readonly string[]): Promise<void> => {
    const { data } = await mutate<BankLinesImported>(by.client, "ops.bankLines.import", file(rows));
    expect(data).toMatchObject({ refused: [] });
  };
  const lineOf = async (text: string): Promise<BankLine> => {
    const found = await query<{ data: BankLine[] }>(admin.client, "ops.bankLines.list", { text });
    const [line] = found.data.data;
    if (line === undefined) throw new Error(`no line has the text ${text}`);
    return line;
  };
  /** How many of the lines with these texts were credited. */
  const credited = async (texts: readonly string[]): Promise<number> => {
    const lines = await Promise.all(texts.map(lineOf));
    return lines.filter(({ status }) => status === "credited").length;
  };
  /** References of so many deposits of one amount. */
  const announced = async (count: number, amount: string): Promise<string[]> => {
    const references: string[] = [];
    for (let n = 0; n < count; n += 1)
      references.push((await announceDeposit(customer, amount, "bank_transfer")).reference);
    return references;
  };

  test.each([
    ["what is certain", "100.00", "100.00", PAYER, "credited"],
    ["less than planned", "100.00", "99.00", PAYER, "proposed"],
    ["a third party", "100.00", "100.00", "ACME", "proposed"],
    ["no payer but in the text, as CSV without a column for it", "100.00", "100.00", null, "credited"],
    ["no payer but in the text, and an empty column for it", "100.00", "100.00", "", "proposed"],
    ["the payer's initial alone", "100.00", "100.00", "W CUSTOMER", "proposed"],
    ["what needs a second person", "400.00", "400.00", PAYER, "proposed"],
  ])("%s", async (_case, planned, amount, payer, status) => {
    const [reference = ""] = await announced(1, planned);
    await upload(await newStaff(api, "finance"), row(amount, `${PAYER} ${reference}`, payer));
    expect(await lineOf(reference)).toMatchObject({ status });
  });

  test("what someone brings counts as credited by that person, also where someone else imports next", async () => {
    const [fiona, frank] = [await newStaff(api, "finance"), await newStaff(api, "finance")];
    const texts = await announced(3, "200.00");
    await upload(fiona, ...texts.map((text) => row("200.00", text)));
    expect(await credited(texts)).toBe(2);
    await upload(frank, row("1.00", "something else"));
    expect(await credited(texts)).toBe(2);
    const lines = await Promise.all(texts.map(lineOf));
    const id = lines.find(({ status }) => status === "proposed")?.id;
    const asked = await mutate<AwaitingApproval>(fiona.client, "ops.bankLines.credit", { id });
    expect(asked.data.outcome).toBe("awaiting_approval");
  });

  test("two imports of one person at once do not pass the limit together", async () => {
    const fiona = await newStaff(api, "finance");
    const texts = await announced(4, "200.00");
    await Promise.all([
      upload(fiona, ...texts.slice(0, 2).map((text) => row("200.00", text))),
      upload(fiona, ...texts.slice(2).map((text) => row("200.00", text))),
    ]);
    expect(await credited(texts)).toBe(2);
  });

  test("nothing is credited by a line that may be one of another format", async () => {
    const [reference = ""] = await announced(1, "77.00");
    await upload(await newStaff(api, "finance"), row("77.00", "COUNTER"));
    const ofx = `<OFX><CURDEF>AUD<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>77.00<FITID>1<NAME>${PAYER}<MEMO>${reference}</STMTTRN></BANKTRANLIST></OFX>`;
    const input = { deposit_account_id: ACCOUNT, content: ofx };
    const { data } = await mutate<BankLinesImported>(admin.client, "ops.bankLines.import", input);
    expect(data).toMatchObject({ imported: 1, refused: [] });
    expect(await lineOf(reference)).toMatchObject({ status: "proposed", proposal: { certain: false } });
  });

  test("the inbox counts as a person of its own", async () => {
    const texts = await announced(3, "200.00");
    const input = { ...file(texts.map((text) => row("200.00", text))), format: "auto" } as const;
    await importBankLines(api.services, { id: "system:bank-inbox" }, input);
    expect(await credited(texts)).toBe(2);
  });

  test.each([
    ["who is on hold for deposits", { on_hold: '["deposits"]' }],
    ["who is blocked", { status: "blocked" }],
  ])("nothing is credited to a customer %s", async (_case, change) => {
    const [reference = ""] = await announced(1, "50.00");
    const set = (changes: object) =>
      api.services.database.write((tx) =>
        tx.updateTable("users").set(changes).where("id", "=", customerId).execute(),
      );
    await set(change);
    await upload(await newStaff(api, "finance"), row("50.00", reference));
    const line = await lineOf(reference);
    await set({ status: "verified", on_hold: "[]" });
    expect(line).toMatchObject({ status: "proposed", proposal: { certain: false } });
    expect(line.proposal?.reasons).toContain("The customer may not deposit now.");
  });

  test("nothing credits itself while deposits are paused; the next import credits it", async () => {
    const [reference = ""] = await announced(1, "51.00");
    const pause = async (paused: boolean): Promise<void> => {
      const set = await mutate(admin.client, "ops.switches.set", { what: "deposits", paused });
      expect(set.status, set.message).toBe(200);
    };
    const fiona = await newStaff(api, "finance");
    await pause(true);
    await upload(fiona, row("51.00", reference));
    expect(await lineOf(reference)).toMatchObject({ status: "proposed", proposal: { certain: true } });
    await pause(false);
    await upload(fiona, row("1.00", "after the pause"));
    expect(await lineOf(reference)).toMatchObject({ status: "credited" });
  });

  test("nothing is credited to an account of the importer's own mailbox", async () => {
    const mine = await newAccount(api, { first_name: "Wattle", permissions: '["deposit-money"]' });
    const fiona = await newStaff(api, "finance");
    const email = mine.email.replace("@", "+staff@");
    await api.services.database.write((tx) =>
      tx.updateTable("users").set({ email }).where("id", "=", fiona.id).execute(),
    );
    const { reference } = await announceDeposit(mine.client, "50.00", "bank_transfer");
    await upload(fiona, row("50.00", reference));
    expect(await lineOf(reference)).toMatchObject({ status: "proposed" });
  });
});

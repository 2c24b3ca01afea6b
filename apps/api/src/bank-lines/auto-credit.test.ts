import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { BankLine, BankLinesImported } from "@wattle/contracts/bank-lines";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { amountText } from "../amount-text.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { announceDeposit } from "../testing/bank-orders.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { newAccount, newStaff } from "../testing/new-staff.ts";
import { unitsOf } from "../testing/units.ts";
import { PASSWORD } from "../testing/visitor.ts";
import { importBankLines } from "./import-bank-lines.ts";

const ACCOUNT = "aud-bank-transfer";
const INBOX = { id: "system:bank-inbox" };
const DAY = 25 * 60 * 60_000;
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
    // The balance that the next statement follows.
    await bring(row("0.01", "first of all"));
  });
  // Sums moved for one customer in a day have a limit, and so have those moved by one inbox.
  beforeEach(async () => {
    api.clock.advance(DAY);
    await admin.client.login(admin.email, PASSWORD);
    const permissions = '["deposit-money"]';
    ({ client: customer, id: customerId } = await newAccount(api, { first_name: "Wattle", permissions }));
  });
  afterAll(async () => {
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    await api.close();
  });

  /** The account's balance by the statements so far, in cents. */
  let balance = 0n;
  const row = (amount: string, text: string, payer: string | null = PAYER) =>
    ["20/11/2026", amount, text, ...(payer === null ? [] : [payer])].join(",");
  const file = (rows: readonly string[]) => ({
    deposit_account_id: ACCOUNT,
    content: [
      rows.every((each) => each.split(",").length === 3) ? HEADER : `${HEADER},${PAYER_COLUMN}`,
      ...rows,
    ].join("\n"),
  });
  /** A file with balances, as the inbox brings it. */
  const withBalances = (...rows: readonly string[]) => {
    const { content, ...input } = file(rows);
    const [header = "", ...said] = content.split("\n");
    const lines = said.map((each) => {
      balance += unitsOf(each.split(",")[1] ?? "", "AUD");
      return `${each},${amountText(balance, "AUD")}`;
    });
    return { ...input, content: [`${header},Balance`, ...lines].join("\n"), format: "auto" } as const;
  };
  const bring = async (...rows: readonly string[]): Promise<void> => {
    const done = await importBankLines(api.services, INBOX, withBalances(...rows));
    expect(done).toMatchObject({ imported: rows.length, refused: [] });
  };
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
    await bring(row(amount, `${PAYER} ${reference}`, payer));
    expect(await lineOf(reference)).toMatchObject({ status });
  });

  test("what a person imports is credited by someone else", async () => {
    const fiona = await newStaff(api, "finance");
    const [reference = ""] = await announced(1, "200.00");
    await upload(fiona, row("200.00", reference));
    const { id, ...line } = await lineOf(reference);
    expect(line).toMatchObject({ status: "proposed", proposal: { certain: true } });
    await bring(row("1.00", `something else ${reference.slice(0, 4)}`));
    expect(await lineOf(reference)).toMatchObject({ status: "proposed" });
    const credit = (by: Staff) => mutate<AwaitingApproval>(by.client, "ops.bankLines.credit", { id });
    expect((await credit(fiona)).data.outcome).toBe("awaiting_approval");
  });

  test("what an inbox brings counts as credited by one person of its own, also in two imports at once", async () => {
    const texts = await announced(4, "200.00");
    const input = withBalances(...texts.map((text) => row("200.00", text)));
    await Promise.all([
      importBankLines(api.services, INBOX, input),
      importBankLines(api.services, INBOX, input),
    ]);
    expect(await credited(texts)).toBe(2);
    await bring(row("1.00", `something else ${texts[0]}`));
    expect(await credited(texts)).toBe(2);
  });

  test("nothing is credited by a statement whose balances don't follow", async () => {
    const [reference = "", next = ""] = await announced(2, "100.00");
    balance += 1n;
    await bring(row("100.00", reference));
    expect(await lineOf(reference)).toMatchObject({ status: "proposed", proposal: { certain: true } });
    await bring(row("100.00", next));
    expect(await lineOf(next)).toMatchObject({ status: "credited" });
  });

  test("nothing is credited by a line that may be one of another format", async () => {
    const [reference = ""] = await announced(1, "77.00");
    await bring(row("77.00", "COUNTER"));
    const ofx = `<OFX><CURDEF>AUD<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>77.00<FITID>1<NAME>${PAYER}<MEMO>${reference}</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>{BALANCE}</LEDGERBAL></OFX>`;
    balance += 7_700n;
    const content = ofx.replace("{BALANCE}", amountText(balance, "AUD"));
    const input = { deposit_account_id: ACCOUNT, content, format: "auto" } as const;
    expect(await importBankLines(api.services, INBOX, input)).toMatchObject({ imported: 1, refused: [] });
    expect(await lineOf(reference)).toMatchObject({ status: "proposed", proposal: { certain: false } });
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
    await bring(row("50.00", reference));
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
    await pause(true);
    await bring(row("51.00", reference));
    expect(await lineOf(reference)).toMatchObject({ status: "proposed", proposal: { certain: true } });
    await pause(false);
    await bring(row("1.00", "after the pause"));
    expect(await lineOf(reference)).toMatchObject({ status: "credited" });
  });
});

import type { ApprovalRecord } from "@wattle/contracts/approvals";
import type { CaseRecord, CaseSummary } from "@wattle/contracts/cases";
import { FILING_FIELDS } from "@wattle/contracts/filing-fields";
import type { FilingRecord } from "@wattle/contracts/filings";
import { newDataKeyText, parseDataKeys } from "@wattle/db/sealed/data-key";
import { resealColumn } from "@wattle/db/data-keys/reseal";
import { findFiling } from "@wattle/db/filings";
import { Vault } from "@wattle/db/sealed/vault";
import type { FilingRow } from "@wattle/db/tables";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, startOfDay } from "@wattle/contracts/days";
import { RULE_DEFAULTS } from "@wattle/contracts/rules";
import { findMonitored } from "@wattle/db/monitored-history";
import { isoTime } from "../../clock.ts";
import { caseDueAt } from "../../compliance/open-case.ts";
import { readHistories } from "../../monitoring/read-history.ts";
import { Worths } from "../../monitoring/worths.ts";
import { reportTransfer } from "../../compliance/draft-filing.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { announceDeposit } from "../../testing/bank-orders.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { mutateByTwo } from "../../testing/second-person.ts";

const FORMER = newDataKeyText();

describe.each(DIALECTS)("reports to the authority, on %s", (dialect) => {
  let api: TestApp;
  let carla: TestClient;
  let fiona: TestClient;
  let customer: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect, env: { DATA_KEYS: `${newDataKeyText()},${FORMER}` } });
    carla = (await newStaff(api, "compliance")).client;
    fiona = (await newStaff(api, "finance")).client;
    customer = api.client();
    await customer.login("customer@demo.test");
  });
  afterAll(() => api.close());

  const reports = async (kind?: string): Promise<FilingRecord[]> =>
    (await query<{ data: FilingRecord[] }>(carla, "ops.filings.list", kind === undefined ? {} : { kind }))
      .data.data;
  const ofDeposit = async (amount: string, method: string): Promise<FilingRecord | undefined> => {
    const { reference } = await announceDeposit(customer, amount, method);
    const confirmed = await mutateByTwo(api, fiona, "ops.deposits.confirm", { reference, amount });
    expect(confirmed.errors).toBeUndefined();
    return (await reports()).find((each) => each.reference === reference);
  };
  const today = (): string => new Date(api.clock.now()).toISOString().slice(0, 10);
  const save = (id: string, fields: object) =>
    mutate<FilingRecord>(carla, "ops.filings.save", { id, fields });
  const filed = (id: string, receipt = "SMR-1", filed_on = today()) =>
    mutateByTwo<FilingRecord>(api, carla, "ops.filings.filed", { id, receipt, filed_on });

  test("cash of the threshold opens a draft by itself, with its case; less of it, and other money, does not", async () => {
    expect(await ofDeposit("9999.99", "post_billpay")).toBeUndefined();
    expect(await ofDeposit("20000.00", "payid")).toBeUndefined();
    const draft = await ofDeposit("10000.00", "post_billpay");
    expect(draft).toMatchObject({
      kind: "ttr",
      receipt: null,
      filed_on: null,
      customer: { email: "customer@demo.test" },
      fields: { total_cash: "10000.00", email: "customer@demo.test" },
    });
    const days = (Date.parse(draft?.due_at ?? "") - Date.parse(draft?.created_at ?? "")) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(12);
    expect(days).toBeLessThanOrEqual(25);
    const opened = (await query<CaseRecord>(carla, "ops.cases.get", { id: draft?.case })).data;
    expect(opened).toMatchObject({ kind: "filing", rule: "ttr", status: "open", filings: [draft?.id] });
    expect(opened.due_at).toBe(draft?.due_at);
    expect((await filed(draft?.id ?? "", "TTR-7")).data).toMatchObject({ receipt: "TTR-7" });
    const closed = (await query<CaseRecord>(carla, "ops.cases.get", { id: draft?.case })).data;
    expect(closed).toMatchObject({ status: "closed", outcome: "reported" });
  });

  test("money that came in as AUD and goes out as NGN within 30 days opens a draft, once", async () => {
    expect(await ofDeposit("300.00", "payid")).toBeUndefined();
    const user_id = (await reports("ttr"))[0]?.customer.id ?? "";
    const { database, ids, clock } = api.services;
    const report = async (credit_currency: string, now = clock.now()) => {
      const reference = ids.uuid();
      const row = {
        id: ids.uuid(),
        user_id,
        reference,
        credit: 250_00n,
        credit_currency,
        payment_method: null,
        created_at: BigInt(now),
        bank_account_snapshot: null,
      };
      const services = { ...api.services, clock: { ...clock, now: () => now } };
      for (let time = 0; time < 2; time += 1) await database.write((tx) => reportTransfer(tx, services, row));
      return (await reports("ifti")).filter((each) => each.reference === reference);
    };
    expect(await report("NGN")).toMatchObject([
      {
        kind: "ifti",
        fields: { currency: "NGN", amount: "250.00", direction: "Out of Australia", received_on: today() },
      },
    ]);
    // Nothing came from abroad, and nothing goes there.
    expect(await report("AUD")).toEqual([]);
    expect(await report("NGN", clock.now() + 31 * 86_400_000)).toEqual([]);
  });

  test("cash counts from the day on which the bank booked it, however late it is credited", async () => {
    const day = addDays(today(), -14);
    const [one, other] = ["6000.00", "10500.00"];
    const content = [one, other].map((amount) => `${day},${amount},CASH AT A POST OFFICE`).join("\n");
    const account = { deposit_account_id: "aud-post-billpay", content };
    expect((await mutate(fiona, "ops.bankLines.import", account)).status).toBe(200);
    const lines = (
      await query<{ data: { id: string; amount: string }[] }>(fiona, "ops.bankLines.list", {
        text: "CASH AT A POST OFFICE",
      })
    ).data.data;
    const { id } = await newAccount(api);
    const iris = (await newStaff(api, "finance")).client;
    for (const line of lines.toSorted((a, b) => a.amount.length - b.amount.length)) {
      const input = { id: line.id, customer: id, internal_note: "Known by the slip" };
      const credited = await mutateByTwo(api, iris, "ops.bankLines.credit", input);
      expect(credited.errors).toBeUndefined();
    }
    const draft = (await reports("ttr")).find((each) => each.customer.id === id);
    const zone = api.services.config.TIME_ZONE;
    expect(draft).toMatchObject({
      fields: { date: day, total_cash: other },
      due_at: isoTime(caseDueAt(startOfDay(day, zone), api.services.config, 10)),
    });
    const opened = (await query<CaseRecord>(carla, "ops.cases.get", { id: draft?.case })).data;
    expect(opened.due_at).toBe(draft?.due_at);
    const services = { ...api.services, worths: new Worths(api.services) };
    const rules = new Map([["structuring", RULE_DEFAULTS.structuring]] as const);
    const found = await findMonitored(api.services.database.read, [id]);
    const [history] = await readHistories(services, rules, found, api.clock.now());
    expect(history?.moves.map(({ cashOn }) => cashOn)).toEqual([day, day]);
  });

  test("one person never files alone, and a filed report stays as it was", async () => {
    const { reference } = await announceDeposit(customer, "50.00");
    const draft = (await mutate<FilingRecord>(carla, "ops.filings.draft", { kind: "smr", reference })).data;
    expect(Object.keys(draft.fields)).toEqual(Object.keys(FILING_FIELDS.smr));
    const waiting = async () =>
      (await query<{ data: ApprovalRecord[] }>(carla, "ops.approvals.list", { status: "pending" })).data
        .data[0];
    await mutate(carla, "ops.filings.filed", { id: draft.id, receipt: "1", filed_on: today() });
    const early = await waiting();
    expect(early?.details).toContainEqual({ name: "Empty here", value: FILING_FIELDS.smr.grounds });
    await mutate(carla, "ops.approvals.withdraw", { id: early?.id });
    expect((await save(draft.id, { nonsense: "x" })).errors).toHaveProperty("fields");
    const saved = await save(draft.id, { grounds: "Paid, and asked for it back\n=1+1" });
    expect(saved.data.fields).toMatchObject({ grounds: "Paid, and asked for it back\n=1+1" });
    for (const wrong of [{ filed_on: "2999-01-01" }, { filed_on: "soon" }, { receipt: " " }]) {
      const answer = await mutate(carla, "ops.filings.filed", {
        id: draft.id,
        receipt: "1",
        filed_on: today(),
        ...wrong,
      });
      expect(Object.keys(answer.errors ?? {})).toEqual(Object.keys(wrong));
    }
    const asked = await mutate<{ outcome: string }>(carla, "ops.filings.filed", {
      id: draft.id,
      receipt: "SMR-2",
      filed_on: today(),
    });
    expect(asked.data.outcome).toBe("awaiting_approval");
    expect((await reports("smr"))[0]).toMatchObject({ id: draft.id, receipt: null });
    await mutate(carla, "ops.approvals.withdraw", { id: (await waiting())?.id });
    expect((await filed(draft.id, "SMR-2")).data).toMatchObject({ receipt: "SMR-2", filed_on: today() });
    expect((await save(draft.id, { grounds: "Another" })).code).toBe("state_conflict");
    expect((await filed(draft.id, "SMR-3")).code).toBe("state_conflict");
    await expect(
      api.services.database.write((tx) =>
        tx.updateTable("filings").set({ receipt: "other" }).where("id", "=", draft.id).execute(),
      ),
    ).rejects.toThrow("filings are not changed once they were filed");

    const { database, vault } = api.services;
    const fieldsOf = async () =>
      (await findFiling(database.read, draft.id))?.fields ?? expect.fail("the report is gone");
    const text = vault.open("filings.fields", draft.id, await fieldsOf());
    const put = (fields: FilingRow["fields"]) =>
      database.write((tx) => tx.updateTable("filings").set({ fields }).where("id", "=", draft.id).execute());
    await put(new Vault(parseDataKeys(FORMER)).seal("filings.fields", draft.id, text));
    expect(await resealColumn(database, vault, "filings.fields")).toBe(1);
    const resealed = await query<FilingRecord>(carla, "ops.filings.get", { id: draft.id });
    expect(resealed.data.altered).toBe(false);
    await put(vault.seal("filings.fields", draft.id, text.replace("asked", "did not ask")));
    const altered = await query<FilingRecord>(carla, "ops.filings.get", { id: draft.id });
    expect(altered.data).toMatchObject({ altered: true, receipt: "SMR-2" });
    expect((await reports("smr")).filter((each) => each.altered).map(({ id }) => id)).toEqual([draft.id]);
    expect((await query(carla, "ops.filings.file", { id: draft.id, format: "csv" })).code).toBe(
      "state_conflict",
    );
    await put(vault.seal("filings.fields", draft.id, text));
  });

  test("a draft needs a case or a transaction that is there", async () => {
    expect((await mutate(carla, "ops.filings.draft", { kind: "smr" })).errors).toHaveProperty("case");
    const reference = "AAAA-BBBB-CCCC";
    expect((await mutate(carla, "ops.filings.draft", { kind: "smr", reference })).errors).toHaveProperty(
      "reference",
    );
    expect((await mutate(carla, "ops.filings.draft", { kind: "smr", case: "gone" })).code).toBe("not_found");
  });

  test("a file has the fields in the order of the form", async () => {
    const [report] = await reports("ttr");
    const file = async (format: string) =>
      (
        await query<{ filename: string; content: string }>(carla, "ops.filings.file", {
          id: report?.id,
          format,
        })
      ).data;
    const csv = await file("csv");
    expect(csv.filename).toMatch(/^ttr-.*\.csv$/);
    const [head] = Buffer.from(csv.content, "base64").toString().split("\r\n");
    expect(head).toBe(Object.values(FILING_FIELDS.ttr).join(","));
    const pdf = await file("pdf");
    expect(Buffer.from(pdf.content, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("no one else learns of any", async () => {
    await ofDeposit("12000.00", "post_billpay");
    const [report] = await reports("ttr");
    for (const role of ["support", "finance"] as const) {
      const { client } = await newStaff(api, role);
      for (const procedure of ["list", "get", "file"])
        expect(
          (await query(client, `ops.filings.${procedure}`, { id: report?.id, format: "csv" })).status,
        ).toBe(403);
      const seen = await Promise.all([
        query(client, "ops.audit.list", { per_page: 100 }),
        query(client, "ops.approvals.list", { per_page: 100 }),
        query(client, "ops.customers.get", { id: report?.customer.id }),
        query(client, "ops.today"),
      ]);
      const text = JSON.stringify(seen.map(({ data }) => data));
      for (const trace of [report?.id ?? "-", "filing", "ops\\.cases", "\\bTTR\\b"])
        expect([role, trace, new RegExp(trace).test(text)]).toEqual([role, trace, false]);
    }
    const own = await Promise.all([
      customer.get("/api/users/transactions"),
      customer.get("/api/users/notifications"),
    ]);
    for (const { text } of own) expect(text).not.toMatch(/filing|\bTTR\b|report/i);
    const cases = (await query<{ data: CaseSummary[] }>(carla, "ops.cases.list", { kind: "filing" })).data
      .data;
    expect(cases.length).toBeGreaterThan(0);
  });
});

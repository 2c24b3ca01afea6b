import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { ApprovalRecord } from "@wattle/contracts/approvals";
import type { BankLine, BankLinesImported } from "@wattle/contracts/bank-lines";
import type { ClosedBalance, CustomerFile, EnquiryRecord, waitingIdentities } from "@wattle/contracts/desk";
import type { Payout } from "@wattle/contracts/payouts";
import type { DayPreview } from "@wattle/contracts/reconciliation";
import type { SwitchRecord } from "@wattle/contracts/switches";
import type { TransactionRecord } from "@wattle/contracts/transaction-record";
import { findUserByEmail, updateUser } from "@wattle/db/accounts";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { startDepositExpiry } from "../../deposits/deposit-expiry.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { isoTime } from "../../clock.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import { APPLICANTS, BAD_PAYEE, PAYEES, PRICED } from "./people.ts";
import { seedDay } from "./seed-day.ts";
import { shockBefore, SHOCKED, withShockedPast } from "./shocked-price.ts";

const MINUTE = 60_000;

describe.each(DIALECTS)("the demo's day on %s", (dialect) => {
  let api: TestApp;
  let admin: TestClient;
  let second: TestClient;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    await Promise.all([seedDay(api.services), seedDay(api.services)]);
    await seedDay(api.services);
    admin = api.client();
    second = api.client();
    await admin.login("operator@demo.test");
    await second.login("finance2@demo.test");
  });
  afterAll(() => api.close());

  const statement = async (): Promise<string> => (await admin.get("/dev/statement.csv")).text;
  const importIt = async (content: string) =>
    (
      await mutate<BankLinesImported>(admin, "ops.bankLines.import", {
        deposit_account_id: "aud-bank-transfer",
        content,
      })
    ).data;
  const linesOf = async (status: string) =>
    (await query<{ data: BankLine[] }>(admin, "ops.bankLines.list", { status, limit: 100 })).data.data;

  test("is there once, in books that agree, and leaves the demo accounts as they are", async () => {
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    const { balance } = await api.client().login("customer@demo.test");
    expect(balance).toMatchObject({ AUD: "250000.00", BTC: "2.50000000", ETH: "40.00000000" });
    const { data } = await query<z.input<typeof waitingIdentities>>(admin, "ops.customers.waiting", {});
    expect(data.data.map(({ email }) => email)).toEqual(APPLICANTS.map(({ account }) => account.email));
    const files = await Promise.all(
      data.data.map(async ({ id }) => (await query<CustomerFile>(admin, "ops.customers.get", { id })).data),
    );
    expect(files.map(({ duplicates }) => duplicates.map(({ shares }) => shares))).toEqual([
      [],
      [],
      [["date_of_birth", "document_number"]],
      [["date_of_birth", "document_number"]],
      [],
      [],
    ]);
    expect(data.data.map(({ possible_duplicate: shares }) => shares)).toEqual(
      files.map(({ duplicates }) => duplicates.length > 0),
    );
    expect(data.data.map(({ likely_duplicate: twin }) => twin && [twin.id, twin.email])).toEqual(
      files.map(({ duplicates: [twin] }) => (twin === undefined ? null : [twin.id, twin.email])),
    );
    const [photo] = files[0]?.identity.documents ?? [];
    const shown = await admin.get(`/api/ops/documents/${photo?.id}`);
    expect([shown.status, shown.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  });

  test("has a statement with every kind of line, after whose work books and bank agree", async () => {
    const stop = startDepositExpiry(api.services);
    await stop();
    const content = await statement();
    expect(await importIt(content)).toMatchObject({ imported: 12, duplicates: 0, refused: [] });
    expect(await importIt(await statement())).toMatchObject({ imported: 0, duplicates: 12 });
    const [proposed, unmatched] = [await linesOf("proposed"), await linesOf("unmatched")];
    const reasons = proposed.map(({ amount, proposal }) =>
      [amount, proposal?.certain === true ? "certain" : proposal?.reasons.at(-1)].join(": "),
    );
    expect(new Set(reasons)).toEqual(
      new Set([
        "1500.00: certain",
        "820.00: certain",
        "500.00: certain",
        "1990.00: 10.00 AUD less than planned.",
        "350.00: 50.00 AUD more than planned.",
        "500.00: Name not exact: “D DOUBLE”.",
        expect.stringMatching(/^275\.00: .*Reference off by one letter/),
        "650.00: Payer differs: “MADEUP TRADING PTY LTD”.",
        "400.00: Paid 1 day after it expired.",
      ]),
    );
    expect(reasons).toHaveLength(9);
    expect(new Set(unmatched.map(({ amount }) => amount))).toEqual(new Set(["-12.50", "143.00", "3.10"]));
    const closing = /"([\d.]+)"\r\n$/.exec(content)?.[1];
    const { data: preview } = await query<DayPreview>(admin, "ops.reconciliation.preview", {
      deposit_account_id: "aud-bank-transfer",
      statement_balance: closing,
    });
    expect(preview).toMatchObject({ difference: "0.00", unexplained: "0.00", entries: [], closable: true });
  });

  test("has a payout run whose bad payee is warned of, and comes back", async () => {
    const { data: batch } = await mutate<Payout>(admin, "ops.payouts.create", { currency: "AUD" });
    expect(batch.rows.map(({ amount }) => amount)).toEqual(PAYEES.map(({ amount }) => amount));
    const bad = batch.rows.find(({ customer }) => customer.email === BAD_PAYEE);
    expect(bad?.warnings).toEqual(
      expect.arrayContaining(["Account in another name", "The account was added 2 days ago"]),
    );
    const { id } = batch;
    await mutateByTwo(api, admin, "ops.payouts.release", { id });
    const { data: file } = await mutate<{ filename: string }>(admin, "ops.payouts.file", { id });
    expect(file.filename).toMatch(/\.aba$/);
    expect((await mutate(admin, "ops.payouts.sent", { id })).status).toBe(200);
    expect(await importIt(await statement())).toMatchObject({ imported: 2, duplicates: 12 });
    expect((await query<Payout>(admin, "ops.payouts.get", { id })).data.status).toBe("settled");
    const bounced = (await linesOf("proposed")).find(({ proposal }) => proposal?.kind === "bounced");
    expect(bounced).toMatchObject({ amount: "480.00", proposal: { reference: bad?.reference } });
  });

  test("has a closed account that money came to", async () => {
    const { data } = await query<{ data: ClosedBalance[] }>(admin, "ops.customers.closedBalances", {});
    const since = isoTime(BigInt(api.clock.now() - 2 * DAY_MILLISECONDS));
    expect(data.data).toMatchObject([{ first_name: "Clara", balance: { AUD: "120.00" }, since }]);
  });

  test("has a request that someone else decides", async () => {
    const pending = async (client: TestClient) =>
      (await query<{ data: ApprovalRecord[] }>(client, "ops.approvals.list", { status: "pending" })).data
        .data;
    const [request] = (await pending(second)).filter(({ act }) => act === "ops.ledger.adjust");
    expect(request).toMatchObject({ act: "ops.ledger.adjust", may_decide: true, own: false });
    const asked = api.client();
    await asked.login("finance@demo.test");
    expect(await pending(asked)).toMatchObject([{ own: true, may_decide: false }]);
    const done = await mutate(second, "ops.approvals.approve", { id: request?.id });
    expect(done.data).toMatchObject({ status: "approved" });
  });

  test("has a wrong price to look back at: in the chart, in an exchange, in what was paused, and in a question", async () => {
    const past = await withShockedPast(api.services);
    const now = api.clock.now();
    const pair = { ...SHOCKED };
    const recorded = { first: 0, last: now - 60 * MINUTE };
    const rates = async (of: typeof past) => {
      const points = new Map<number, number>();
      for await (const some of of(pair, recorded, new AbortController().signal))
        for (const { recordedAt, rate } of some) points.set(recordedAt, Number(rate));
      return points;
    };
    const [wrong, calm] = [await rates(past), await rates(api.services.pastPrices)];
    const differ = [...wrong].filter(([at, rate]) => rate !== calm.get(at)).map(([at]) => now - at);
    expect(differ.length).toBe(5);
    const shock = shockBefore(now);
    for (const ago of differ) expect([ago >= shock.ends, ago < shock.begins + MINUTE]).toEqual([true, true]);
    const { data: switches } = await query<SwitchRecord[]>(admin, "ops.switches.list");
    expect(switches.find(({ what }) => what === "pair:ETH/AUD")).toMatchObject({ paused: false });
    const { data: acts } = await query<{ data: { actor: string; action: string }[] }>(
      admin,
      "ops.audit.list",
      {
        subject: "pair:ETH/AUD",
      },
    );
    expect(acts.data.map(({ action }) => action)).toEqual(["switch.set", "switch.set"]);
    expect(acts.data.at(-1)?.actor).toBe("system");
    const { data: enquiries } = await query<{ data: EnquiryRecord[] }>(admin, "ops.support.list", {});
    expect(enquiries.data[0]).toMatchObject({
      email: PRICED.email,
      message: expect.stringContaining("2 ETH"),
    });
    const pam = await findUserByEmail(api.services.database.read, PRICED.email);
    const { data: file } = await query<CustomerFile>(admin, "ops.customers.get", { id: pam?.id });
    const sale = file.history.data.find(({ transaction_type: type }) => type === "exchange");
    const { data: record } = await query<TransactionRecord>(admin, "ops.transactions.find", {
      reference: sale?.reference,
    });
    expect(record).toMatchObject({ credit: "2.00000000", quote: { alg: "EdDSA" } });
  });

  test("the next start goes on where a visitor has changed the address of one of its accounts", async () => {
    const { database } = api.services;
    const { id = "" } = (await findUserByEmail(database.read, PRICED.email)) ?? {};
    await database.write((tx) => updateUser(tx, id, { email: "elsewhere@mail.example" }));
    await seedDay(api.services);
    expect(await findUserByEmail(database.read, PRICED.email)).toBeUndefined();
  });
});

test("where there is no demo there is no statement", async () => {
  const api = await startTestApp({ dialect: "sqlite", env: { DEMO: "false" } });
  expect((await api.client().get("/dev/statement.csv")).status).toBe(404);
  await api.close();
});

test("a demo that tries an identity provider has the same day", async () => {
  const api = await startTestApp({
    dialect: "sqlite",
    env: {
      IDENTITY_PROVIDER: "sumsub",
      SUMSUB_APP_TOKEN: "sbx:token",
      SUMSUB_SECRET_KEY: "secret",
      SUMSUB_WEBHOOK_SECRET: "secret",
      SUMSUB_LEVEL: "level",
    },
  });
  try {
    await seedDay(api.services);
    const admin = api.client();
    await admin.login("operator@demo.test");
    const { data } = await query<z.input<typeof waitingIdentities>>(admin, "ops.customers.waiting", {});
    expect(data.data).toHaveLength(APPLICANTS.length);
  } finally {
    await api.close();
  }
});

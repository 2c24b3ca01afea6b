/** A whole day at the bank: nine lines that are not as they should be, six withdrawals, one of which comes back, and the close. */
import { addDays, localDay, startOfDay } from "@wattle/contracts/days";
import type { ApprovedRecord, AwaitingApproval } from "@wattle/contracts/approvals";
import type { BankLine, BankLinesImported } from "@wattle/contracts/bank-lines";
import type { Transaction } from "@wattle/contracts/history";
import type { Payout } from "@wattle/contracts/payouts";
import type { Reconciliation } from "@wattle/contracts/reconciliation";
import { checkAba } from "@wattle/contracts/testing/check-aba";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { amountText } from "../../amount-text.ts";
import { BANK_ACCOUNT_HOLD_MILLISECONDS } from "../../bank-accounts/save-bank-account.ts";
import { REQUEST_EXAMPLES } from "../../rest/examples.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import {
  announceDeposit,
  houseBalance,
  requestWithdrawal,
  statementBalance,
  PAYING_ACCOUNT,
} from "../../testing/bank-orders.ts";
import { mutate, query, type Called } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { newAccount, newStaff } from "../../testing/new-staff.ts";
import { nineLineDay, OPENING_CENTS, statementOf } from "../../testing/nine-line-day.ts";
import { mutateByTwo, secondPerson } from "../../testing/second-person.ts";
import { PASSWORD } from "../../testing/visitor.ts";
import { unitsOf } from "../../testing/units.ts";

const ACCOUNT = "aud-bank-transfer";
const PAYER = "WATTLE CUSTOMER";

type Staff = Awaited<ReturnType<typeof newStaff>>;

describe.each(DIALECTS)("a day at the bank on %s", (dialect) => {
  let api: TestApp;
  let customer: TestClient;
  let customerId: string;
  let fiona: Staff;
  let frank: Staff;
  /** They import: others use the lines. */
  let importers: readonly [Staff, Staff];
  let day: string;
  let opening: { readonly balance: bigint; readonly own: bigint };
  let withdrawals: Transaction[];
  let batch: Payout;
  beforeAll(async () => {
    // A demo has money at the bank that no statement shows.
    api = await startTestApp({ dialect, env: { DEMO: "false" } });
    ({ client: customer, id: customerId } = await newAccount(api, {
      first_name: "Wattle",
      permissions: '["deposit-money","withdraw-money"]',
    }));
    await mutate(customer, "bankAccounts.add", REQUEST_EXAMPLES["bankAccounts.add"]);
    api.clock.advance(BANK_ACCOUNT_HOLD_MILLISECONDS);
    [fiona, frank] = [await newStaff(api, "finance"), await newStaff(api, "finance")];
    importers = [await newStaff(api, "finance"), await newStaff(api, "finance")];
    day = localDay(api.clock.now(), "Australia/Sydney");
    const set = await mutateByTwo(api, fiona.client, "ops.depositAccounts.set", PAYING_ACCOUNT);
    expect(set.status, set.message).toBe(200);
  });
  afterAll(() => api.close());

  const written = (): string => day.split("-").toReversed().join("/");
  const upload = (content: string, by = importers[0]) =>
    mutate<BankLinesImported>(by.client, "ops.bankLines.import", { deposit_account_id: ACCOUNT, content });
  const lines = async (): Promise<BankLine[]> =>
    (
      await query<{ data: BankLine[] }>(fiona.client, "ops.bankLines.list", { limit: 200, from: day })
    ).data.data.toReversed();
  const act = <T = BankLine>(by: Staff, verb: string, line: BankLine | undefined, more: object = {}) =>
    mutate<T>(by.client, `ops.bankLines.${verb}`, { id: line?.id, ...more });
  const balance = async (): Promise<bigint> =>
    unitsOf(
      (await customer.get<{ data: Record<string, string> }>("/api/users/balance")).body.data["AUD"],
      "AUD",
    );
  /** The books are right, and the bank in them has what the statement says. */
  const isRight = async (): Promise<void> => {
    expect((await houseBalance(api, "bank")) + (await statementBalance(api))).toBe(0n);
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
  };
  /** Two members of staff do something at once: one of them does it. */
  const race = async (acts: readonly Promise<Called<unknown>>[]): Promise<void> => {
    const codes = (await Promise.all(acts)).map(({ code }) => code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes).toContain("state_conflict");
    await isRight();
  };

  test("it opens with the operator's own money", async () => {
    await upload(statementOf([[OPENING_CENTS, "TRANSFER FROM OUR SAVINGS"]], written(), 0n));
    const [line] = await lines();
    await mutateByTwo(api, fiona.client, "ops.bankLines.ownMoney", {
      id: line?.id,
      internal_note: "Opening",
    });
    await isRight();
    expect(await houseBalance(api, "suspense")).toBe(0n);
    opening = { balance: await balance(), own: await houseBalance(api, "own") };
  });

  test("nine lines: five propose themselves, and each is used once", async () => {
    const [exact, short, cut, wrong] = [
      await announceDeposit(customer, "2000.00", "bank_transfer"),
      await announceDeposit(customer, "2000.00", "bank_transfer"),
      await announceDeposit(customer, "1500.00", "bank_transfer"),
      await announceDeposit(customer, "750.00", "bank_transfer"),
    ];
    const file = nineLineDay(
      { exact: exact.reference, short: short.reference, cut: cut.reference, wrong: wrong.reference },
      PAYER,
      written(),
    );
    const answers = await Promise.all([upload(file), upload(file, importers[1])]);
    expect(answers.map(({ data }) => data.imported).toSorted((a, b) => a - b)).toEqual([0, 9]);
    await isRight();
    const all = (await lines()).slice(1);
    const proposed = all.filter(({ status }) => status === "proposed");
    expect(proposed.map(({ proposal }) => [proposal?.found_by, proposal?.reference])).toEqual([
      ["exact", exact.reference],
      ["exact", short.reference],
      ["exact", exact.reference],
      ["cut", cut.reference],
      ["corrected", wrong.reference],
    ]);
    for (const line of proposed) await race([act(fiona, "credit", line), act(frank, "credit", line)]);
    const [acme, back, unknown, fee] = all.slice(5);
    const message = "We take money from your own account only.";
    for (const large of [acme, back]) {
      const input = { id: large?.id, message };
      const asked = [fiona, frank].map(({ client }) =>
        mutate<AwaitingApproval>(client, "ops.bankLines.return", input),
      );
      await race(asked);
      const [waiting] = (await Promise.all(asked)).flatMap(({ data }) => data ?? []);
      const { client } = await secondPerson(api);
      const id = waiting?.approval.id;
      const approved = await mutate<ApprovedRecord>(client, "ops.approvals.approve", { id });
      expect(approved.data.status).toBe("approved");
    }
    await race([
      act(fiona, "credit", unknown, { customer: customerId }),
      act(frank, "credit", unknown, { customer: customerId }),
    ]);
    const internal_note = "Account fee";
    await race([
      act(fiona, "ownMoney", fee, { internal_note }),
      act(frank, "ownMoney", fee, { internal_note }),
    ]);
    expect(await houseBalance(api, "suspense")).toBe(0n);
    expect(await balance()).toBe(opening.balance + 699_000n);
    expect(await houseBalance(api, "own")).toBe(opening.own - 1250n);
  });

  test("six withdrawals go out as one file, once", async () => {
    withdrawals = [];
    for (const amount of ["1000.00", "900.00", "800.00", "700.00", "600.00", "500.00"])
      withdrawals.push(await requestWithdrawal(customer, amount));
    const create = (by: Staff) => mutate<Payout>(by.client, "ops.payouts.create", { currency: "AUD" });
    const created = await Promise.all([create(fiona), create(frank)]);
    const [made] = created.flatMap(({ data }) => data ?? []);
    if (made === undefined) throw new Error("no batch");
    batch = made;
    expect(created.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(batch).toMatchObject({ count: 6, total: "4500.00" });
    const asked = await mutate<AwaitingApproval>(fiona.client, "ops.payouts.release", { id: batch.id });
    const approve = () => mutate(frank.client, "ops.approvals.approve", { id: asked.data.approval.id });
    await race([approve(), approve()]);
    const file = (by: Staff) => mutate<{ content: string }>(by.client, "ops.payouts.file", { id: batch.id });
    const [one, two] = await Promise.all([file(fiona), file(frank)]);
    expect(one.data).toEqual(two.data);
    const { problems, payments, foot } = checkAba(one.data.content);
    expect([problems, payments.length, foot["credit total"]]).toEqual([[], 6, "0000450000"]);
    const sent = (by: Staff) => mutate(by.client, "ops.payouts.sent", { id: batch.id });
    await race([sent(fiona), sent(frank)]);
    expect(await houseBalance(api, "suspense")).toBe(450_000n);
  });

  test("the statement's line settles the batch, and one payment comes back", async () => {
    const bounced = withdrawals[5]?.reference ?? "";
    const evening = statementOf(
      [
        [-450_000n, "DIRECT CREDIT 301500 WATTLE"],
        [50_000n, `RETURN ACCOUNT CLOSED ${bounced}`],
      ],
      written(),
      6_084_000n,
    );
    const answers = await Promise.all([upload(evening), upload(evening, importers[1])]);
    expect(answers.map(({ data }) => data.imported).toSorted((a, b) => a - b)).toEqual([0, 2]);
    await isRight();
    const [out, back] = (await lines()).slice(10);
    expect(out).toMatchObject({ status: "payout", matched_id: batch.id });
    const { data } = await query<Payout>(fiona.client, "ops.payouts.get", { id: batch.id });
    expect(data).toMatchObject({ status: "settled", settled_at: expect.any(String) as string });
    expect(back).toMatchObject({ status: "proposed", proposal: { kind: "bounced", reference: bounced } });
    const before = await balance();
    await race([act(fiona, "credit", back), act(frank, "credit", back)]);
    expect(await balance()).toBe(before + 50_000n);
    expect((await lines()).at(-1)).toMatchObject({ status: "payout", matched_id: withdrawals[5]?.id });
    expect(await houseBalance(api, "suspense")).toBe(0n);
  });

  test("the day closes at 56,840.00 with nothing unexplained, once", async () => {
    api.clock.set(Number(startOfDay(addDays(day, 1), "Australia/Sydney")));
    for (const { client, email } of [fiona, frank]) await client.login(email, PASSWORD);
    const close = (by: Staff) =>
      mutate<Reconciliation>(by.client, "ops.reconciliation.close", {
        deposit_account_id: ACCOUNT,
        date: day,
        statement_balance: "56840.00",
      });
    await race([close(fiona), close(frank)]);
    const { data } = (await query<{ data: Reconciliation[] }>(fiona.client, "ops.reconciliation.list")).data;
    expect(data).toMatchObject([
      { ledger_balance: "56840.00", difference: "0.00", unexplained: "0.00", date: day },
    ]);
    expect(data[0]?.lines).toHaveLength(12);
    expect(amountText(await statementBalance(api), "AUD")).toBe("56840.00");
  });
});

import { dayText, localDay } from "@wattle/contracts/days";
import type { ActPreview, ApprovedRecord, AwaitingApproval } from "@wattle/contracts/approvals";
import type { BankLine, BankLinesImported } from "@wattle/contracts/bank-lines";
import type { Receivable } from "@wattle/contracts/receivables";
import type { Transaction } from "@wattle/contracts/history";
import { findBankLine, lockBankLine, settleBankLine } from "@wattle/db/bank-lines";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { listMail } from "@wattle/db/outbox";
import type { HousePurpose } from "@wattle/db/tables";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { newAccount } from "../../testing/new-staff.ts";
import { untoldStatuses } from "../../testing/status-events.ts";
import { announceDeposit, houseBalance } from "../../testing/bank-orders.ts";
import { mutate, query, type Called } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { runOps } from "../../testing/run-ops.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import { whileWaiting } from "../../testing/locks.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { confirmed, mailsTo } from "../../testing/visitor.ts";

const PATH = "/api/users/transactions";
const ACCOUNT = "aud-bank-transfer";
/** The demo's customer, as a bank writes the name. */
const PAYER = "WATTLE CUSTOMER";

type Staff = Awaited<ReturnType<typeof newStaff>>;
type Credited = (BankLine & { readonly outcome: "done" }) | AwaitingApproval;

describe.each(DIALECTS)("lines of a statement, on %s", (dialect) => {
  let api: TestApp;
  let customer: TestClient;
  let customerId: string;
  let fiona: Staff;
  let frank: Staff;
  /** The importer: someone else credits. */
  let iris: Staff;
  let carl: Staff;
  let files = 0;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    customer = api.client();
    ({
      user: { id: customerId },
    } = await customer.login("customer@demo.test"));
    carl = await newStaff(api, "compliance");
  });
  beforeEach(async () => {
    [fiona, frank, iris] = [
      await newStaff(api, "finance"),
      await newStaff(api, "finance"),
      await newStaff(api, "finance"),
    ];
    await api.services.database.write((tx) =>
      tx
        .updateTable("transactions")
        .set({ status: "cancelled" })
        .where("status", "=", "awaiting_payment")
        .execute(),
    );
  });
  afterAll(async () => {
    expect(await untoldStatuses(api)).toEqual([]);
    expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
    await api.close();
  });

  const announce = (credit: string): Promise<Transaction> => announceDeposit(customer, credit);
  const depositNow = async ({ id }: Transaction): Promise<Transaction> =>
    (await customer.get<{ data: Transaction }>(`${PATH}/${id}`)).body.data;
  const balance = async (): Promise<number> =>
    Math.round(
      Number((await customer.get<{ data: Record<string, string> }>("/api/users/balance")).body.data["AUD"]) *
        100,
    );
  const upload = (content: string) =>
    mutate<BankLinesImported>(iris.client, "ops.bankLines.import", { deposit_account_id: ACCOUNT, content });
  const list = async (input: object = {}): Promise<readonly BankLine[]> =>
    (await query<{ data: BankLine[] }>(fiona.client, "ops.bankLines.list", { limit: 200, ...input })).data
      .data;
  /** Imports lines of one amount and text each, and finds them again, in their order. */
  const lines = async (
    ...rows: readonly (readonly [amount: string, text: string])[]
  ): Promise<BankLine[]> => {
    files += 1;
    const day = new Date(Date.UTC(2026, 0, files)).toISOString().slice(0, 10);
    const marked = rows.map(([amount, text], place) => [amount, `${text} F${files}L${place}`] as const);
    const done = await upload(marked.map(([amount, text]) => `${day},${amount},${text}`).join("\n"));
    expect(done.data).toEqual({ imported: rows.length, duplicates: 0, refused: [] });
    const all = await list();
    return marked.map(([, text]) => {
      const line = all.find((each) => each.text === text);
      if (line === undefined) throw new Error(`no line has the text ${text}`);
      return line;
    });
  };
  const line = async (amount: string, text: string): Promise<BankLine> => {
    const [only] = await lines([amount, text]);
    if (only === undefined) throw new Error("no line");
    return only;
  };
  const lineNow = async ({ id }: BankLine): Promise<BankLine> => {
    const found = (await list()).find((each) => each.id === id);
    if (found === undefined) throw new Error(`the line ${id} is gone`);
    return found;
  };
  const credit = (by: Staff, { id }: BankLine, more: object = {}): Promise<Called<Credited>> =>
    mutate<Credited>(by.client, "ops.bankLines.credit", { id, ...more });
  const giveBack = (by: Staff, { id }: BankLine, more: object = {}): Promise<Called<BankLine>> =>
    mutate<BankLine>(by.client, "ops.bankLines.return", {
      id,
      message: "We can't take this payment.",
      ...more,
    });
  const ownMoney = (by: Staff, { id }: BankLine): Promise<Called<BankLine>> =>
    mutate<BankLine>(by.client, "ops.bankLines.ownMoney", { id, internal_note: "Fee" });
  const approve = async (answer: Called<Credited>): Promise<ApprovedRecord> => {
    if (answer.data?.outcome !== "awaiting_approval") throw new Error(`nothing waits: ${answer.message}`);
    const { id } = answer.data.approval;
    return (await mutate<ApprovedRecord>(frank.client, "ops.approvals.approve", { id })).data;
  };
  /** Someone who has nothing yet. */
  const newCustomer = async (): Promise<string> => (await confirmed(api)).id;
  const house = (purpose: HousePurpose): Promise<bigint> => houseBalance(api, purpose);
  /** Someone spends a cent. */
  const spend = async (spender: string): Promise<void> => {
    await api.services.database.write((tx) =>
      postEntry(tx, {
        id: api.services.ids.uuid(),
        kind: "adjustment",
        description: "Spent",
        createdBy: "test",
        createdAt: 0n,
        postings: [
          {
            source: availableAccount(spender, "AUD"),
            destination: houseAccount("adjustments", "AUD"),
            currency: "AUD",
            amount: 1n,
          },
        ],
      }),
    );
  };
  const mailsOf = async (subject: RegExp): Promise<number> =>
    (await listMail(api.services.database.read, 500)).filter((mail) => subject.test(mail.subject)).length;

  test("a line with its reference is proposed, and credited once", async () => {
    const deposit = await announce("800.00");
    const paid = await line("800.00", `OSKO ${PAYER} ${deposit.reference}`);
    expect(paid).toMatchObject({
      status: "proposed",
      proposal: {
        kind: "deposit",
        found_by: "exact",
        reference: deposit.reference,
        expected: "800.00",
        payer_name: "fits",
        certain: true,
      },
    });
    const before = await balance();
    const done = await credit(fiona, paid);
    expect(done.data).toMatchObject({ outcome: "done", status: "credited", matched_id: deposit.id });
    expect(await balance()).toBe(before + 80_000);
    expect(await depositNow(deposit)).toMatchObject({
      status: "completed",
      credit: "800.00",
      debit: "800.00",
    });
    expect((await credit(frank, paid)).code).toBe("state_conflict");
    expect((await credit(frank, paid, { reference: (await announce("1.00")).reference })).code).toBe(
      "state_conflict",
    );
    expect(await balance()).toBe(before + 80_000);
  });

  test("a bill's number is shown to the customer, checks itself, and finds the deposit", async () => {
    const deposit = await announceDeposit(customer, "81.00", "post_billpay");
    const detail = await customer.get<{ data: { bill_reference: string } }>(`${PATH}/${deposit.id}`);
    const number = detail.body.data.bill_reference;
    expect(number).toMatch(/^\d{10}$/);
    // The Luhn sum of a number with its check digit ends in zero (ISO/IEC 7812-1).
    const sum = Array.from(number)
      .toReversed()
      .reduce((total, digit, place) => {
        const worth = Number(digit) * (place % 2 === 0 ? 1 : 2);
        return total + (worth > 9 ? worth - 9 : worth);
      }, 0);
    expect(sum % 10).toBe(0);
    expect(await line("81.00", `BPAY ${number} ${PAYER}`)).toMatchObject({
      status: "proposed",
      proposal: { found_by: "exact", reference: deposit.reference, certain: true },
    });
    const found = await query(frank.client, "ops.transactions.find", {
      reference: `${number.slice(0, 4)} ${number.slice(4)}`,
    });
    expect(found.data).toMatchObject({ id: deposit.id, bill_reference: number });
    const other = await announce("1.00");
    expect((await customer.get(`${PATH}/${other.id}`)).body).toMatchObject({
      data: { bill_reference: null },
    });
  });

  test("two members of staff who credit one line at once credit it once, also to two deposits", async () => {
    const [a, b] = [await announce("100.00"), await announce("100.00")];
    const paid = await line("100.00", "no reference");
    const before = await balance();
    const answers = await Promise.all([
      credit(fiona, paid, { reference: a.reference }),
      credit(frank, paid, { reference: b.reference }),
      credit(fiona, paid, { customer: customerId }),
      giveBack(frank, paid),
      ownMoney(fiona, paid),
    ]);
    const conflicts = answers.filter(({ code }) => code === "state_conflict");
    // A line may be returned right after it was credited.
    expect(answers.length - conflicts.length).toBeLessThanOrEqual(2);
    const now = await lineNow(paid);
    expect(await balance()).toBe(before + (now.status === "credited" ? 10_000 : 0));
  });

  test.each(["0.01 less", "partly", "overpaid"])("%s: what came is credited", async (how) => {
    const deposit = await announce("500.00");
    const amount = { "0.01 less": "499.99", partly: "200.00", overpaid: "750.00" }[how] ?? "";
    const paid = await line(amount, `${PAYER} ${deposit.reference}`);
    expect(paid.proposal).toMatchObject({ certain: false });
    const done = await credit(fiona, paid);
    expect(done.data).toMatchObject({ outcome: "done" });
    expect(await depositNow(deposit)).toMatchObject({ status: "completed", credit: amount });
  });

  test("several lines pay one deposit; one of them is given back alone", async () => {
    const deposit = await announce("900.00");
    const [first, second] = await lines(
      ["600.00", `${PAYER} ${deposit.reference} a`],
      ["300.00", `${PAYER} ${deposit.reference} b`],
    );
    if (first === undefined || second === undefined) throw new Error("no lines");
    const before = await balance();
    await credit(fiona, first);
    expect(await depositNow(deposit)).toMatchObject({ status: "completed", credit: "600.00" });
    await credit(fiona, second);
    expect(await depositNow(deposit)).toMatchObject({ credit: "900.00", debit: "900.00" });
    expect(await balance()).toBe(before + 90_000);
    expect((await giveBack(fiona, first)).data).toMatchObject({ status: "returned" });
    expect(await depositNow(deposit)).toMatchObject({ status: "completed", credit: "300.00" });
    expect((await giveBack(fiona, second)).data).toMatchObject({ status: "returned" });
    expect(await depositNow(deposit)).toMatchObject({ status: "returned" });
    expect(await balance()).toBe(before);
  });

  test("both payments of one deposit at once by two members of staff both count", async () => {
    const deposit = await announce("50.00");
    const [first, second] = await lines(
      ["20.00", `${deposit.reference} a`],
      ["30.00", `${deposit.reference} b`],
    );
    if (first === undefined || second === undefined) throw new Error("no lines");
    const before = await balance();
    const answers = await Promise.all([credit(fiona, first), credit(frank, second)]);
    for (const [place, answer] of answers.entries())
      if (answer.code === "state_conflict") await credit(fiona, [first, second][place] ?? first);
    expect(await balance()).toBe(before + 5000);
    expect(await depositNow(deposit)).toMatchObject({ credit: "50.00" });
  });

  test.each([
    [
      "late",
      "This deposit has expired.",
      ({ reference }: Transaction) => mutate(fiona.client, "ops.deposits.expire", { reference }),
    ],
    [
      "cancelled",
      "The customer has cancelled this deposit.",
      ({ id }: Transaction) => customer.post(`${PATH}/${id}/cancel`),
    ],
  ])("%s: it is proposed with a remark, and credited all the same", async (_how, remark, end) => {
    const deposit = await announce("70.00");
    expect((await end(deposit)).status).toBe(200);
    const paid = await line("70.00", `${PAYER} ${deposit.reference}`);
    expect(paid.proposal).toMatchObject({
      certain: false,
      reasons: expect.arrayContaining([remark]) as string[],
    });
    expect((await credit(fiona, paid)).data).toMatchObject({ outcome: "done" });
    expect(await depositNow(deposit)).toMatchObject({ status: "completed" });
  });

  test("a second payment says which deposit is paid, when and how much, and never looks certain", async () => {
    const deposit = await announce("58.00");
    const { reference } = deposit;
    const [first, second] = await lines(
      ["58.00", `${PAYER} ${reference} a`],
      ["58.00", `${PAYER} ${reference} b`],
    );
    if (first === undefined || second === undefined) throw new Error("no lines");
    const certain = [first, second].filter(({ proposal }) => proposal?.certain === true);
    const [one, other] = certain[0] === first ? [first, second] : [second, first];
    expect(certain).toHaveLength(1);
    expect(other.proposal).toMatchObject({ paid: null, certain: false });
    expect(other.proposal?.reasons).toContain("Possible duplicate.");
    await credit(fiona, one);
    const at = (await depositNow(deposit)).updated_at;
    const paid = (await lineNow(other)).proposal;
    expect(paid).toMatchObject({ certain: false, expected: null, paid: { amount: "58.00", at } });
    const day = dayText(localDay(Date.parse(at), api.services.config.TIME_ZONE));
    expect(paid?.reasons.slice(1)).toEqual([`Already paid: ${reference}, 58.00 AUD on ${day}.`]);
    const alone = await query<BankLine>(fiona.client, "ops.bankLines.get", { id: other.id });
    expect(alone.data.proposal).toEqual(paid);
    // The next import says so, too.
    await line("1.00", "something else");
    expect((await lineNow(other)).proposal).toEqual(paid);
    // Settled lines keep their proposal.
    await credit(fiona, other);
    expect((await lineNow(other)).proposal).toMatchObject({ paid: null });
  });

  /** The version of a line that a clerk saw. */
  const seenOf = ({ proposal }: BankLine) => ({
    seen: {
      reasons: proposal?.reasons ?? [],
      ...(proposal !== null && { returns_deposit: proposal.returns_deposit }),
    },
  });
  /** Two lines that name one deposit, the certain one first. */
  const twice = async (planned: string, ...amounts: readonly [string, string]) => {
    const deposit = await announce(planned);
    const both = await lines(
      [amounts[0], `${PAYER} ${deposit.reference} a`],
      [amounts[1], `${PAYER} ${deposit.reference} b`],
    );
    const [first, second] = both.toSorted(
      (a, b) => Number(b.proposal?.certain) - Number(a.proposal?.certain),
    );
    if (first === undefined || second === undefined) throw new Error("no lines");
    return { deposit, first, second };
  };

  test("a line that was seen as the first payment is not credited as a second one", async () => {
    const { deposit, first, second } = await twice("58.50", "58.50", "58.50");
    await credit(frank, first);
    expect((await credit(fiona, second, seenOf(second))).code).toBe("state_conflict");
    expect(await depositNow(deposit)).toMatchObject({ credit: "58.50" });
    const now = seenOf(await lineNow(second));
    const unsaid = await credit(fiona, second, now);
    expect([unsaid.code, unsaid.errors]).toEqual(["validation_failed", { internal_note: ["Say why"] }]);
    const done = await credit(fiona, second, { ...now, internal_note: "For her next deposit" });
    expect(done.data).toMatchObject({ outcome: "done" });
    expect(await depositNow(deposit)).toMatchObject({ credit: "117.00" });
  });

  test("of two clerks who saw two lines as the first payment at once one is refused", async () => {
    const { deposit, first, second } = await twice("58.50", "58.50", "58.50");
    const answers = await Promise.all([
      credit(fiona, first, seenOf(first)),
      credit(frank, second, seenOf(second)),
    ]);
    expect(answers.map(({ code }) => code)).toContain("state_conflict");
    expect(await depositNow(deposit)).toMatchObject({ credit: "58.50" });
  });

  test("a deposit that was looked for is credited as it was seen, or not", async () => {
    const { deposit, first } = await twice("58.50", "58.50", "58.50");
    const other = await line("58.50", "without any reference");
    const { reference } = deposit;
    await credit(frank, first);
    const unpaid = { reference, internal_note: "She called", seen: { paid: "0.00" } };
    expect((await credit(fiona, other, unpaid)).code).toBe("state_conflict");
    const paid = { ...unpaid, seen: { paid: "58.50" } };
    expect((await credit(fiona, other, paid)).data).toMatchObject({ outcome: "done" });
  });

  test("a program credits by the shape that is documented, a second payment too", async () => {
    const { deposit, first, second } = await twice("58.50", "58.50", "58.50");
    const { reference } = deposit;
    expect((await credit(fiona, first)).data).toMatchObject({ outcome: "done" });
    expect((await credit(fiona, second, { reference })).data).toMatchObject({ outcome: "done" });
    expect(await depositNow(deposit)).toMatchObject({ credit: "117.00" });
  });

  test("a customer on hold, and a deposit that was cancelled, are not certain any more", async () => {
    const [held, cancelled] = [await announce("81.00"), await announce("82.00")];
    const [one, two] = await lines(
      ["81.00", `${PAYER} ${held.reference}`],
      ["82.00", `${PAYER} ${cancelled.reference}`],
    );
    if (one === undefined || two === undefined) throw new Error("no lines");
    expect([one.proposal?.certain, two.proposal?.certain]).toEqual([true, true]);
    expect((await customer.post(`${PATH}/${cancelled.id}/cancel`)).status).toBe(200);
    const on = ["deposits"];
    await mutate(carl.client, "ops.customers.hold", { id: customerId, on, internal_note: "Asked" });
    const kept = await lineNow(one);
    expect(kept.proposal).toMatchObject({ certain: false });
    expect(kept.proposal?.reasons.slice(1)).toEqual(["The customer may not deposit now."]);
    expect((await lineNow(two)).proposal?.reasons).toContain("The customer has cancelled this deposit.");
    const alone = await query<BankLine>(fiona.client, "ops.bankLines.get", { id: one.id });
    expect(alone.data.proposal).toEqual(kept.proposal);
    expect((await credit(fiona, one, seenOf(one))).code).toBe("state_conflict");
    await mutate(carl.client, "ops.customers.releaseHold", { id: customerId, on, internal_note: "Fine" });
    expect((await lineNow(one)).proposal).toEqual(one.proposal);
    expect((await credit(fiona, one, seenOf(one))).data).toMatchObject({ outcome: "done" });
  });

  test("to return one of two payments leaves their deposit as it is, to return the last returns it", async () => {
    const { deposit, first, second } = await twice("58.50", "58.50", "58.50");
    const mails = await mailsOf(/was returned$/);
    expect((await lineNow(second)).proposal?.returns_deposit).toBe(false);
    expect((await giveBack(fiona, second)).data).toMatchObject({ status: "returned" });
    expect(await depositNow(deposit)).toMatchObject({ status: "awaiting_payment" });
    expect(await mailsOf(/was returned$/)).toBe(mails);
    // A note that stays with the line is not sent to the customer.
    expect((await giveBack(fiona, first, seenOf(first))).code).toBe("state_conflict");
    const now = await lineNow(first);
    expect(now.proposal?.returns_deposit).toBe(true);
    expect((await giveBack(fiona, first, seenOf(now))).data).toMatchObject({ status: "returned" });
    expect(await depositNow(deposit)).toMatchObject({ status: "returned" });
    expect(await mailsOf(/was returned$/)).toBe(mails + 1);
  });

  test("of two payments that are returned at once the last returns their deposit", async () => {
    const { deposit, first, second } = await twice("58.50", "58.50", "58.50");
    await Promise.all([giveBack(fiona, first), giveBack(frank, second)]);
    expect(await depositNow(deposit)).toMatchObject({ status: "returned" });
  });

  test("a second instalment says how much of the deposit is paid, and needs no reason", async () => {
    const { deposit, first, second } = await twice("1000.00", "500.00", "500.00");
    await credit(fiona, first);
    const rest = await lineNow(second);
    expect(rest.proposal).toMatchObject({
      certain: false,
      expected: "500.00",
      paid: { amount: "500.00" },
      returns_deposit: false,
    });
    expect(rest.proposal?.reasons.slice(1)).toEqual(["500.00 of 1,000.00 AUD paid."]);
    // The next import says so, too.
    const more = await line("600.00", `${PAYER} ${deposit.reference} c`);
    expect((await lineNow(rest)).proposal).toMatchObject({
      expected: "500.00",
      reasons: rest.proposal?.reasons,
    });
    expect(more.proposal?.reasons).toContain("100.00 AUD more than planned.");
    expect((await credit(fiona, more, seenOf(more))).errors).toEqual({ internal_note: ["Say why"] });
    expect((await credit(fiona, rest, seenOf(rest))).data).toMatchObject({ outcome: "done" });
    expect(await depositNow(deposit)).toMatchObject({ credit: "1000.00" });
  });

  test("a deposit that was credited by hand before its line came is not credited again", async () => {
    const deposit = await announce("60.00");
    await mutate(fiona.client, "ops.deposits.confirm", { reference: deposit.reference, amount: "60.00" });
    const [suspense, before] = [await house("suspense"), await balance()];
    const [wrong, paid] = await lines(["61.00", deposit.reference], ["60.00", deposit.reference]);
    if (wrong === undefined || paid === undefined) throw new Error("no lines");
    expect((await credit(fiona, wrong)).errors).toEqual({
      reference: ["Credited by hand with another amount"],
    });
    expect((await credit(fiona, paid)).data).toMatchObject({ outcome: "done", status: "credited" });
    expect(await balance()).toBe(before);
    expect(await house("suspense")).toBe(suspense + 12_100n);
  });

  test("of two lines at once one shows what was credited by hand, the other is another payment", async () => {
    for (const round of [1, 2, 3]) {
      const deposit = await announce("62.00");
      const { reference } = deposit;
      const [suspense, before] = [await house("suspense"), await balance()];
      await mutate(fiona.client, "ops.deposits.confirm", { reference, amount: "62.00" });
      const [a, b] = await lines(["62.00", `${reference} a`], ["62.00", `${reference} b`]);
      if (a === undefined || b === undefined) throw new Error("no lines");
      const codes = (await Promise.all([credit(fiona, a), credit(frank, b)])).map(({ code }) => code);
      expect([round, ...codes]).toEqual([round, undefined, undefined]);
      expect(await balance()).toBe(before + 12_400);
      expect(await house("suspense")).toBe(suspense);
    }
  });

  test("of two lines at once one pays back what was returned", async () => {
    const paid = await line("63.00", "to give back");
    await giveBack(fiona, paid);
    const [a, b] = await lines(["-63.00", "out a"], ["-63.00", "out b"]);
    if (a === undefined || b === undefined) throw new Error("no lines");
    const { database } = api.services;
    const answer = await whileWaiting(
      database,
      async (tx) => {
        await lockBankLine(tx, paid.id);
        const how = { status: "returned", matchedId: paid.id, by: fiona.id, at: 0n } as const;
        for (const { id } of [a, b]) await lockBankLine(tx, id);
        await settleBankLine(tx, a.id, how);
      },
      () => giveBack(frank, b),
    );
    expect(answer.errors).toEqual({ id: ["Nothing to give back on this line"] });
    expect(await lineNow(b)).toMatchObject({ matched_id: null });
  });

  test("money of a customer who announced nothing is credited with a deposit of its own", async () => {
    const paid = await line("33.00", "unknown");
    expect(paid).toMatchObject({ status: "unmatched", proposal: null });
    expect((await credit(fiona, paid)).errors).toEqual({ reference: ["Name a deposit or a customer"] });
    expect((await credit(fiona, paid, { customer: "none" })).code).toBe("not_found");
    const left = await newAccount(api);
    expect((await mutate(left.client, "closing.close")).status).toBe(200);
    expect(await credit(fiona, paid, { customer: left.id })).toMatchObject({
      code: "state_conflict",
      message: "This account is closed.",
    });
    const before = await balance();
    const done = await credit(fiona, paid, { customer: customerId });
    expect(done.data).toMatchObject({ outcome: "done", status: "credited" });
    expect(await balance()).toBe(before + 3300);
  });

  test("a payment for a deposit in another currency is not proposed, and not credited to it", async () => {
    const nigerian = api.client();
    await nigerian.login("nigeria@demo.test");
    const announced = await nigerian.post<{ data: Transaction }>(PATH, {
      balance: { credit: "5000.00", credit_currency: "NGN" },
      transaction_type: "deposit",
      payment_method: "bank_transfer",
    });
    const { reference } = announced.body.data;
    const paid = await line("5000.00", reference);
    expect(paid).toMatchObject({
      status: "unmatched",
      proposal: null,
      remarks: [`The deposit ${reference} is in NGN.`],
    });
    expect((await credit(fiona, paid, { reference })).errors).toEqual({
      reference: ["This deposit is in another currency"],
    });
  });

  test("why nothing is proposed is shown to the second person", async () => {
    const [a, b] = [await announce("12000.00"), await announce("12000.00")];
    const { reference } = a;
    const asked = await credit(fiona, await line("12000.00", `${reference} ${b.reference}`), { reference });
    if (asked.data.outcome !== "awaiting_approval") throw new Error("nothing waits");
    const { id } = asked.data.approval;
    const { data } = await query<{ data: ApprovedRecord[] }>(frank.client, "ops.approvals.list", {
      status: "pending",
      per_page: 100,
    });
    expect(data.data.find((each) => each.id === id)?.details).toContainEqual({
      name: "Proposal",
      value: expect.stringContaining("The text fits several deposits") as string,
    });
  });

  test("a wrong reference, and money that went out: refused", async () => {
    const paid = await line("10.00", "unknown");
    expect((await credit(fiona, paid, { reference: "2222-2222-2223" })).code).toBe("validation_failed");
    const out = await line("-10.00", "unknown");
    expect((await credit(fiona, out, { customer: customerId })).code).toBe("state_conflict");
    expect((await giveBack(fiona, out)).errors).toEqual({ id: ["Nothing to give back on this line"] });
    expect((await credit(fiona, { ...out, id: "none" })).code).toBe("not_found");
  });

  test("10,000.00 or more needs a second person, who credits it once", async () => {
    const deposit = await announce("10000.00");
    const paid = await line("10000.00", `${PAYER} ${deposit.reference}`);
    const before = await balance();
    const asked = await credit(fiona, paid);
    expect(asked.data).toMatchObject({
      outcome: "awaiting_approval",
      approval: { act: "ops.bankLines.credit" },
    });
    expect(await balance()).toBe(before);
    expect(await approve(asked)).toMatchObject({ status: "approved", result: { status: "credited" } });
    expect(await balance()).toBe(before + 1_000_000);
  });

  test("a line waits for a second person once, and the second who asks reads who was first", async () => {
    const deposit = await announce("10000.00");
    const paid = await line("10000.00", `${PAYER} ${deposit.reference}`);
    const mails = await mailsOf(/^Approval needed/);
    const answers = await Promise.all([credit(fiona, paid), credit(frank, paid, { customer: customerId })]);
    const asked = answers.filter(({ data }) => data?.outcome === "awaiting_approval");
    const refused = answers.filter(({ code }) => code === "state_conflict");
    expect([asked.length, refused.length]).toEqual([1, 1]);
    expect(refused[0]?.message).toMatch(/^Asked by \S{1,8}, \d+ \w+ \d{4}, /);
    const again = await credit(fiona, paid, { internal_note: "Once more" });
    expect([again.code, again.message]).toEqual(["state_conflict", refused[0]?.message]);
    const sent = (await mailsOf(/^Approval needed/)) - mails;
    expect(sent).toBeGreaterThan(0);
    const [request] = asked;
    if (request === undefined) throw new Error("nothing waits");
    const by = request === answers[0] ? fiona : frank;
    const id = request.data?.outcome === "awaiting_approval" ? request.data.approval.id : "";
    await mutate(by.client, "ops.approvals.withdraw", { id });
    expect((await credit(frank, paid)).data).toMatchObject({ outcome: "awaiting_approval" });
    // As many as the first time: one request, one mail to each who may approve it.
    expect((await mailsOf(/^Approval needed/)) - mails).toBe(2 * sent);
  });

  test("a line that is proposed for another deposit meanwhile is not credited to that one", async () => {
    const [shown, other] = [await announce("12000.00"), await announce("12000.00")];
    const paid = await line("12000.00", `${PAYER} ${shown.reference}`);
    const asked = await credit(fiona, paid);
    const before = await balance();
    await api.services.database.write(async (tx) => {
      const row = await findBankLine(tx, paid.id);
      const proposal = row?.proposal?.replaceAll(shown.reference, other.reference);
      await tx
        .updateTable("bank_lines")
        .set({ proposal: proposal ?? null })
        .where("id", "=", paid.id)
        .execute();
    });
    expect((await approve(asked)).status).toBe("failed");
    expect([await balance(), (await lineNow(paid)).status]).toEqual([before, "proposed"]);
  });

  test("a line that waits for a second person and is used meanwhile fails the request", async () => {
    const paid = await line("12000.00", "unknown");
    const asked = await credit(fiona, paid, { customer: customerId });
    await mutateByTwo(api, frank.client, "ops.bankLines.ownMoney", { id: paid.id, internal_note: "Fee" });
    expect((await approve(asked)).status).toBe("failed");
  });

  test("a third party's payment goes back: its customer is told, its way out is found", async () => {
    const deposit = await announce("5000.00");
    const [paid, out] = await lines(
      ["5000.00", `ACME ${deposit.reference}`],
      ["-5000.00", "TRANSFER TO ACME"],
    );
    if (paid === undefined || out === undefined) throw new Error("no lines");
    const [suspense, mails] = [await house("suspense"), await mailsOf(/was returned$/)];
    expect((await giveBack(fiona, paid)).data).toMatchObject({ status: "returned" });
    expect(await depositNow(deposit)).toMatchObject({ status: "returned" });
    expect(await mailsOf(/was returned$/)).toBe(mails + 1);
    expect(await lineNow(out)).toMatchObject({
      status: "proposed",
      proposal: { kind: "paid_back", line_id: paid.id },
    });
    expect((await giveBack(fiona, out)).data).toMatchObject({ status: "returned", matched_id: paid.id });
    expect(await house("suspense")).toBe(suspense);
  });

  test("what the bank takes back leaves the balance", async () => {
    const deposit = await announce("40.00");
    const paid = await line("40.00", `${PAYER} ${deposit.reference}`);
    const before = await balance();
    await credit(fiona, paid);
    const out = await line("-40.00", "REVERSAL DIRECT CREDIT");
    expect(out.proposal).toMatchObject({ kind: "reversal", line_id: paid.id });
    expect((await giveBack(fiona, out)).data).toMatchObject({ status: "returned" });
    expect(await balance()).toBe(before);
    expect(await depositNow(deposit)).toMatchObject({ status: "returned" });
    expect(await lineNow(paid)).toMatchObject({ status: "returned" });
  });

  test("what went out of one account is not judged by another's statement", async () => {
    const deposit = await announce("41.00");
    await credit(fiona, await line("41.00", `${PAYER} ${deposit.reference}`));
    const out = await line("-41.00", "REVERSAL DIRECT CREDIT");
    await mutate(iris.client, "ops.bankLines.import", {
      deposit_account_id: "aud-payid",
      content: "2026-01-01,1.00,of another account",
    });
    expect(await lineNow(out)).toEqual(out);
  });

  test("what the bank takes back and is spent is owed: withdrawals are on hold", async () => {
    const spender = await newCustomer();
    const paid = await line("45.00", "unknown");
    await credit(fiona, paid, { customer: spender });
    await spend(spender);
    expect((await giveBack(fiona, paid)).errors).toEqual({ id: ["The customer no longer has this money"] });
    expect(await lineNow(paid)).toMatchObject({ status: "credited" });
    const [suspense, owed] = [await house("suspense"), await house("receivables")];
    const out = await line("-45.00", "DISHONOURED DIRECT CREDIT");
    const answers = await Promise.all([giveBack(fiona, out), giveBack(frank, out)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await house("receivables")).toBe(owed - 4500n);
    expect(await house("suspense")).toBe(suspense);
    const row = await api.services.database.read
      .selectFrom("users")
      .select("on_hold")
      .where("id", "=", spender)
      .executeTakeFirstOrThrow();
    expect(row.on_hold).toBe('["withdrawals"]');
    const owing = await api.services.database.read.selectFrom("receivables").selectAll().execute();
    expect(owing).toMatchObject([
      { user_id: spender, amount: 4500n, bank_line_id: out.id, settled_at: null },
    ]);

    const input = { id: owing[0]?.id, internal_note: "Paid" };
    const settle = (by: Staff) => mutate<Receivable>(by.client, "ops.receivables.settle", input);
    expect((await settle(fiona)).errors).toEqual({ id: ["The customer has less than this"] });
    await credit(fiona, await line("45.00", "paid again"), { customer: spender });
    const settled = await Promise.all([settle(fiona), settle(frank)]);
    expect(settled.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await house("receivables")).toBe(owed);
    const listed = await query<{ data: Receivable[] }>(fiona.client, "ops.receivables.list", {
      status: "settled",
    });
    expect(listed.data.data).toMatchObject([
      { id: input.id, status: "settled", amount: "45.00", customer: { id: spender } },
    ]);
  });

  test("what was taken back and is owed can be paid again, to the deposit it was of", async () => {
    const spender = await newCustomer();
    const paid = await line("47.00", "unknown");
    await credit(fiona, paid, { customer: spender });
    const { reference } = await api.services.database.read
      .selectFrom("transactions")
      .select("reference")
      .where("user_id", "=", spender)
      .where("transaction_type", "=", "deposit")
      .executeTakeFirstOrThrow();
    await spend(spender);
    await giveBack(fiona, await line("-47.00", "DISHONOURED DIRECT CREDIT"));
    const again = await line("47.00", `PAID AGAIN ${reference}`);
    expect(again.proposal?.reasons[1]).toMatch(/^Already paid: /);
    const suspense = await house("suspense");
    expect((await credit(fiona, again, { reference })).data).toMatchObject({ status: "credited" });
    expect(await house("suspense")).toBe(suspense - 4700n);
    const { data } = await query<{ data: Receivable[] }>(fiona.client, "ops.receivables.list", {
      customer: spender,
    });
    const settled = await mutate<Receivable>(fiona.client, "ops.receivables.settle", {
      id: data.data[0]?.id,
      internal_note: "Paid again",
    });
    expect(settled.data).toMatchObject({ status: "settled" });
  });

  test("what a customer owes is written off by two people, at the operator's cost", async () => {
    const spender = await newCustomer();
    const paid = await line("46.00", "unknown");
    await credit(fiona, paid, { customer: spender });
    await spend(spender);
    await giveBack(fiona, await line("-46.00", "DISHONOURED DIRECT CREDIT"));
    const open = await runOps(api, ["receivables", "list", "--status", "open", "--as", fiona.email]);
    expect([open.code, open.out]).toEqual([0, expect.stringContaining("46.00")]);
    const { data } = await query<{ data: Receivable[] }>(fiona.client, "ops.receivables.list", {
      customer: spender,
    });
    const id = data.data[0]?.id ?? "";
    const [owed, own] = [await house("receivables"), await house("own")];
    const words = ["receivables", "write-off", id, "--internal-note", "Cannot be found"];
    const asked = await runOps(api, [...words, "--as", fiona.email]);
    expect([asked.out, asked.error]).toEqual([
      expect.stringContaining("waiting for a second person"),
      expect.stringContaining("46.00"),
    ]);
    expect(await house("receivables")).toBe(owed);
    const approval = /approval +(\S+)/.exec(asked.out)?.[1];
    await mutate(frank.client, "ops.approvals.approve", { id: approval });
    expect(await house("receivables")).toBe(owed + 4600n);
    expect(await house("own")).toBe(own - 4600n);
    const done = await query<{ data: Receivable[] }>(fiona.client, "ops.receivables.list", {
      status: "written_off",
    });
    expect(done.data.data).toMatchObject([{ id, settled_by: frank.id }]);
    expect((await mutate(fiona.client, "ops.receivables.settle", { id, internal_note: "x" })).code).toBe(
      "state_conflict",
    );
    expect((await runOps(api, [...words, "--as", fiona.email])).code).toBe(1);
  });

  test("own money leaves suspense for the operator's own account", async () => {
    const [own, suspense] = [await house("own"), await house("suspense")];
    const [interest, fee] = await lines(["5.00", "INTEREST"], ["-2.00", "FEE"]);
    if (interest === undefined || fee === undefined) throw new Error("no lines");
    expect((await ownMoney(fiona, interest)).data).toMatchObject({
      status: "own_money",
      internal_note: "Fee",
    });
    expect((await ownMoney(fiona, fee)).data).toMatchObject({ status: "own_money" });
    expect((await ownMoney(frank, fee)).code).toBe("state_conflict");
    expect(await house("own")).toBe(own + 300n);
    expect(await house("suspense")).toBe(suspense);
  });
  test("what staff read before a line is credited or returned is the email that goes out", async () => {
    const email = "customer@demo.test";
    const sameMail = async (act: string, input: object, subject: string): Promise<void> => {
      const sent = async () => (await mailsTo(api, email)).filter((mail) => mail.subject === subject);
      const before = (await sent()).length;
      const { data } = await mutate<ActPreview>(fiona.client, "ops.acts.preview", { act, input });
      expect(data.reads).toMatchObject({ to: email, subject });
      expect(await sent()).toHaveLength(before);
      expect((await mutate<Credited>(fiona.client, act, input)).data.outcome).toBe("done");
      const mails = await sent();
      expect(mails).toHaveLength(before + 1);
      const parts = data.reads?.text.split("\n\n").filter((part) => !/\[|follows once/.test(part)) ?? [];
      expect(parts.length).toBeGreaterThan(0);
      for (const part of parts) expect(mails[0]?.text).toContain(part);
    };
    const { reference } = await announce("6.11");
    const first = await line("6.07", reference);
    const credited = "ops.bankLines.credit";
    await sameMail(credited, { id: first.id, reference }, "6.07 AUD has arrived");
    const more = await line("0.04", reference);
    await sameMail(credited, { id: more.id, reference }, "0.04 AUD has arrived");
    const other = await line("6.13", "No reference");
    await sameMail(credited, { id: other.id, customer: customerId }, "6.13 AUD has arrived");
    const message = "We can't take this payment.";
    // A part of the deposit, and then the rest.
    for (const { id } of [more, first])
      await sameMail("ops.bankLines.return", { id, message }, `Your deposit ${reference} was returned`);
  });
});

import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { BankLine } from "@wattle/contracts/bank-lines";
import type { Payout } from "@wattle/contracts/payouts";
import type { Transaction } from "@wattle/contracts/history";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS, type FreshDatabase } from "@wattle/db/testing/databases";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoDatabase } from "../testing/demo-database.ts";
import { announceDeposit, PAYING_ACCOUNT, requestWithdrawal } from "../testing/bank-orders.ts";
import { mutate, query, type Called } from "../testing/call-procedure.ts";
import { createClient, type TestClient } from "../testing/client.ts";
import { balanceOf } from "../testing/exchanges.ts";
import { overHttp, startServer, type ServerProcess } from "../testing/server-process.ts";
import { unitsOf } from "../testing/units.ts";

const KILLS = attacks({ few: 1, many: 50 });
/** Most further rounds if no act was under way at a kill: such rounds prove nothing. */
const MORE = 5;
const isWanting = (kills: number, lost: number): boolean =>
  kills < KILLS || (lost === 0 && kills < KILLS + MORE);
/** Acts of each kind in one round. */
const EACH = 5;
const DEPOSITED = "20.00";
const ADJUSTED = "1.00";
const WITHDRAWN = "10.00";

/** An act of staff, and whose: asked again after the kill, unless it was answered. */
interface Act {
  readonly name: string;
  readonly do: () => Promise<Called<unknown>>;
}

describe.each(DIALECTS)("kill -9 amid staff's acts on money, on %s", (dialect) => {
  let database: FreshDatabase;
  let server: ServerProcess;
  let customer: TestClient;
  let customerId: string;
  let fiona: TestClient;
  let frank: TestClient;
  let olga: TestClient;

  const restart = async (): Promise<void> => {
    server = await startServer({ DATABASE_URL: database.url });
  };
  const signedIn = async (email: string): Promise<TestClient> => {
    const client = createClient(overHttp(() => server.origin));
    await client.login(email);
    return client;
  };
  beforeAll(async () => {
    database = await demoDatabase(dialect);
    await restart();
    customer = createClient(overHttp(() => server.origin));
    ({
      user: { id: customerId },
    } = await customer.login("customer@demo.test"));
    [fiona, frank] = [await signedIn("finance@demo.test"), await signedIn("finance2@demo.test")];
    olga = await signedIn("operator@demo.test");
    const id = await asked(mutate(fiona, "ops.depositAccounts.set", PAYING_ACCOUNT));
    expect((await mutate(frank, "ops.approvals.approve", { id })).status).toBe(200);
  });
  afterAll(async () => {
    await server.kill();
    await database.close();
  });

  const aud = (text: string | undefined): bigint => unitsOf(text, "AUD");
  const balance = async (): Promise<bigint> => aud((await balanceOf(customer))["AUD"]);
  const houseOf = async (purpose: "own"): Promise<bigint> => {
    const account = houseAccount(purpose, "AUD");
    const rows = await database.read
      .selectFrom("ledger_postings")
      .select(["source_account", "destination_account", "amount"])
      .execute();
    const moved = rows.filter((row) => row.source_account === account || row.destination_account === account);
    return moved.reduce((sum, row) => sum + (row.source_account === account ? -row.amount : row.amount), 0n);
  };
  const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));

  /** The request that an act has left for the second person. */
  async function asked(answer: Promise<Called<AwaitingApproval>>): Promise<string> {
    const { data, message } = await answer;
    if (data?.outcome !== "awaiting_approval") throw new Error(`no one was asked: ${message ?? "done"}`);
    return data.approval.id;
  }

  /** Lines of a statement of a day of its own, each with a text. */
  async function importLines(
    year: number,
    round: number,
    texts: readonly string[],
  ): Promise<readonly BankLine[]> {
    const day = new Date(Date.UTC(year, 0, 1 + round)).toISOString().slice(0, 10);
    const content = texts.map((text) => `${day},${DEPOSITED},${text}`).join("\n");
    const { status } = await mutate(fiona, "ops.bankLines.import", {
      deposit_account_id: "aud-bank-transfer",
      content,
    });
    expect(status).toBe(200);
    const { data } = await query<{ data: BankLine[] }>(fiona, "ops.bankLines.list", { from: day, to: day });
    expect(data.data).toHaveLength(texts.length);
    return data.data;
  }

  /**
   * Creates the material of a round: deposits, lines that pay others, requests for a second person, withdrawals with
   * and without a batch.
   */
  async function prepare(round: number) {
    const deposits = await times(EACH, () => announceDeposit(customer, DEPOSITED));
    const paid = await times(EACH, () => announceDeposit(customer, DEPOSITED, "bank_transfer"));
    const paying = paid.map(({ reference }) => `PAY ${reference}`);
    const lines = await importLines(2024, round, paying);
    const adjusting = { direction: "credit", amount: ADJUSTED, currency: "AUD" };
    const adjustments = await times(EACH, (index) =>
      asked(
        mutate(fiona, "ops.ledger.adjust", {
          ...adjusting,
          id: customerId,
          internal_note: `Round ${round}, ${index}`,
        }),
      ),
    );
    const batched = await times(2, () => requestWithdrawal(customer, WITHDRAWN));
    const { data: batch } = await mutate<Payout>(fiona, "ops.payouts.create", { currency: "AUD" });
    const release = await asked(mutate(fiona, "ops.payouts.release", { id: batch.id }));
    const free = await times(2, () => requestWithdrawal(customer, WITHDRAWN));
    return { deposits, paid, lines, adjustments, withdrawals: [...batched, ...free], batch, release };
  }

  const actsOn = ({
    deposits,
    lines,
    adjustments,
    release,
  }: Awaited<ReturnType<typeof prepare>>): readonly Act[] => [
    ...deposits.map(({ reference }) => ({
      name: `confirm ${reference}`,
      do: () => mutate(fiona, "ops.deposits.confirm", { reference, amount: DEPOSITED }),
    })),
    ...lines.map(({ id }) => ({
      name: `credit ${id}`,
      do: () => mutate(frank, "ops.bankLines.credit", { id }),
    })),
    ...[...adjustments, release].map((id) => ({
      name: `approve ${id}`,
      do: () => mutate(frank, "ops.approvals.approve", { id }),
    })),
    { name: "batch", do: () => mutate(fiona, "ops.payouts.create", { currency: "AUD" }) },
  ];

  /**
   * Creates the rows that a round settles: a batch that the bank has, returned payouts, open requests, lines that are
   * no deposits.
   */
  async function prepareSettling(round: number) {
    const sent = await times(2, () => requestWithdrawal(customer, WITHDRAWN));
    const { data: batch } = await mutate<Payout>(fiona, "ops.payouts.create", { currency: "AUD" });
    const release = await asked(mutate(fiona, "ops.payouts.release", { id: batch.id }));
    await mutate(frank, "ops.approvals.approve", { id: release });
    expect((await mutate(fiona, "ops.payouts.file", { id: batch.id })).status).toBe(200);
    const bounced = await times(2, () => requestWithdrawal(customer, WITHDRAWN));
    for (const { reference } of bounced) {
      const paid = { reference, bank_reference: "Paid alone" };
      expect((await mutate(fiona, "ops.withdrawals.complete", paid)).status).toBe(200);
    }
    return {
      batch,
      sent,
      bounced,
      rejected: await times(2, () => requestWithdrawal(customer, WITHDRAWN)),
      cancelled: [
        ...(await times(2, () => requestWithdrawal(customer, WITHDRAWN))),
        ...(await times(2, () => announceDeposit(customer, DEPOSITED))),
      ],
      lines: await importLines(2025, round, ["SENT BACK A", "SENT BACK B", "OURS C", "OURS D"]),
      bankAccount: sent[0]?.bank_account_id,
      round,
    };
  }

  type Settling = Awaited<ReturnType<typeof prepareSettling>>;
  const message = "Sent back.";

  const settlingActs = ({ batch, bounced, rejected, lines }: Settling): readonly Act[] => [
    { name: "sent", do: () => mutate(fiona, "ops.payouts.sent", { id: batch.id }) },
    ...bounced.map(({ reference }) => ({
      name: `bounced ${reference}`,
      do: () => mutate(fiona, "ops.withdrawals.return", { reference, message }),
    })),
    ...rejected.map(({ reference }) => ({
      name: `reject ${reference}`,
      do: () => mutate(frank, "ops.withdrawals.reject", { reference, message }),
    })),
    ...lines.map(({ id, text }) => ({
      name: `line ${text}`,
      do: () =>
        text.startsWith("OURS")
          ? mutate(frank, "ops.bankLines.ownMoney", { id, internal_note: "Interest" })
          : mutate(fiona, "ops.bankLines.return", { id, message }),
    })),
    {
      name: "hold",
      do: () =>
        mutate(olga, "ops.customers.hold", { id: customerId, on: ["trading"], internal_note: "Looked at" }),
    },
  ];

  const customersActs = ({ cancelled, bankAccount, round }: Settling): readonly Act[] => [
    ...cancelled.map(({ id, reference }) => ({
      name: `cancel ${reference}`,
      do: () => mutate(customer, "history.cancel", { id }),
    })),
    ...["a", "b"].flatMap((which) => [
      {
        name: `announce ${which}`,
        do: () =>
          mutate(customer, "deposits.announce", {
            balance: { credit: DEPOSITED, credit_currency: "AUD" },
            transaction_type: "deposit",
            payment_method: "payid",
            idempotency_key: `announce-${round}-${which}`,
          }),
      },
      {
        name: `withdraw ${which}`,
        do: () =>
          mutate(customer, "withdrawals.request", {
            balance: { credit: WITHDRAWN, credit_currency: "AUD" },
            transaction_type: "withdraw",
            bank_account_id: bankAccount,
            idempotency_key: `withdraw-${round}-${which}`,
          }),
      },
    ]),
  ];

  /** The customer's deposits and withdrawals by bank, as they are. */
  const movements = () =>
    database.read
      .selectFrom("transactions")
      .select(["id", "status", "transaction_type"])
      .where("user_id", "=", customerId)
      .where("transaction_type", "in", ["deposit", "withdraw"])
      .execute();

  /** Takes withdrawals out of their batches and cancels them: a customer has few open ones. */
  async function freeWithdrawals(withdrawals: readonly Transaction[]): Promise<void> {
    for (const { id, reference } of withdrawals) {
      const { payout_batch_id: batchId } = await database.read
        .selectFrom("transactions")
        .select("payout_batch_id")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      expect((await mutate(fiona, "ops.payouts.remove", { id: batchId, reference })).status).toBe(200);
      expect((await customer.post(`/api/users/transactions/${id}/cancel`)).status).toBe(200);
    }
  }

  /** Does all acts at once, and kills the server once some of them are answered. @returns those that were not */
  async function killAmid(acts: readonly Act[]): Promise<readonly Act[]> {
    const answered = new Set<Act>();
    const killAt = 1 + Math.floor(Math.random() * (acts.length - 1));
    let killed: Promise<void> | undefined;
    await Promise.all(
      acts.map(async (act) => {
        try {
          const { status, message } = await act.do();
          if (status !== 200) throw new Error(`${act.name} answered ${status}: ${message}`);
        } catch (error) {
          // A killed server drops its connections.
          if (error instanceof TypeError) return;
          throw error;
        }
        answered.add(act);
        if (answered.size >= killAt) killed ??= server.kill();
      }),
    );
    // Else it died by itself.
    expect(killed).toBeDefined();
    await killed;
    return acts.filter((act) => !answered.has(act));
  }

  /**
   * Asks again for acts that were not answered before the kill. If only the answer was lost, the act is already done.
   */
  async function askAgain(open: readonly Act[]): Promise<void> {
    for (const act of open) {
      const { status, code, message: why } = await act.do();
      if (status !== 200) expect(code, `${act.name}: ${why}`).toMatch(/^(state_conflict|validation_failed)$/);
    }
  }

  test(`killed ${KILLS} times: what was answered is done, what was not is done once when it is asked again`, async () => {
    let lost = 0;
    let done = 0;
    let round = 0;
    for (; isWanting(round, lost); round += 1) {
      const before = await balance();
      const work = await prepare(round);
      const acts = actsOn(work);
      const open = await killAmid(acts);
      await restart();
      expect((await checkLedger(database.read)).mismatches, `round ${round}`).toEqual([]);
      await askAgain(open);
      lost += open.length;
      done += acts.length - open.length;

      const rows = await database.read
        .selectFrom("transactions")
        .select(["id", "status", "payout_batch_id"])
        .where(
          "id",
          "in",
          [...work.deposits, ...work.paid, ...work.withdrawals].map(({ id }) => id),
        )
        .execute();
      const credited = [...work.deposits, ...work.paid].map(({ id }) => id);
      for (const { id, status, payout_batch_id: batchId } of rows) {
        if (credited.includes(id)) expect(status).toBe("completed");
        else expect(batchId, `withdrawal ${id}`).not.toBeNull();
      }
      expect(new Set(rows.flatMap(({ payout_batch_id: batchId }) => batchId ?? [])).size).toBe(2);
      const after = await balance();
      const expected = BigInt(2 * EACH) * aud(DEPOSITED) + BigInt(EACH) * aud(ADJUSTED) - 4n * aud(WITHDRAWN);
      expect(after - before, `round ${round}`).toBe(expected);
      const released = await query<Payout>(fiona, "ops.payouts.get", { id: work.batch.id });
      expect(released.data.status).toBe("released");
      expect((await checkLedger(database.read)).mismatches, `round ${round}, repeated`).toEqual([]);
      await freeWithdrawals(work.withdrawals);
    }
    expect(lost).toBeGreaterThan(0);
    noteFigures(
      `${dialect}: ${round} kills amid ${done} acts of staff that were answered and ${lost} that were not; none lost, none doubled`,
    );
  });

  test(`killed ${KILLS} times amid payouts that are sent, rejected, cancelled and come back, lines, a hold and orders`, async () => {
    let lost = 0;
    let done = 0;
    let round = 0;
    for (; isWanting(round, lost); round += 1) {
      const before = await balance();
      const work = await prepareSettling(round);
      const rows = (await movements()).length;
      const own = await houseOf("own");
      const acts = [...settlingActs(work), ...customersActs(work)];
      const open = await killAmid(acts);
      await restart();
      expect((await checkLedger(database.read)).mismatches, `round ${round}`).toEqual([]);
      await askAgain(open);
      lost += open.length;
      done += acts.length - open.length;

      const now = new Map((await movements()).map((row) => [row.id, row]));
      expect(now.size - rows, "orders that were asked for once are there once").toBe(4);
      const are = (all: readonly Transaction[]) => [...new Set(all.map(({ id }) => now.get(id)?.status))];
      expect(are(work.sent)).toEqual(["completed"]);
      expect(are(work.bounced)).toEqual(["returned"]);
      expect(are(work.rejected)).toEqual(["rejected"]);
      expect(are(work.cancelled)).toEqual(["cancelled"]);
      expect((await houseOf("own")) - own).toBe(2n * aud(DEPOSITED));
      // The payments of the batch and the amounts set aside for the new withdrawals.
      expect((await balance()) - before, `round ${round}`).toBe(-4n * aud(WITHDRAWN));
      const input = { id: customerId, on: ["trading"], internal_note: "Fine" };
      expect((await mutate(olga, "ops.customers.releaseHold", input)).status).toBe(200);
      expect((await mutate(olga, "ops.customers.releaseHold", input)).code).toBe("state_conflict");
      expect((await checkLedger(database.read)).mismatches, `round ${round}, repeated`).toEqual([]);
      const waiting = [...now.values()].filter(({ status }) =>
        ["requested", "awaiting_payment"].includes(status),
      );
      for (const { id } of waiting) await mutate(customer, "history.cancel", { id });
    }
    expect(lost).toBeGreaterThan(0);
    noteFigures(
      `${dialect}: ${round} kills amid ${done} settling acts and orders that were answered and ${lost} that were not; none lost, none doubled`,
    );
  });
});

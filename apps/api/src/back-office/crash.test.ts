import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { BankLine } from "@wattle/contracts/bank-lines";
import type { Payout } from "@wattle/contracts/payouts";
import type { Transaction } from "@wattle/contracts/history";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { announceDeposit, requestWithdrawal } from "../testing/bank-orders.ts";
import { mutate, query, type Called } from "../testing/call-procedure.ts";
import { createClient, type TestClient } from "../testing/client.ts";
import { balanceOf } from "../testing/exchanges.ts";
import { overHttp, startServer, type ServerProcess } from "../testing/server-process.ts";
import { unitsOf } from "../testing/units.ts";

const KILLS = attacks({ few: 2, many: 50 });
/** Of each kind of act, in one round. */
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

  const restart = async (): Promise<void> => {
    server = await startServer({ DATABASE_URL: database.url });
  };
  const signedIn = async (email: string): Promise<TestClient> => {
    const client = createClient(overHttp(() => server.origin));
    await client.login(email);
    return client;
  };
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await restart();
    customer = createClient(overHttp(() => server.origin));
    ({
      user: { id: customerId },
    } = await customer.login("customer@demo.test"));
    [fiona, frank] = [await signedIn("finance@demo.test"), await signedIn("finance2@demo.test")];
  });
  afterAll(async () => {
    await server.kill();
    await database.close();
  });

  const aud = (text: string | undefined): bigint => unitsOf(text, "AUD");
  const balance = async (): Promise<bigint> => aud((await balanceOf(customer))["AUD"]);
  const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));

  /** What an act that needs two has left for the second person. */
  async function asked(answer: Promise<Called<AwaitingApproval>>): Promise<string> {
    const { data, message } = await answer;
    if (data?.outcome !== "awaiting_approval") throw new Error(`no one was asked: ${message ?? "done"}`);
    return data.approval.id;
  }

  /** Lines of a statement that pay deposits which wait. */
  async function importLines(round: number, deposits: readonly Transaction[]): Promise<readonly BankLine[]> {
    const day = new Date(Date.UTC(2024, 0, 1 + round)).toISOString().slice(0, 10);
    const content = deposits.map(({ reference }) => `${day},${DEPOSITED},PAY ${reference}`).join("\n");
    const { status } = await mutate(fiona, "ops.bankLines.import", {
      deposit_account_id: "aud-bank-transfer",
      content,
    });
    expect(status).toBe(200);
    const { data } = await query<{ data: BankLine[] }>(fiona, "ops.bankLines.list", { from: day, to: day });
    expect(data.data).toHaveLength(deposits.length);
    return data.data;
  }

  /** What a round works on: deposits, lines that pay others, requests for a second person, withdrawals with and without a batch. */
  async function prepare(round: number) {
    const deposits = await times(EACH, () => announceDeposit(customer, DEPOSITED));
    const paid = await times(EACH, () => announceDeposit(customer, DEPOSITED, "bank_transfer"));
    const lines = await importLines(round, paid);
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
          // What a killed server leaves behind: a connection that ends.
          if (error instanceof TypeError) return;
          throw error;
        }
        answered.add(act);
        if (answered.size >= killAt) killed ??= server.kill();
      }),
    );
    await killed;
    return acts.filter((act) => !answered.has(act));
  }

  test(`${KILLS} times: what was answered is done, what was not is done once when it is asked again`, async () => {
    let lost = 0;
    let done = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const before = await balance();
      const work = await prepare(round);
      const acts = actsOn(work);
      const open = await killAmid(acts);
      await restart();
      expect((await checkLedger(database.read)).mismatches, `round ${round}`).toEqual([]);
      for (const act of open) {
        const { status, code, message } = await act.do();
        // An act whose answer was lost is done already.
        if (status !== 200)
          expect(code, `${act.name}: ${message}`).toMatch(/^(state_conflict|validation_failed)$/);
      }
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
    // Were nothing ever under way at the kill, the test would prove nothing.
    expect(lost).toBeGreaterThan(0);
    noteFigures(
      `${dialect}: ${KILLS} kills amid ${done} acts of staff that were answered and ${lost} that were not; none lost, none doubled`,
    );
  });
});

import { HOLD_KINDS } from "@wattle/contracts/choices";
import type { HoldKind } from "@wattle/contracts/holds";
import type { HeldRate } from "@wattle/contracts/quotes";
import { findUserById } from "@wattle/db/accounts";
import { listAudit } from "@wattle/db/audit";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { payloadOf } from "../../testing/exchanges.ts";
import { callAs, newAccount, newBankAccount, type Outcome } from "../../testing/in-memory.ts";
import { dismissStaff } from "../../testing/new-staff.ts";

/** How many random interleavings are tried on each database. */
const RUNS = attacks({ few: 50, many: 1000 });
/** Sequences per database: checks of all books read more as the books grow. */
const RUNS_PER_DATABASE = 100;
const STEPS = 20;

/** Counts of all runs together: a run in which nothing happens proves nothing. */
let done: Record<"alone" | "approved" | "paid" | "traded", number>;

let api: TestApp;

const call = <T>(accountId: string, procedure: string, input: object): Promise<Outcome<T>> =>
  callAs<T>(api, accountId, procedure, input);

const SWITCHES = ["trading", "deposits", "withdrawals"] as const;
type Switch = (typeof SWITCHES)[number];

/** One customer, two who handle money, one who handles people, and what they have begun. */
class World {
  readonly customer: string;
  readonly money: readonly [string, string];
  readonly people: readonly [string, string];
  readonly bankAccount: string;
  readonly deposits: { readonly id: string; readonly reference: string; readonly announced: bigint }[] = [];
  readonly withdrawals: string[] = [];
  readonly requests: string[] = [];
  readonly rates: HeldRate[] = [];
  readonly paused = new Set<Switch>();

  private constructor(
    customer: string,
    money: readonly [string, string],
    people: readonly [string, string],
    bankAccount: string,
  ) {
    this.customer = customer;
    this.money = money;
    this.people = people;
    this.bankAccount = bankAccount;
  }

  static async make(): Promise<World> {
    const customer = await newAccount(api);
    return new World(
      customer,
      [await newAccount(api, "finance"), await newAccount(api, "finance")],
      [await newAccount(api, "compliance", "admin"), await newAccount(api, "compliance", "admin")],
      await newBankAccount(api, customer),
    );
  }

  /** One of two who may act on something, as `who` picks. */
  readonly #of = (pair: readonly [string, string], who: number): string => pair[who % 2] ?? pair[0];

  /** Notes a request that an act has left waiting. */
  #keep(answer: Outcome<{ outcome?: string; approval?: { id: string } }>): void {
    if (answer.ok && answer.data.approval !== undefined) this.requests.push(answer.data.approval.id);
  }

  async announce(announced: bigint): Promise<void> {
    const credit = `${announced / 100n}.${String(announced % 100n).padStart(2, "0")}`;
    const made = await call<{ id: string; reference: string }>(this.customer, "deposits.announce", {
      balance: { credit, credit_currency: "AUD" },
      transaction_type: "deposit",
      payment_method: "payid",
    });
    if (!made.ok) return;
    expect(this.paused).not.toContain("deposits");
    this.deposits.push({ ...made.data, announced });
  }

  async confirm(which: number, percent: bigint, who: number): Promise<void> {
    const deposit = this.deposits[which % Math.max(1, this.deposits.length)];
    if (deposit === undefined) return;
    const units = (deposit.announced * percent) / 100n;
    const amount = `${units / 100n}.${String(units % 100n).padStart(2, "0")}`;
    const input = { reference: deposit.reference, amount };
    this.#keep(await call(this.#of(this.money, who), "ops.deposits.confirm", input));
  }

  async adjust(direction: string, amount: string, who: number): Promise<void> {
    const input = { id: this.customer, direction, amount, currency: "AUD", internal_note: "Random" };
    this.#keep(await call(this.#of(this.money, who), "ops.ledger.adjust", input));
  }

  async decide(how: "approve" | "reject" | "withdraw", which: number, who: number): Promise<void> {
    const id = this.requests[which % Math.max(1, this.requests.length)];
    const by = [...this.money, ...this.people][who % 4];
    if (id === undefined || by === undefined) return;
    await call(by, `ops.approvals.${how}`, how === "reject" ? { id, reason: "Random" } : { id });
  }

  async hold(on: HoldKind, release: boolean): Promise<void> {
    const act = release ? "releaseHold" : "hold";
    const input = { id: this.customer, on: [on], internal_note: "Random" };
    await call(this.people[0], `ops.customers.${act}`, input);
  }

  async block(unblock: boolean, who: number): Promise<void> {
    const act = unblock ? "unblock" : "block";
    const input = { id: this.customer, internal_note: "Random" };
    this.#keep(await call(this.#of(this.people, who), `ops.customers.${act}`, input));
  }

  async pause(what: Switch, paused: boolean): Promise<void> {
    expect((await call(this.people[0], "ops.switches.set", { what, paused })).ok).toBe(true);
    if (paused) this.paused.add(what);
    else this.paused.delete(what);
  }

  async withdraw(amount: string): Promise<void> {
    const made = await call<{ reference: string }>(this.customer, "withdrawals.request", {
      balance: { credit: amount, credit_currency: "AUD" },
      transaction_type: "withdraw",
      bank_account_id: this.bankAccount,
    });
    if (!made.ok) return;
    expect(this.paused).not.toContain("withdrawals");
    this.withdrawals.push(made.data.reference);
  }

  async complete(which: number, who: number): Promise<void> {
    const reference = this.withdrawals[which % Math.max(1, this.withdrawals.length)];
    if (reference === undefined) return;
    const row = await findUserById(api.services.database.read, this.customer);
    const input = { reference, bank_reference: `P ${reference}` };
    const { ok } = await call(this.#of(this.money, who), "ops.withdrawals.complete", input);
    if (!ok) return;
    done.paid += 1;
    expect(row?.status).not.toBe("blocked");
    expect(row?.on_hold ?? "").not.toContain("withdrawals");
  }

  async holdRate(): Promise<void> {
    const held = await call<HeldRate>(this.customer, "quotes.getRate", {
      credit_currency: "AUD",
      debit_currency: "BTC",
      credit: "1",
    });
    if (!held.ok) return;
    expect(this.paused).not.toContain("trading");
    this.rates.push(held.data);
  }

  async trade(): Promise<void> {
    const held = this.rates.shift();
    if (held === undefined) return;
    const { ok } = await call(this.customer, "exchange.execute", payloadOf(held, "100.00"));
    if (!ok) return;
    done.traded += 1;
    expect(this.paused).not.toContain("trading");
  }

  /** Invariants that no order of these acts may break. */
  async check(): Promise<void> {
    const { read } = api.services.database;
    const entries = await read
      .selectFrom("ledger_entries")
      .innerJoin("ledger_postings", "ledger_postings.entry_id", "ledger_entries.id")
      .select(["ledger_entries.id", "kind", "created_by", "approved_by", "amount"])
      .where("created_by", "in", this.money)
      .execute();
    const announced = new Map<string, bigint>();
    for (const { entry_id, transaction_id } of await read
      .selectFrom("transaction_events")
      .select(["entry_id", "transaction_id"])
      .where(
        "transaction_id",
        "in",
        this.deposits.map(({ id }) => id),
      )
      .execute()) {
      const deposit = this.deposits.find(({ id }) => id === transaction_id);
      if (entry_id !== null && deposit !== undefined) announced.set(entry_id, deposit.announced);
    }
    const alone = new Map<string, bigint>();
    for (const { id, kind, created_by, approved_by, amount } of entries) {
      expect(approved_by).not.toBe(created_by);
      if (kind === "adjustment") expect(approved_by).not.toBeNull();
      if (approved_by !== null) done.approved += 1;
      if (kind !== "deposit" || approved_by !== null) continue;
      done.alone += 1;
      const planned = announced.get(id) ?? 0n;
      const difference = amount > planned ? amount - planned : planned - amount;
      expect(difference * 10n).toBeLessThanOrEqual(planned);
      expect(difference).toBeLessThanOrEqual(100_000n);
      expect(amount).toBeLessThan(1_000_000n);
      alone.set(created_by, (alone.get(created_by) ?? 0n) + amount);
    }
    for (const credited of alone.values()) expect(credited).toBeLessThanOrEqual(5_000_000n);
    const { rows } = await listAudit(read, { subject: this.customer, page: 1, perPage: 1000 });
    for (const { actor, action, details } of rows) {
      if (action !== "customer.unblocked") continue;
      const { approved_by } = JSON.parse(details) as { approved_by?: string };
      expect(this.people).toContain(approved_by);
      expect(approved_by).not.toBe(actor);
    }
  }
}

const which = fc.nat(9);
const who = fc.nat(3);
const step: fc.Arbitrary<(world: World) => Promise<void>> = fc.oneof(
  fc
    .constantFrom(100n, 10_000n, 900_000n, 990_000n, 1_000_000n)
    .map((units) => (w: World) => w.announce(units)),
  fc.tuple(which, fc.constantFrom(80n, 90n, 100n, 100n, 110n, 111n, 100_000n), who).map(
    ([index, percent, by]) =>
      (w: World) =>
        w.confirm(index, percent, by),
  ),
  fc.tuple(fc.constantFrom("credit", "debit"), fc.constantFrom("1.00", "500.00", "90000.00"), who).map(
    ([direction, amount, by]) =>
      (w: World) =>
        w.adjust(direction, amount, by),
  ),
  {
    // A request is approved only if two who may approve it have met it: often enough for few runs to see it.
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom("approve", "approve", "reject", "withdraw"), which, who).map(
      ([how, index, by]) =>
        (w: World) =>
          w.decide(how, index, by),
    ),
  },
  fc.tuple(fc.constantFrom(...HOLD_KINDS), fc.boolean()).map(
    ([on, release]) =>
      (w: World) =>
        w.hold(on, release),
  ),
  fc.tuple(fc.boolean(), who).map(
    ([unblock, by]) =>
      (w: World) =>
        w.block(unblock, by),
  ),
  fc.tuple(fc.constantFrom(...SWITCHES), fc.boolean()).map(
    ([what, paused]) =>
      (w: World) =>
        w.pause(what, paused),
  ),
  fc.constantFrom("1.00", "400.00").map((amount) => (w: World) => w.withdraw(amount)),
  fc.tuple(which, who).map(
    ([index, by]) =>
      (w: World) =>
        w.complete(index, by),
  ),
  fc.constant((w: World) => w.holdRate()),
  fc.constant((w: World) => w.trade()),
);

const interleaving = fc.asyncProperty(
  fc.array(step, { minLength: STEPS, maxLength: STEPS }),
  async (steps) => {
    const world = await World.make();
    for (const what of SWITCHES) await world.pause(what, false);
    await world.announce(900_000n);
    await world.confirm(0, 100n, 0);
    for (const act of steps) await act(world);
    await world.check();
    // Each request is mailed to everyone who may approve it.
    await dismissStaff(api);
  },
);

describe.each(DIALECTS)("random acts of staff and a customer, on %s", (dialect) => {
  test(
    "no order of acts credits without two people where two are needed, pays a held customer, or does what is paused",
    { timeout: 3_600_000 },
    async () => {
      done = { alone: 0, approved: 0, paid: 0, traded: 0 };
      for (let left = RUNS; left > 0; left -= RUNS_PER_DATABASE) {
        api = await startTestApp({ dialect });
        try {
          await fc.assert(interleaving, { numRuns: Math.min(left, RUNS_PER_DATABASE), endOnFailure: true });
          expect((await checkLedger(api.services.database.read)).mismatches).toEqual([]);
        } finally {
          await api.close();
        }
      }
      for (const [what, times] of Object.entries(done)) expect(times, what).toBeGreaterThan(0);
      const { alone, approved, paid, traded } = done;
      noteFigures(
        `${dialect}: ${RUNS} orders of ${STEPS} acts; ${alone} deposits credited alone, ${approved} acts by two, ${paid} payouts, ${traded} exchanges; no rule broken`,
      );
    },
  );
});

import type { HeldRate } from "@wattle/contracts/quotes";
import { dismissStaff } from "../new-staff.ts";
import type { TestApp } from "../app-for-test.ts";
import { PAYING_ACCOUNT } from "../bank-orders.ts";
import type { ExchangePayload } from "../exchanges.ts";
import { callAs, newAccount, newBankAccount, type Outcome } from "../in-memory.ts";
import type { MoneyModel } from "./model.ts";
import type { Coin, Verdict } from "./things.ts";

const COINS = ["AUD", "BTC"] as const;

/** Answer of an act that may need a second person. */
interface Answer {
  readonly outcome?: "done" | "awaiting_approval";
  readonly approval?: { readonly id: string };
}

/** Prices are asked for at least once a day. */
const LONGEST_SILENCE_MILLISECONDS = 24 * 3_600_000;

/** The real thing: identifiers of what the model knows by its place. */
export class World {
  readonly api: TestApp;
  readonly customers: readonly string[];
  readonly bankAccounts: readonly string[];
  readonly staff: readonly string[];
  /** Undefined of a deposit that no one has announced. */
  readonly deposits: ({ readonly id: string; readonly reference: string } | undefined)[] = [];
  readonly withdrawals: { readonly id: string; readonly reference: string }[] = [];
  readonly lines: { readonly id: string; readonly content: string }[] = [];
  readonly batches: string[] = [];
  readonly requests: string[] = [];
  readonly rates: HeldRate[] = [];
  /** Postings of each used rate, under its key. */
  readonly posted: (ExchangePayload & { readonly idempotency_key: string })[] = [];
  /** Word that no other world's lines have in their text. */
  readonly tag: string;
  /** The last answer, for who reads that a test has failed. */
  answer = "";
  readonly #house: HouseTotals;
  readonly #before: ReadonlyMap<string, bigint>;

  private constructor(
    api: TestApp,
    people: Pick<World, "customers" | "bankAccounts" | "staff">,
    house: HouseTotals,
  ) {
    this.api = api;
    ({ customers: this.customers, bankAccounts: this.bankAccounts, staff: this.staff } = people);
    this.tag = inLetters(Number.parseInt(this.customers[0]?.slice(-8) ?? "", 16));
    this.#house = house;
    this.#before = new Map(house.totals);
  }

  /** Two customers, two who handle money, one who handles people and an admin, on an installation that others have used. */
  static async make(api: TestApp): Promise<World> {
    const customers = [await newAccount(api), await newAccount(api)];
    const bankAccounts: string[] = [];
    for (const id of customers) bankAccounts.push(await newBankAccount(api, id));
    const staff: string[] = [];
    for (const role of ["finance", "finance", "compliance", "admin"] as const)
      staff.push(await newAccount(api, role));
    return new World(api, { customers, bankAccounts, staff }, await HouseTotals.read(api));
  }

  async call<T>(who: string | undefined, procedure: string, input: object): Promise<Outcome<T>> {
    const outcome = await callAs<T>(this.api, who ?? "", procedure, input);
    const { ok, code, fields } = outcome;
    this.answer = ok ? JSON.stringify(outcome.data) : `${code} ${fields?.join(" ")}`;
    return outcome;
  }

  /** @returns whether it was done, and what it answered */
  async as<T>(who: string | undefined, procedure: string, input: object): Promise<readonly [Verdict, T]> {
    const { ok, data } = await this.call<T>(who, procedure, input);
    return [ok ? "done" : "refused", data];
  }

  /** An act that may need a second person; a request that it leaves is kept. */
  async ask(by: number, procedure: string, input: object): Promise<Verdict> {
    const { ok, data } = await this.call<Answer>(this.staff[by], procedure, input);
    if (!ok) return "refused";
    if (data.approval === undefined) return "done";
    this.requests.push(data.approval.id);
    return "waits";
  }

  /** Differences between the real balances and the expected ones; empty if there are none. */
  async differences({ customers, house }: MoneyModel): Promise<string[]> {
    const { read } = this.api.services.database;
    const rows = await read
      .selectFrom("ledger_balances")
      .select(["account_id", "balance"])
      .where("user_id", "in", this.customers)
      .execute();
    const real = new Map(rows.map(({ account_id, balance }) => [account_id as string, balance]));
    await this.#house.goOn();
    for (const [account, total] of this.#house.totals)
      real.set(account, total - (this.#before.get(account) ?? 0n));
    const expected = new Map<string, bigint>();
    for (const [place, { available, held }] of customers.entries())
      for (const coin of COINS) {
        expected.set(`customer:${this.customers[place]}:available:${coin}`, available[coin]);
        expected.set(`customer:${this.customers[place]}:held:${coin}`, held[coin]);
      }
    for (const [purpose, totals] of Object.entries(house))
      for (const coin of COINS) expected.set(`house:${purpose}:${coin}`, totals[coin]);
    const accounts = new Set([...real.keys(), ...expected.keys()]);
    return [...accounts].flatMap((account) => {
      const [is, should] = [real.get(account) ?? 0n, expected.get(account) ?? 0n];
      return is === should ? [] : [`${account} has ${is}, should have ${should}`];
    });
  }

  /** Lets time pass, with a price from time to time: one that moved much while no one asked is not believed. */
  async pass(milliseconds: number): Promise<void> {
    const { clock, services } = this.api;
    for (let left = milliseconds; left > 0; left -= LONGEST_SILENCE_MILLISECONDS) {
      clock.advance(Math.min(left, LONGEST_SILENCE_MILLISECONDS));
      await services.rates.current("BTC", "AUD");
    }
  }

  /** Customers' view of their balances, in their own words. @returns undefined for one who is blocked */
  async shown(place: number): Promise<Readonly<Record<string, string>> | undefined> {
    const { ok, data } = await this.call<Record<string, string>>(this.customers[place], "balances.get", {});
    return ok ? data : undefined;
  }

  /** Whether the totals that were kept up after each act are those of all postings. */
  async addsUp(): Promise<boolean> {
    const { totals } = await HouseTotals.read(this.api);
    const kept = this.#house.totals;
    return totals.size === kept.size && [...totals].every(([account, total]) => kept.get(account) === total);
  }

  /**
   * Leaves nothing that a later run would take for its own: withdrawals are paid in batches of all customers, and what was credited, by
   * hand or by a line, may be any line's of the same amount for a month.
   */
  async leave(model: MoneyModel): Promise<void> {
    for (const [place, customer] of model.customers.entries()) {
      const input = { id: this.customers[place], on: ["withdrawals"], internal_note: "Over" };
      if (!customer.holds.has("withdrawals")) await this.call(this.staff[3], "ops.customers.hold", input);
    }
    await this.api.services.database.write(async (tx) => {
      await tx
        .updateTable("transactions")
        .set({ updated_at: 0n })
        .where("status", "in", ["completed", "returned"])
        .execute();
      await tx.updateTable("bank_lines").set({ matched_id: null }).where("amount", ">", 0n).execute();
    });
    // Each request is mailed to everyone who may approve it.
    await dismissStaff(this.api);
  }
}

/**
 * Balance of each account of the house: money in, less money out. Later entries have later identifiers, so that none is
 * read twice.
 */
class HouseTotals {
  readonly totals = new Map<string, bigint>();
  readonly #api: TestApp;
  #last = "";

  private constructor(api: TestApp) {
    this.#api = api;
  }

  static async read(api: TestApp): Promise<HouseTotals> {
    const house = new HouseTotals(api);
    await house.goOn();
    return house;
  }

  async goOn(): Promise<void> {
    const postings = await this.#api.services.database.read
      .selectFrom("ledger_postings")
      .select(["entry_id", "source_account", "destination_account", "amount"])
      .where("entry_id", ">", this.#last)
      .orderBy("entry_id")
      .execute();
    for (const { entry_id, source_account, destination_account, amount } of postings) {
      this.#add(source_account, -amount);
      this.#add(destination_account, amount);
      this.#last = entry_id;
    }
  }

  #add(account: string, amount: bigint): void {
    if (account.startsWith("house:")) this.totals.set(account, (this.totals.get(account) ?? 0n) + amount);
  }
}

/** An installation that payout files can be made on, and where no withdrawal waits. */
export async function prepare(api: TestApp): Promise<void> {
  const [asks, decides] = [await newAccount(api, "finance"), await newAccount(api, "finance")];
  const asked = await callAs<Answer>(api, asks, "ops.depositAccounts.set", PAYING_ACCOUNT);
  await callAs(api, decides, "ops.approvals.approve", { id: asked.data.approval?.id });
  await callAs(api, asks, "ops.payouts.create", { currency: "AUD" });
}

/** A number in letters: one in digits looks like a bank's reference. */
export const inLetters = (number: number): string =>
  String(number).replaceAll(/\d/g, (digit) => String.fromCodePoint(97 + Number(digit)));

/** A pair and its way. */
export const PAIRS = [
  ["AUD", "BTC"],
  ["BTC", "AUD"],
] as const satisfies readonly (readonly [Coin, Coin])[];

import { setTimeout as wait } from "node:timers/promises";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { Transaction } from "@wattle/contracts/history";
import { expect } from "vitest";
import { mutate } from "../call-procedure.ts";
import { createClient, type TestClient } from "../client.ts";
import { balanceOf } from "../exchanges.ts";
import { executeOnce, untilAnswered } from "../persistent.ts";
import { overHttp } from "../server-process.ts";
import { unitsOf } from "../units.ts";

const EXCHANGING = 4;
const DEPOSITED = "20.00";
const WITHDRAWN = "10.00";
/** Between two tries of a request that failed: a cluster that recovers needs the processor more. */
const PAUSE_MILLISECONDS = 100;
const PATIENCE = { timeout: 120_000, interval: 50 };

type Clients = readonly [trader: TestClient, customer: TestClient, staff: TestClient];

/** Exchanges of one customer, deposits and payouts of another, and the staff who confirm those; each request until it is answered. */
export class MoneyLoad {
  /** Identifiers of transactions that were answered. */
  readonly answered: string[] = [];
  /** Times of answers to what was asked, in milliseconds. */
  readonly #times: number[] = [];
  readonly #clients: Clients;
  readonly #before: bigint;
  readonly #working: Promise<unknown>;
  #moved = 0n;
  #isOver = false;

  private constructor(clients: Clients, before: bigint) {
    this.#clients = clients;
    this.#before = before;
    const [trader] = clients;
    const exchange = async (index: number): Promise<void> => {
      for (let number = 0; !this.#isOver; number += 1) {
        this.#note((await executeOnce(trader, `loss-${index}-${number}`)).id);
        await wait(PAUSE_MILLISECONDS / 2);
      }
    };
    this.#working = Promise.all([
      ...Array.from({ length: EXCHANGING }, (_, index) => exchange(index)),
      this.#moveByBank(),
    ]);
  }

  static async start(origin: string): Promise<MoneyLoad> {
    const send = overHttp(() => origin);
    const signedIn = async (email: string): Promise<TestClient> => {
      const client = createClient(async (...request) => {
        const answer = await send(...request);
        if (answer.status >= 500) await wait(PAUSE_MILLISECONDS);
        return answer;
      });
      await client.login(email);
      return client;
    };
    const customer = await signedIn("customer@demo.test");
    const clients = [
      await signedIn("nigeria@demo.test"),
      customer,
      await signedIn("finance@demo.test"),
    ] as const;
    return new MoneyLoad(clients, unitsOf((await balanceOf(customer))["AUD"], "AUD"));
  }

  #note(id: string): void {
    this.answered.push(id);
    this.#times.push(performance.now());
  }

  async #order(key: string, credit: string, rest: object): Promise<Transaction> {
    const [, customer] = this.#clients;
    const payload = { balance: { credit, credit_currency: "AUD" }, ...rest };
    const answer = await untilAnswered(() =>
      customer.post<{ data: Transaction }>("/api/users/transactions", payload, { "idempotency-key": key }),
    );
    expect(answer.status, answer.text).toBe(201);
    this.#note(answer.body.data.id);
    return answer.body.data;
  }

  /** One deposit and one payout after the other. A confirmation that was done before is refused the second time. */
  async #moveByBank(): Promise<void> {
    // Clients confirm their sessions if they are asked to: passwords may be tried only so often.
    const [, customer, staff] = this.#clients;
    const accounts = await untilAnswered(() =>
      customer.get<{ data: BankAccount[] }>("/api/users/bank-accounts"),
    );
    const payee = accounts.body.data.find(
      ({ currency, held_until }) => currency === "AUD" && held_until === null,
    );
    for (let number = 0; !this.#isOver; number += 1) {
      const deposit = { transaction_type: "deposit", payment_method: "payid" };
      const { reference } = await this.#order(`loss-in-${number}`, DEPOSITED, deposit);
      await untilAnswered(() => mutate(staff, "ops.deposits.confirm", { reference, amount: DEPOSITED }));
      const withdrawal = { transaction_type: "withdraw", bank_account_id: payee?.id };
      const paid = { bank_reference: "Paid alone" };
      const order = await this.#order(`loss-out-${number}`, WITHDRAWN, withdrawal);
      await untilAnswered(() =>
        mutate(staff, "ops.withdrawals.complete", { reference: order.reference, ...paid }),
      );
      this.#moved += unitsOf(DEPOSITED, "AUD") - unitsOf(WITHDRAWN, "AUD");
      await wait(PAUSE_MILLISECONDS);
    }
  }

  /** Resolves once so many more were answered. */
  more(transactions: number): Promise<void> {
    const target = this.answered.length + transactions;
    return expect.poll(() => this.answered.length, PATIENCE).toBeGreaterThanOrEqual(target);
  }

  /** @returns the longest time without an answer from now on, in milliseconds, when it is asked for */
  listen(): () => number {
    const since = performance.now();
    return () => {
      const times = [since, ...this.#times.filter((time) => time >= since)];
      return Math.max(...times.slice(1).map((time, place) => time - (times[place] ?? time)));
    };
  }

  /** Ends, and expects that deposits and payouts have moved the customer's balance once each. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#working;
    const [, customer] = this.#clients;
    expect(unitsOf((await balanceOf(customer))["AUD"], "AUD") - this.#before).toBe(this.#moved);
  }
}

import {
  breakdown,
  type Batch,
  type Coin,
  type Customer,
  type Deposit,
  type Hold,
  type Line,
  type Plan,
  type Rate,
  type Verdict,
  type Withdrawal,
} from "./things.ts";
import { DAY, TwoPeople } from "./two-people.ts";

const MOST_OPEN = 20;

type LineTarget =
  | { readonly deposit: Deposit }
  | { readonly withdrawal: Withdrawal }
  | { readonly customer: Customer }
  | undefined;

/** How many days a credit by hand and its line can be apart. */
const APART = 30;
/** A time's day where the bank is, counted from 1970. */
const localDay = (at: number): number =>
  Date.parse(new Date(at).toLocaleDateString("en-CA", { timeZone: "Australia/Sydney" })) / DAY;

/**
 * Expected state of the money side, in plain objects: it shares no code with the product. Amounts are smallest units,
 * times milliseconds.
 */
export class MoneyModel extends TwoPeople {
  readonly deposits: Deposit[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly lines: Line[] = [];
  readonly batches: Batch[] = [];
  readonly rates: Rate[] = [];

  /** Time passes. Deposits that are overdue expire where the sweep runs. */
  pass(milliseconds: number, sweep: boolean): Verdict {
    this.now += milliseconds;
    for (const deposit of this.deposits) {
      if (sweep && deposit.status === "awaiting" && deposit.expires <= this.now) deposit.status = "expired";
    }
    return "done";
  }

  // Deposits.

  announce(customer: Customer, amount: bigint): Verdict {
    const open = this.deposits.filter(({ of, status }) => of === customer && status === "awaiting").length;
    if (customer.blocked || customer.holds.has("deposits") || open >= MOST_OPEN) return "refused";
    if (amount < 100n || amount > 100_000_000n) return "refused";
    const expires = this.now + 7 * DAY;
    this.deposits.push({ of: customer, planned: amount, credit: amount, status: "awaiting", expires });
    return "done";
  }

  cancelDeposit(deposit: Deposit): Verdict {
    if (deposit.of.blocked || deposit.status !== "awaiting") return "refused";
    deposit.status = "cancelled";
    return "done";
  }

  expire(deposit: Deposit): Verdict {
    if (deposit.status !== "awaiting") return "refused";
    deposit.status = "expired";
    return "done";
  }

  #credit(deposit: Deposit, amount: bigint): true {
    deposit.status = "completed";
    deposit.credit = amount;
    deposit.creditedAt = this.now;
    this.move(this.house.suspense, deposit.of.available, amount);
    return true;
  }

  // One payment is one credit.

  /** The proposal for a line, as it was when a statement was last imported. */
  readonly #namedBy = ({ names, bounce }: Line): Deposit | Withdrawal | undefined =>
    names?.deposit ?? (bounce ? names?.withdrawal : undefined);

  /** Whether something of a line's amount was put on a balance by hand that no line has shown. */
  #isByHand(line: Line, target: Deposit | Withdrawal | undefined): boolean {
    if (target !== undefined && this.#namedBy(line) === target) return false;
    const isNear = (at: number | undefined): boolean =>
      at !== undefined && Math.abs(localDay(at) - line.day) <= APART;
    return (
      this.deposits.some(
        (each) =>
          each !== target &&
          each.status === "completed" &&
          each.credit === line.amount &&
          this.#showing(each).length === 0 &&
          isNear(each.creditedAt),
      ) ||
      this.withdrawals.some(
        (each) =>
          each !== target &&
          each.status === "returned" &&
          each.amount === line.amount &&
          !each.shown &&
          isNear(each.returnedAt),
      )
    );
  }

  /** Whether a line of an amount was credited for something that it does not name. */
  readonly #isByLine = (amount: bigint, target: Deposit | Withdrawal): boolean =>
    this.lines.some(
      (line) =>
        line.status === "credited" &&
        line.amount === amount &&
        line.paid !== target &&
        line.names?.deposit !== line.paid &&
        line.day >= localDay(this.now) - APART &&
        line.day <= localDay(this.now) + 1,
    );

  confirm(by: number, deposit: Deposit, amount: bigint): Verdict {
    return this.ask(by, "money", () => {
      if (deposit.status === "completed" || amount <= 0n) return undefined;
      const planned = deposit.planned ?? deposit.credit;
      const difference = amount > planned ? amount - planned : planned - amount;
      const isFar = difference * 10n > planned || difference > 100_000n;
      const two = isFar || this.#isByLine(amount, deposit);
      const run = (): true => this.#credit(deposit, amount);
      return { state: deposit.status, two, moves: amount, of: deposit.of, once: deposit, run };
    });
  }

  #takeBack(deposit: Deposit, amount: bigint): boolean {
    if (deposit.of.available.AUD < amount) return false;
    this.move(deposit.of.available, this.house.suspense, amount);
    return true;
  }

  #sendBack(deposit: Deposit): boolean {
    if (deposit.status === "completed" && !this.#takeBack(deposit, deposit.credit)) return false;
    deposit.status = "returned";
    for (const line of this.#showing(deposit)) line.status = "returned";
    return true;
  }

  returnDeposit(by: number, deposit: Deposit): Verdict {
    return this.ask(by, "money", () => {
      const { status, credit: moves, of } = deposit;
      if (status === "returned") return undefined;
      const once = `return deposit ${this.deposits.indexOf(deposit)}`;
      return { state: status, two: false, moves, of, once, run: () => this.#sendBack(deposit) };
    });
  }

  // Lines of statements.

  readonly #showing = (deposit: Deposit): Line[] =>
    this.lines.filter(({ status, paid }) => status === "credited" && paid === deposit);

  importLine(amount: bigint, names: Line["names"], by: number): Verdict {
    const day = Math.floor(this.now / DAY);
    this.lines.push({ amount, by, day, names, status: "open", paid: undefined, bounce: false });
    this.move(this.house.bank, this.house.suspense, amount);
    const open = this.lines.filter(({ status }) => status === "open");
    for (const line of open) {
      const withdrawal = line.names?.withdrawal;
      line.bounce = withdrawal !== undefined && withdrawal.paid && !withdrawal.shown;
    }
    for (const withdrawal of this.withdrawals.filter(({ status }) => status === "returned"))
      this.#takeBounceOf(withdrawal);
    return "done";
  }

  /** Money that is on the balance again already uses the one line that names it. */
  #takeBounceOf(withdrawal: Withdrawal): void {
    const naming = this.lines.filter(
      ({ status, bounce, names }) => status === "open" && bounce && names?.withdrawal === withdrawal,
    );
    const [line] = naming;
    if (line === undefined || naming.length > 1 || withdrawal.shown) return;
    line.status = "payout";
    withdrawal.shown = true;
  }

  #bounce(line: Line, withdrawal: Withdrawal): Plan {
    const { status } = withdrawal;
    const run = (): boolean => {
      if (!withdrawal.paid || withdrawal.shown) return false;
      line.status = "payout";
      withdrawal.shown = true;
      if (withdrawal.status === "completed") this.#giveBack(withdrawal);
      return true;
    };
    const moves = status === "returned" ? undefined : line.amount;
    return { state: status, two: false, moves, of: withdrawal.of, run };
  }

  #payDeposit(line: Line, deposit: Deposit): Plan | undefined {
    const { amount } = line;
    const shown = this.#showing(deposit).reduce((sum, each) => sum + each.amount, 0n);
    const byHand = deposit.credit - shown;
    const isCredited = deposit.status === "completed";
    if (isCredited && byHand !== 0n && byHand !== amount) return undefined;
    const moves = !isCredited || byHand === 0n;
    const run = (): true => {
      if (!isCredited) this.#credit(deposit, amount);
      else if (moves) {
        deposit.credit += amount;
        deposit.creditedAt = this.now;
        this.move(this.house.suspense, deposit.of.available, amount);
      }
      Object.assign(line, { status: "credited", paid: deposit });
      return true;
    };
    return { state: deposit.status, two: false, moves: moves ? amount : undefined, of: deposit.of, run };
  }

  #payCustomer(line: Line, customer: Customer): Plan {
    const run = (): true => {
      const made: Deposit = { of: customer, planned: undefined, credit: 0n, status: "completed", expires: 0 };
      this.deposits.push(made);
      this.#credit(made, line.amount);
      Object.assign(line, { status: "credited", paid: made });
      return true;
    };
    return { state: "unused", two: false, moves: line.amount, of: customer, run };
  }

  /** @param target what it is proposed for if nothing is said */
  creditLine(by: number, line: Line, target: LineTarget): Verdict {
    return this.ask(by, "money", () => {
      if (line.status !== "open" || line.amount <= 0n) return undefined;
      const meant = this.#targetOf(line, target);
      const plan = this.#planOf(line, meant);
      const named = this.#namedBy(line);
      const isOthers = named !== undefined && named.of !== plan?.of;
      const used =
        meant && ("deposit" in meant ? meant.deposit : "withdrawal" in meant ? meant.withdrawal : undefined);
      const two = line.by === by || isOthers || this.#isByHand(line, used);
      return plan && { ...plan, two, once: line };
    });
  }

  readonly #targetOf = (line: Line, said: LineTarget): LineTarget => {
    const withdrawal = line.bounce ? line.names?.withdrawal : undefined;
    const deposit = line.names?.deposit;
    return said ?? (deposit === undefined ? withdrawal && { withdrawal } : { deposit });
  };

  #planOf(line: Line, target: LineTarget): Plan | undefined {
    if (target === undefined) return undefined;
    if ("customer" in target) return this.#payCustomer(line, target.customer);
    if ("deposit" in target) return this.#payDeposit(line, target.deposit);
    return this.#bounce(line, target.withdrawal);
  }

  /** The deposit that goes back with a payment that names it, unless another line may pay it. */
  #returnedWith(line: Line): Deposit | undefined {
    const named = line.names?.deposit;
    if (line.status !== "open" || named === undefined || named.status === "completed") return undefined;
    const isShared = this.lines.some(
      (other) =>
        other !== line && other.status === "open" && other.amount > 0n && other.names?.deposit === named,
    );
    return isShared || named.status === "returned" ? undefined : named;
  }

  #returnNow(line: Line): boolean {
    const { amount, status, paid: deposit } = line;
    if (status === "credited" && deposit !== undefined) {
      if (deposit.credit <= amount) return this.#sendBack(deposit);
      if (!this.#takeBack(deposit, amount)) return false;
      deposit.credit -= amount;
    }
    const named = this.#returnedWith(line);
    line.status = "returned";
    if (named !== undefined) named.status = "returned";
    return true;
  }

  returnLine(by: number, line: Line): Verdict {
    return this.ask(by, "money", () => {
      const { amount, status, paid } = line;
      if (amount < 0n || (status !== "open" && status !== "credited")) return undefined;
      const named = this.#returnedWith(line);
      const of = status === "credited" ? paid?.of : named?.of;
      const state = `${status} ${named === undefined ? "" : this.deposits.indexOf(named)}`;
      const once = `return line ${this.lines.indexOf(line)}`;
      const two = line.by === by || (status === "open" && this.#isByHand(line, named));
      return { state, two, moves: amount, of, once, run: () => this.#returnNow(line) };
    });
  }

  ownMoney(by: number, line: Line): Verdict {
    return this.ask(by, "money", () => {
      if (line.status !== "open") return undefined;
      const run = (): true => {
        line.status = "own";
        this.move(this.house.suspense, this.house.own, line.amount);
        return true;
      };
      const moves = line.amount < 0n ? -line.amount : line.amount;
      const once = `own line ${this.lines.indexOf(line)}`;
      return { state: "open", two: line.by === by, moves, of: undefined, once, run };
    });
  }

  // Withdrawals and payouts.

  request(customer: Customer, amount: bigint): Verdict {
    const open = this.withdrawals.filter(
      ({ of, status }) => of === customer && status === "requested",
    ).length;
    if (customer.blocked || customer.holds.has("withdrawals") || open >= MOST_OPEN) return "refused";
    if (amount <= 0n || amount > customer.available.AUD) return "refused";
    this.move(customer.available, customer.held, amount);
    const begun = { status: "requested", batch: undefined, paid: false, shown: false } as const;
    this.withdrawals.push({ of: customer, amount, ...begun });
    return "done";
  }

  #release(withdrawal: Withdrawal, status: "cancelled" | "rejected"): Verdict {
    if (withdrawal.status !== "requested" || withdrawal.batch !== undefined) return "refused";
    withdrawal.status = status;
    this.move(withdrawal.of.held, withdrawal.of.available, withdrawal.amount);
    return "done";
  }

  readonly cancelWithdrawal = (withdrawal: Withdrawal): Verdict =>
    withdrawal.of.blocked ? "refused" : this.#release(withdrawal, "cancelled");

  readonly reject = (withdrawal: Withdrawal): Verdict => this.#release(withdrawal, "rejected");

  #pay(withdrawal: Withdrawal): void {
    Object.assign(withdrawal, { status: "completed", paid: true });
    this.move(withdrawal.of.held, this.house.suspense, withdrawal.amount);
  }

  readonly #payable = ({ of }: Withdrawal): boolean => !of.blocked && !of.holds.has("withdrawals");

  complete(by: number, withdrawal: Withdrawal): Verdict {
    return this.ask(by, "money", () => {
      const { status, batch, amount: moves, of } = withdrawal;
      if (status !== "requested" || batch !== undefined || !this.#payable(withdrawal)) return undefined;
      const once = `complete ${this.withdrawals.indexOf(withdrawal)}`;
      const run = (): true => {
        this.#pay(withdrawal);
        return true;
      };
      return { state: status, two: false, moves, of, once, run };
    });
  }

  #giveBack(withdrawal: Withdrawal): true {
    withdrawal.status = "returned";
    withdrawal.returnedAt = this.now;
    this.move(this.house.suspense, withdrawal.of.available, withdrawal.amount);
    return true;
  }

  returnWithdrawal(by: number, withdrawal: Withdrawal): Verdict {
    return this.ask(by, "money", () => {
      if (withdrawal.status !== "completed") return undefined;
      const run = (): true => {
        this.#giveBack(withdrawal);
        this.#takeBounceOf(withdrawal);
        return true;
      };
      const two = this.#isByLine(withdrawal.amount, withdrawal);
      return { state: "completed", two, moves: withdrawal.amount, of: withdrawal.of, run };
    });
  }

  readonly #members = (batch: Batch): Withdrawal[] => this.withdrawals.filter((each) => each.batch === batch);

  createBatch(): Verdict {
    const payable = this.withdrawals.filter(
      (each) => each.status === "requested" && each.batch === undefined && this.#payable(each),
    );
    if (payable.length === 0) return "refused";
    const batch: Batch = { status: "open", filed: false };
    this.batches.push(batch);
    for (const withdrawal of payable) withdrawal.batch = batch;
    return "done";
  }

  removeFrom(batch: Batch, withdrawal: Withdrawal): Verdict {
    const isOpen = (batch.status === "open" || batch.status === "released") && !batch.filed;
    if (!isOpen || withdrawal.batch !== batch) return "refused";
    withdrawal.batch = undefined;
    return "done";
  }

  cancelBatch(batch: Batch): Verdict {
    if (batch.status !== "open") return "refused";
    batch.status = "cancelled";
    for (const withdrawal of this.#members(batch)) withdrawal.batch = undefined;
    return "done";
  }

  releaseBatch(by: number, batch: Batch): Verdict {
    return this.ask(by, "money", () => {
      const members = this.#members(batch);
      if (batch.status !== "open" || members.length === 0 || !members.every(this.#payable)) return undefined;
      const state = members.map((each) => this.withdrawals.indexOf(each)).join(" ");
      const run = (): true => {
        batch.status = "released";
        return true;
      };
      return { state, two: true, moves: undefined, run };
    });
  }

  takeFile(batch: Batch): Verdict {
    if (batch.status !== "released" && batch.status !== "sent") return "refused";
    if (!batch.filed && !this.#members(batch).every(this.#payable)) return "refused";
    batch.filed = true;
    return "done";
  }

  send(batch: Batch): Verdict {
    if (batch.status !== "released" || !batch.filed) return "refused";
    batch.status = "sent";
    for (const withdrawal of this.#members(batch)) this.#pay(withdrawal);
    return "done";
  }

  // Exchanges.

  holdRate(customer: Customer, rate: Omit<Rate, "of" | "until" | "used">): Verdict {
    if (customer.blocked) return "refused";
    this.rates.push({ ...rate, of: customer, until: this.now + 45_000, used: false });
    return "done";
  }

  /** @param debit what the customer says that they get @param again whether it repeats, under its key, the exchange that used the rate */
  exchange(customer: Customer, rate: Rate, credit: bigint, debit: bigint, again: boolean): Verdict {
    if (customer.blocked || rate.of !== customer) return "refused";
    if (again) return rate.used ? "done" : "refused";
    if (rate.used || this.now >= rate.until || customer.holds.has("trading")) return "refused";
    if (credit < rate.min || credit > rate.max || credit > customer.available[rate.from]) return "refused";
    const price = breakdown(rate, credit);
    if (price.debit !== debit) return "refused";
    rate.used = true;
    this.move(customer.available, this.house.trading, credit - price.fee, rate.from);
    this.move(customer.available, this.house.fees, price.fee, rate.from);
    this.move(this.house.trading, customer.available, debit, rate.to);
    return "done";
  }

  // Acts of staff on people and balances.

  hold(customer: Customer, on: Hold): Verdict {
    if (customer.holds.has(on)) return "refused";
    customer.holds.add(on);
    return "done";
  }

  readonly releaseHold = (customer: Customer, on: Hold): Verdict =>
    customer.holds.delete(on) ? "done" : "refused";

  block(customer: Customer): Verdict {
    if (customer.blocked) return "refused";
    customer.blocked = true;
    return "done";
  }

  unblock(by: number, customer: Customer): Verdict {
    return this.ask(by, "people", () => {
      if (!customer.blocked) return undefined;
      const run = (): true => {
        customer.blocked = false;
        return true;
      };
      return { state: "blocked", two: true, moves: undefined, run };
    });
  }

  /** @param amount below zero if it is taken */
  adjust(by: number, customer: Customer, amount: bigint, coin: Coin): Verdict {
    return this.ask(by, "money", () => {
      if (customer.available[coin] + amount < 0n) return undefined;
      const run = (): true => {
        this.move(this.house.adjustments, customer.available, amount, coin);
        return true;
      };
      return { state: String(customer.blocked), two: true, moves: undefined, run };
    });
  }
}

import {
  newCustomer,
  newHouse,
  type Coin,
  type Customer,
  type Plan,
  type Request,
  type Verdict,
} from "./things.ts";

export const DAY = 86_400_000;
const NEEDS_TWO = 1_000_000n;
const MOST_A_DAY = 5_000_000n;

/** Roles of the people, and acts that take two: 0 and 1 handle money, 2 handles people, 3 is an admin. */
export class TwoPeople {
  /** Milliseconds since 1970. */
  now: number;
  readonly customers: readonly Customer[] = [newCustomer(), newCustomer()];
  readonly house = newHouse();
  readonly requests: Request[] = [];
  constructor(now: number) {
    this.now = now;
  }
  readonly #moved: {
    readonly by: number;
    readonly of: Customer | undefined;
    readonly amount: bigint;
    readonly at: number;
  }[] = [];

  protected move(
    from: Record<Coin, bigint>,
    to: Record<Coin, bigint>,
    amount: bigint,
    coin: Coin = "AUD",
  ): void {
    from[coin] -= amount;
    to[coin] += amount;
  }

  #alone(by: number, { two, moves, of }: Plan): boolean {
    if (two) return false;
    if (moves === undefined) return true;
    const today = this.#moved.filter((each) => each.at > this.now - DAY);
    const sumOf = (some: typeof today): bigint => some.reduce((sum, { amount }) => sum + amount, 0n);
    const own = sumOf(today.filter((each) => each.by === by));
    const whole = of === undefined ? 0n : sumOf(today.filter((each) => each.of === of));
    return moves < NEEDS_TWO && own + moves <= MOST_A_DAY && whole + moves <= MOST_A_DAY;
  }

  readonly #waits = ({ open, asked }: Request): boolean => open && this.now < asked + 3 * DAY;

  protected ask(by: number, role: Request["role"], judge: () => Plan | undefined): Verdict {
    const plan = judge();
    if (plan === undefined) return "refused";
    if (!this.#alone(by, plan)) {
      const { state, once } = plan;
      if (once !== undefined && this.requests.some((each) => each.once === once && this.#waits(each)))
        return "refused";
      this.requests.push({ by, role, judge, state, once, asked: this.now, open: true });
      return "waits";
    }
    if (!plan.run()) return "refused";
    if (plan.moves !== undefined) this.#moved.push({ by, of: plan.of, amount: plan.moves, at: this.now });
    return "done";
  }

  decide(how: "approve" | "reject" | "withdraw", by: number, request: Request): Verdict {
    const { role, judge, state } = request;
    if (!this.#waits(request)) return "refused";
    const allowed = by === 3 || (role === "money" ? by < 2 : by === 2);
    if (how === "withdraw" ? by !== request.by : by === request.by || !allowed) return "refused";
    request.open = false;
    if (how !== "approve") return "done";
    const plan = judge();
    return plan?.state === state && plan.run() ? "done" : "failed";
  }
}

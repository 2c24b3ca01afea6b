/** A year of made-up customers, some of whom do what a rule is to find. Each of them has a twin who nearly does. */
import { mostMonthly } from "@wattle/contracts/identity-about";
import { MONITORING_RULES } from "@wattle/contracts/choices";
import type { MonitoringRule } from "@wattle/contracts/rules";
import type { CustomerHistory, Move } from "../monitoring/rules/history.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BEGIN = Date.parse("2026-01-01T00:00:00Z");
export const YEAR_END = BEGIN + 365 * DAY;
/** Our fee for an exchange, in ten-thousandths. */
const FEE = 100n;

/** Numbers that look random and are the same each time. */
export function dice(seed: number): (from: number, to: number) => number {
  let state = seed;
  return (from, to) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from + Math.floor((state / 2 ** 32) * (to - from + 1));
  };
}
type Dice = ReturnType<typeof dice>;

/** A customer's movements as they are made up. Sums are dollars. */
class Diary {
  readonly moves: Move[] = [];
  readonly #name: string;
  constructor(name: string) {
    this.#name = name;
  }

  #add(kind: Move["kind"], at: number, others: Omit<Move, "id" | "reference" | "kind" | "at">): Move {
    const id = `${this.#name}-${this.moves.length}`;
    const move = { id, reference: id.toUpperCase(), kind, at, ...others };
    this.moves.push(move);
    return move;
  }

  static #fiat(cents: bigint) {
    return { currency: "AUD", amount: cents, worth: cents, isFiat: true };
  }

  /** A coin is 100,000.00 all year: the market's own move is no one's loss. */
  static #coins(cents: bigint) {
    return { currency: "BTC", amount: cents * 10n, worth: cents, isFiat: false };
  }

  deposit(at: number, dollars: number, cash = false): Move {
    return this.#add("deposit", at, { ...Diary.#fiat(BigInt(Math.round(dollars * 100))), cash });
  }

  buy(at: number, dollars: number, fee = FEE): Move {
    const cents = BigInt(Math.round(dollars * 100));
    const left = (cents * (10_000n - fee)) / 10_000n;
    return this.#add("exchange", at, { ...Diary.#fiat(cents), got: Diary.#coins(left) });
  }

  sell(at: number, dollars: number, fee = FEE): Move {
    const cents = BigInt(Math.round(dollars * 100));
    const left = (cents * (10_000n - fee)) / 10_000n;
    return this.#add("exchange", at, { ...Diary.#coins(cents), got: Diary.#fiat(left) });
  }

  withdraw(at: number, dollars: number, coins = false, payeeSince = BEGIN - 100 * DAY): Move {
    const cents = BigInt(Math.round(dollars * 100));
    const side = coins ? Diary.#coins(cents) : Diary.#fiat(cents);
    return this.#add("withdrawal", at, { ...side, payee: { id: "payee", since: payeeSince } });
  }
}

type Facts = Partial<Omit<CustomerHistory, "moves">>;

/** Someone who saves from each wage, buys coins now and then, and sometimes takes money out. */
function ordinaryYear(diary: Diary, roll: Dice, quietUntil = BEGIN): void {
  const wage = roll(2, 30) * 100;
  const every = roll(14, 31);
  for (let day = roll(0, 13); day < 360; day += every) {
    const at = BEGIN + day * DAY + roll(0, 8) * HOUR;
    if (at < quietUntil) continue;
    diary.deposit(at, wage + roll(0, 40));
    diary.buy(at + roll(30, 60) * HOUR, (wage * roll(60, 100)) / 100);
    if (roll(1, 12) === 1) diary.withdraw(at + roll(80, 200) * HOUR, roll(1, 3) * 50);
  }
}

/** Makes up a case for a rule to find, or if it is a `twin`, one that it must not find. */
type Plant = (diary: Diary, roll: Dice, twin: boolean) => Facts;

const sometime = (roll: Dice): number => BEGIN + roll(120, 300) * DAY + roll(0, 23) * HOUR;

const PLANTS: { readonly [Rule in MonitoringRule]: Plant } = {
  structuring: (diary, roll, twin) => {
    const at = sometime(roll);
    const begin = at - (at % DAY);
    if (!twin && roll(1, 4) === 1) {
      diary.deposit(begin + HOUR, roll(5_000, 6_900), true);
      diary.deposit(begin + 5 * HOUR, roll(5_001, 6_900), true);
      return {};
    }
    const [low, high] = twin ? [5_000, 6_999] : [7_000, 9_999];
    for (let made = 0; made < 3; made += 1)
      diary.deposit(begin + made * roll(20, 50) * HOUR, roll(low, high));
    return {};
  },
  in_and_out: (diary, roll, twin) => {
    const at = sometime(roll);
    const sum = roll(10, 60) * 100;
    diary.deposit(at, sum);
    const coins = roll(1, 2) === 1;
    if (coins) diary.buy(at + HOUR, sum);
    const hours = twin ? roll(25, 70) : roll(2, 24);
    diary.withdraw(at + hours * HOUR, sum * 0.99 * (roll(85, 100) / 100), coins);
    return {};
  },
  new_and_large: (diary, roll, twin) => {
    const at = BEGIN + roll(150, 300) * DAY;
    diary.moves.length = 0;
    const answer = ([undefined, "under_1000", "1000_5000", "over_100000"] as const)[roll(0, 3)];
    const expectedMonthly = mostMonthly({ expected_monthly: answer });
    const most = Math.min(20_000, expectedMonthly === undefined ? Infinity : Number(expectedMonthly / 20n));
    const sum = twin ? most * (roll(60, 99) / 100) : most * (roll(105, 200) / 100);
    // Parts that no other rule takes for structuring.
    const parts = Math.ceil(sum / 4_900);
    for (let part = 0; part < parts; part += 1) diary.deposit(at + part * 4 * DAY, sum / parts);
    return { createdAt: at - roll(0, 5) * DAY, expectedMonthly };
  },
  woken: (diary, roll, twin) => {
    diary.moves.length = 0;
    if (roll(1, 2) === 1) {
      const at = sometime(roll);
      return { devices: [at], payees: [at + roll(1, twin ? 200 : 47) * HOUR + (twin ? 48 * HOUR : 0)] };
    }
    diary.deposit(BEGIN + DAY, roll(100, 900));
    diary.deposit(BEGIN + roll(185, 300) * DAY, twin ? roll(3_000, 5_000) : roll(5_001, 6_900));
    return {};
  },
  third_party: (_diary, roll, twin) => {
    const at = sometime(roll);
    if (roll(1, 2) === 1) return { payments: [{ reference: "PAY", at, payer: "Someone Else", fits: twin }] };
    const payers = twin ? ["MARY JONES", "Jones, Mary"] : ["Mary Jones", "Peter Miller"];
    return {
      payments: payers.map((payer, place) => ({
        reference: `PAY${place}`,
        at: at + place * roll(1, 80) * DAY,
        payer,
        fits: true,
      })),
    };
  },
  shared: (_diary, roll, twin) => {
    const kinds = ["bank_account", "document_number", "device", "wallet"] as const;
    const what = kinds[roll(0, 3)] ?? "device";
    return { shared: [{ what, hash: "x", customers: twin ? 2 : roll(3, 6) }] };
  },
  velocity: (diary, roll, twin) => {
    diary.moves.length = 0;
    const begin = BEGIN + roll(60, 200) * DAY;
    const usual = roll(1, 3) * 100;
    for (let day = 0; day < 12; day += 1) diary.buy(begin + day * 5 * DAY, usual);
    const at = begin + 62 * DAY;
    for (let made = 0; made < 4; made += 1)
      diary.buy(at + made * (twin ? 30 : 3) * HOUR, (usual * (twin ? 9 : roll(28, 50))) / (twin ? 1 : 10));
    return {};
  },
  country: (_diary, roll, twin) => {
    const listed = twin ? "NZ" : (["IR", "VN", "SY"][roll(0, 2)] ?? "IR");
    return {
      countries: [
        { of: "residence", code: "AU" },
        { of: roll(1, 2) === 1 ? "document" : "bank", code: listed },
      ],
    };
  },
  travel_rule: (_diary, roll, twin) => {
    const hours = twin ? roll(0, 71) : roll(72, 4_000);
    return { travel: [{ id: "coins", reference: "COINS", at: YEAR_END - hours * HOUR, lacks: "sender" }] };
  },
  round_trip: (diary, roll, twin) => {
    diary.moves.length = 0;
    const at = sometime(roll);
    const sum = roll(10, 40) * 100;
    if (roll(1, 2) === 1) {
      const fee = twin ? FEE : 250n;
      const bought = diary.buy(at, sum, fee);
      diary.sell(
        at + roll(1, 160) * HOUR,
        (roll(95, 100) / 10_000) * (bought.got === undefined ? 0 : sum * 97),
        fee,
      );
      return {};
    }
    diary.buy(at, sum);
    diary.withdraw(at + 2 * HOUR, sum * 0.98, true, at - (twin ? roll(60, 900) : roll(0, 40)) * HOUR);
    return { birthDate: `19${roll(40, 58)}-05-05` };
  },
};

export interface YearOfCustomer {
  readonly history: CustomerHistory;
  /** The rule that it was made up for; undefined for most. */
  readonly rule?: MonitoringRule;
  /** Whether that rule is to find it. */
  readonly isPlanted: boolean;
}

/** Some in a hundred customers are planted, and as many are their twins. */
export function* yearOfCustomers(count: number, roll: Dice): Generator<YearOfCustomer> {
  for (let made = 0; made < count; made += 1) {
    const diary = new Diary(`c${made}`);
    const rule = made % 5 === 0 ? MONITORING_RULES[(made / 5) % MONITORING_RULES.length] : undefined;
    const twin = Math.floor(made / (5 * MONITORING_RULES.length)) % 2 === 1;
    ordinaryYear(diary, roll);
    const facts = rule === undefined ? {} : PLANTS[rule](diary, roll, twin);
    const moves = diary.moves.toSorted((one, other) => one.at - other.at);
    const history = { id: `c${made}`, createdAt: BEGIN - roll(40, 400) * DAY, ...facts, moves };
    yield { history, ...(rule !== undefined && { rule }), isPlanted: rule !== undefined && !twin };
  }
}

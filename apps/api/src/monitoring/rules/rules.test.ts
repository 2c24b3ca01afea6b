import { RULE_DEFAULTS, type MonitoringRule, type RuleParameters } from "@wattle/contracts/rules";
import { MONITORING_RULES } from "@wattle/contracts/choices";
import { describe, expect, test } from "vitest";
import { loosened } from "./figures.ts";
import { ruleContext, type CustomerHistory, type Move } from "./history.ts";
import { actsOf, findBy } from "./rules.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-06-01T02:00:00Z");
const NOW = START + 400 * DAY;

let count = 0;
const named = () => ({ id: `id${(count += 1)}`, reference: `REF${count}` });

/** A movement so many hours after the start. Sums are AUD, or BTC at 100,000.00 each. */
const move = (
  kind: Move["kind"],
  hours: number,
  aud: number,
  others: Partial<Move> & { readonly coins?: boolean } = {},
): Move => {
  const { coins = false, ...rest } = others;
  const worth = BigInt(Math.round(aud * 100));
  const amount = coins ? worth * 10n : worth;
  const currency = coins ? "BTC" : "AUD";
  return { ...named(), kind, at: START + hours * HOUR, currency, amount, worth, isFiat: !coins, ...rest };
};
const deposit = (hours: number, aud: number, others: Partial<Move> = {}) =>
  move("deposit", hours, aud, others);
const withdrawal = (hours: number, aud: number, others: Parameters<typeof move>[3] = {}) =>
  move("withdrawal", hours, aud, others);
/** Buys coins; `kept` percent of the worth is left. */
const purchase = (hours: number, aud: number, kept = 100): Move => {
  const worth = BigInt(Math.round(aud * kept));
  return move("exchange", hours, aud, {
    got: { currency: "BTC", amount: worth * 10n, worth, isFiat: false },
  });
};
const cardPurchase = (hours: number, aud: number): Move => ({ ...purchase(hours, aud), kind: "deposit" });
const sale = (hours: number, aud: number, kept = 100): Move => {
  const worth = BigInt(Math.round(aud * kept));
  const got = { currency: "AUD", amount: worth, worth, isFiat: true };
  return move("exchange", hours, aud, { coins: true, got });
};

const customer = (moves: readonly Move[], others: Partial<CustomerHistory> = {}): CustomerHistory => ({
  id: "customer",
  createdAt: START - 100 * DAY,
  ...others,
  moves: moves.toSorted((one, other) => one.at - other.at),
});

const find = (rule: MonitoringRule, history: CustomerHistory, parameters?: RuleParameters) =>
  findBy(rule, history, ruleContext(NOW, "Australia/Sydney"), parameters);
const finds = (rule: MonitoringRule, history: CustomerHistory, parameters?: RuleParameters) =>
  find(rule, history, parameters).length > 0;

const threeOf = (aud: number, hours = [0, 24, 48]) => customer(hours.map((at) => deposit(at, aud)));
const cash = (hours: number, aud: number) => deposit(hours, aud, { cash: true });
const traded = (sums: readonly number[], last: number, others: Partial<CustomerHistory> = {}) =>
  customer(
    [...sums.map((sum, day) => purchase(day * 24, sum)), purchase(sums.length * 24 + 72, last)],
    others,
  );

type Case = [string, MonitoringRule, CustomerHistory, RuleParameters?];

/** Each is found. */
const PLANTED: readonly Case[] = [
  ["three deposits of 70 %", "structuring", threeOf(7_000)],
  ["three deposits just below the limit", "structuring", threeOf(9_999.99)],
  ["three within seven days", "structuring", threeOf(8_000, [0, 100, 7 * 24 - 1])],
  ["cash of the limit", "structuring", customer([cash(0, 10_000)])],
  ["cash that adds up within a local day", "structuring", customer([cash(0, 4_000), cash(11, 6_000)])],
  [
    "cash that the bank booked on one day and staff credited on two",
    "structuring",
    customer([cash(0, 6_000), cash(72, 6_000)].map((move) => ({ ...move, cashOn: "2026-11-20" }))),
  ],
  ["two of them, if two are enough", "structuring", threeOf(8_000, [0, 1]), { count: 2 }],
  ["80 % goes out", "in_and_out", customer([deposit(0, 1_000), withdrawal(24, 800)])],
  [
    "80 % goes out in two pieces",
    "in_and_out",
    customer([deposit(0, 1_000), withdrawal(1, 400), withdrawal(24, 400)]),
  ],
  [
    "80 % goes out in pieces, with an exchange in between",
    "in_and_out",
    customer([deposit(0, 1_000), withdrawal(1, 300), purchase(2, 700), withdrawal(3, 500, { coins: true })]),
  ],
  [
    "all that was bought goes out",
    "in_and_out",
    customer([deposit(0, 1_000), purchase(1, 1_000), withdrawal(2, 1_000, { coins: true })]),
  ],
  [
    "two exchanges in between",
    "in_and_out",
    customer([deposit(0, 1_000), purchase(1, 1_000), sale(2, 1_000), withdrawal(3, 1_000)]),
  ],
  ["more than 20,000.00 at once", "new_and_large", customer([deposit(0, 20_000.01)], { createdAt: START })],
  [
    "more than five times what was declared",
    "new_and_large",
    customer([deposit(0, 3_000), deposit(48, 2_000.01)], { createdAt: START, expectedMonthly: 1_000_00n }),
  ],
  ["on the last of 30 days", "new_and_large", customer([deposit(30 * 24 - 1, 20_001)], { createdAt: START })],
  ["wakes after 180 days", "woken", customer([deposit(0, 10), deposit(180 * 24, 5_000.01)])],
  [
    "wakes with a little, and then much",
    "woken",
    customer([deposit(0, 10), deposit(200 * 24, 3_000), deposit(200 * 24 + 47, 3_000)]),
  ],
  ["never used, then much", "woken", customer([deposit(0, 6_000)], { createdAt: START - 180 * DAY })],
  ["new device, then a payee", "woken", customer([], { devices: [START], payees: [START + 48 * HOUR] })],
  ["a payee, then a new device", "woken", customer([], { devices: [START + HOUR], payees: [START] })],
  [
    "someone else pays",
    "third_party",
    customer([], { payments: [{ reference: "A", at: START, payer: "B OTHER", fits: false }] }),
  ],
  [
    "two names in turn",
    "third_party",
    customer([], {
      payments: [
        { reference: "A", at: START, payer: "MARY JONES", fits: true },
        { reference: "B", at: START + 89 * DAY, payer: "PETER MILLER", fits: true },
      ],
    }),
  ],
  ...(["bank_account", "document_number", "device", "wallet"] as const).map((what): Case => [
    `a ${what} of three`,
    "shared",
    customer([], { shared: [{ what, hash: "x", customers: 3 }] }),
  ]),
  ["eleven times the usual", "velocity", traded([100, 100, 100, 100, 100], 1_000.01)],
  [
    "many in 24 hours",
    "velocity",
    customer([
      ...[0, 24, 48, 72, 96].map((at) => purchase(at, 100)),
      ...[200, 210, 223].map((at) => purchase(at, 400)),
    ]),
  ],
  ["a listed document", "country", customer([], { countries: [{ of: "document", code: "IR" }] })],
  ["a listed bank", "country", customer([], { countries: [{ of: "bank", code: "VN" }] })],
  [
    "three that disagree",
    "country",
    customer([], {
      countries: [
        { of: "residence", code: "AU" },
        { of: "document", code: "NZ" },
        { of: "bank", code: "NG" },
      ],
    }),
  ],
  [
    "no sender after 72 hours",
    "travel_rule",
    customer([], { travel: [{ id: "a", reference: "A", at: NOW - 72 * HOUR, lacks: "sender" }] }),
  ],
  [
    "an unknown provider",
    "travel_rule",
    customer([], { travel: [{ id: "a", reference: "A", at: NOW, lacks: "provider" }] }),
  ],
  ["there and back at a loss", "round_trip", customer([purchase(0, 1_000, 98), sale(7 * 24, 980, 98.5)])],
  [
    "an elderly customer's first purchase",
    "round_trip",
    customer(
      [
        purchase(0, 1_000),
        withdrawal(2, 1_000, { coins: true, payee: { id: "p", since: START - 45 * HOUR } }),
      ],
      { birthDate: "1960-06-01" },
    ),
  ],
  [
    "an elderly customer's first coins in two parts, bought by card",
    "round_trip",
    customer(
      [
        cardPurchase(0, 1_000),
        ...[2, 3].map((hours) =>
          withdrawal(hours, 500, { coins: true, payee: { id: "p", since: START - HOUR } }),
        ),
      ],
      { birthDate: "1960-06-01" },
    ),
  ],
  [
    "coins bought by card go out",
    "in_and_out",
    customer([cardPurchase(0, 1_000), withdrawal(2, 1_000, { coins: true })]),
  ],
];

/** Each is like one of those above, and is not found. */
const INNOCENT: readonly Case[] = [
  ["three deposits of 69 %", "structuring", threeOf(6_999.99)],
  ["three deposits of 100 %", "structuring", threeOf(10_000)],
  ["two deposits", "structuring", threeOf(8_000, [0, 24])],
  ["three in seven days and an hour", "structuring", threeOf(8_000, [0, 100, 7 * 24 + 1])],
  ["cash just below the limit", "structuring", customer([cash(0, 9_999.99)])],
  [
    "cash of two days that is credited on one",
    "structuring",
    customer([
      { ...cash(0, 6_000), cashOn: "2026-11-21" },
      { ...cash(0, 6_000), cashOn: "2026-11-22" },
    ]),
  ],
  // 02:00 in UTC is noon in Sydney: the other is after midnight.
  ["cash on two local days", "structuring", customer([cash(0, 6_000), cash(12, 6_000)])],
  [
    "a small part of what the customer owns comes in and goes out",
    "in_and_out",
    { ...customer([deposit(0, 1_000), withdrawal(24, 1_000)]), owned: 10_000_00n },
  ],
  ["79 % goes out", "in_and_out", customer([deposit(0, 1_000), withdrawal(24, 799.99)])],
  [
    "79 % goes out in two pieces",
    "in_and_out",
    customer([deposit(0, 1_000), withdrawal(1, 400), withdrawal(24, 399.99)]),
  ],
  [
    "the second piece after more than 24 hours",
    "in_and_out",
    customer([deposit(0, 1_000), withdrawal(1, 400), withdrawal(24.01, 600)]),
  ],
  ["after more than 24 hours", "in_and_out", customer([deposit(0, 1_000), withdrawal(24.01, 1_000)])],
  [
    "a tenth was bought, and goes out",
    "in_and_out",
    customer([deposit(0, 1_000), purchase(1, 100), withdrawal(2, 100, { coins: true })]),
  ],
  [
    "three exchanges in between",
    "in_and_out",
    customer([
      deposit(0, 1_000),
      purchase(1, 1_000),
      sale(2, 1_000),
      purchase(3, 1_000),
      withdrawal(4, 1_000, { coins: true }),
    ]),
  ],
  ["20,000.00 and no more", "new_and_large", customer([deposit(0, 20_000)], { createdAt: START })],
  [
    "five times what was declared",
    "new_and_large",
    customer([deposit(0, 5_000)], { createdAt: START, expectedMonthly: 1_000_00n }),
  ],
  ["after 30 days", "new_and_large", customer([deposit(30 * 24, 90_000)], { createdAt: START })],
  ["179 days", "woken", customer([deposit(0, 10), deposit(180 * 24 - 1, 6_000)])],
  [
    "the same money there and back",
    "woken",
    customer([purchase(0, 3_000), sale(1, 2_900)], { createdAt: 0 }),
  ],
  [
    "too many movements to look at all of them",
    "woken",
    customer([purchase(0, 6_000), purchase(1, 6_000)], { createdAt: START - 200 * DAY, hasEarlier: true }),
  ],
  ["5,000.00 and no more", "woken", customer([deposit(0, 10), deposit(180 * 24, 5_000)])],
  [
    "much, but later",
    "woken",
    customer([deposit(0, 10), deposit(200 * 24, 3_000), deposit(200 * 24 + 48, 3_000)]),
  ],
  [
    "new device and payee further apart",
    "woken",
    customer([], { devices: [START], payees: [START + 48 * HOUR + 1] }),
  ],
  [
    "one person, written in two ways",
    "third_party",
    customer([], {
      payments: [
        { reference: "A", at: START, payer: "MARY JONES", fits: true },
        { reference: "B", at: START + DAY, payer: "Jones, Mary", fits: true },
      ],
    }),
  ],
  [
    "two names, 90 days apart",
    "third_party",
    customer([], {
      payments: [
        { reference: "A", at: START, payer: "MARY JONES", fits: true },
        { reference: "B", at: START + 90 * DAY, payer: "PETER MILLER", fits: true },
      ],
    }),
  ],
  ["a couple's device", "shared", customer([], { shared: [{ what: "device", hash: "x", customers: 2 }] })],
  ["ten times the usual", "velocity", traded([100, 100, 100, 100, 100], 1_000)],
  ["only four usual days", "velocity", traded([100, 100, 100, 100], 5_000)],
  [
    "usual days that are long ago",
    "velocity",
    customer([...[0, 24, 48, 72, 96].map((at) => purchase(at, 100)), purchase(95 * 24, 5_000)]),
  ],
  [
    "the same over several days",
    "velocity",
    customer([
      ...[0, 24, 48, 72, 96].map((at) => purchase(at, 100)),
      ...[200, 224, 248].map((at) => purchase(at, 400)),
    ]),
  ],
  ["lives in a listed country", "country", customer([], { countries: [{ of: "residence", code: "VN" }] })],
  [
    "two that disagree",
    "country",
    customer([], {
      countries: [
        { of: "residence", code: "AU" },
        { of: "document", code: "NZ" },
        { of: "bank", code: "AU" },
      ],
    }),
  ],
  [
    "no sender yet",
    "travel_rule",
    customer([], { travel: [{ id: "a", reference: "A", at: NOW - 72 * HOUR + 1, lacks: "sender" }] }),
  ],
  ["there and back at our fees", "round_trip", customer([purchase(0, 1_000, 98.5), sale(24, 985, 98.5)])],
  ["a loss after seven days", "round_trip", customer([purchase(0, 1_000, 95), sale(7 * 24 + 1, 950, 95)])],
  ...(
    [
      ["an elderly customer's old payee", "1960-06-01", 49, 1_000, false],
      ["a younger customer's first purchase", "1961-06-01", 1, 1_000, false],
      ["half of an elderly customer's first purchase", "1950-01-01", 1, 500, false],
      ["an elderly customer's second purchase", "1950-01-01", 1, 1_000, true],
    ] as const
  ).map(([name, birthDate, hours, aud, boughtBefore]): Case => [
    name,
    "round_trip",
    customer(
      [
        purchase(0, 1_000),
        withdrawal(1, aud, { coins: true, payee: { id: "p", since: START + (1 - hours) * HOUR } }),
      ],
      { birthDate, boughtBefore },
    ),
  ]),
];

describe("rules", () => {
  test.each(PLANTED)("find: %s (%s)", (_name, rule, history, parameters) => {
    expect(finds(rule, history, parameters)).toBe(true);
  });

  test.each(INNOCENT)("do not find: %s (%s)", (_name, rule, history, parameters) => {
    expect(finds(rule, history, parameters)).toBe(false);
  });

  test("each rule has both", () => {
    for (const cases of [PLANTED, INNOCENT])
      expect(new Set(cases.map(([, rule]) => rule))).toEqual(new Set(MONITORING_RULES));
  });

  test("name what is behind it, once for each that completes it", () => {
    const history = threeOf(8_000, [0, 24, 48, 72]);
    const references = history.moves.map(({ reference }) => reference);
    expect(find("structuring", history)).toMatchObject([
      { event: history.moves[2]?.id, rows: references.slice(0, 3) },
      { event: history.moves[3]?.id, rows: references },
    ]);
    const [first, second] = find("structuring", history);
    expect([first?.at, second?.at]).toEqual(history.moves.slice(2).map(({ at }) => at));
  });

  test("a burst is found once a day", () => {
    const burst = [300, 301, 302].map((at) => purchase(at, 2_000));
    const history = customer([...[0, 24, 48, 72, 96].map((at) => purchase(at, 100)), ...burst]);
    expect(find("velocity", history)).toMatchObject([{ rows: [burst[0]?.reference] }]);
  });

  test("a waking is found at its first exchange of a day, and at each payment and withdrawal", () => {
    const first = deposit(0, 10);
    const night = [197, 198, 199].map((hours) => purchase(180 * 24 + hours, 3_000));
    const out = withdrawal(180 * 24 + 200, 100, { coins: true });
    const day = [218, 219].map((hours) => purchase(180 * 24 + hours, 10));
    expect(find("woken", customer([first, ...night, out, ...day]))).toMatchObject(
      [night[1], out, day[0]].map((found) => ({ event: found?.id })),
    );
  });

  // All day long, there and back, after a long rest: each further look costs what it did before, and no more.
  test.each(MONITORING_RULES)("%s reads a movement as often among many as among few", (rule) => {
    const readsOf = (exchanges: number): number => {
      let reads = 0;
      const counted = Array.from({ length: exchanges }, (_, place) => {
        const made = place % 2 === 0 ? purchase(place / 100, 90) : sale(place / 100, 90);
        const get = (of: Move, name: keyof Move) => {
          reads += 1;
          return of[name];
        };
        return new Proxy(made, { get: get as ProxyHandler<Move>["get"] & object });
      });
      find(rule, { ...customer([]), createdAt: 0, moves: counted });
      return reads / exchanges;
    };
    expect(readsOf(2_000)).toBeLessThan(readsOf(200) * 1.5 + 1);
  });

  test("those that may be takeovers and mules hold withdrawals", () => {
    expect(MONITORING_RULES.filter((rule) => actsOf(rule).includes("hold_withdrawals"))).toEqual([
      "in_and_out",
      "woken",
      "travel_rule",
      "round_trip",
    ]);
  });

  test("figures that find less are known", () => {
    const { structuring } = RULE_DEFAULTS;
    expect(loosened("structuring", structuring, { ...structuring, count: 4, days: 6 })).toEqual([
      "count",
      "days",
    ]);
    expect(loosened("structuring", structuring, { ...structuring, count: 2, min_percent: 60 })).toEqual([]);
    expect(loosened("structuring", structuring, { ...structuring, limit: "9000.00" })).toEqual(["limit"]);
    expect(loosened("woken", RULE_DEFAULTS.woken, { limit: "5000" })).toEqual([]);
  });
});

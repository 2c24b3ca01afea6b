import { RULE_DEFAULTS, type MonitoringRule, type RuleParameters } from "@wattle/contracts/rules";

type NumberName = Exclude<keyof RuleParameters, "limit" | "cash_limit">;

/** A rule's figures; sums are hundredths of the home currency. */
export type Figures<Rule extends MonitoringRule> = {
  readonly [Name in keyof (typeof RULE_DEFAULTS)[Rule]]: Name extends NumberName ? number : bigint;
};

const hundredths = (text: string): bigint => {
  const [whole = "0", part = ""] = text.split(".");
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, "0"));
};

/** The figures of a rule: those given, else the defaults. */
export const figuresOf = <Rule extends MonitoringRule>(
  rule: Rule,
  parameters: RuleParameters = {},
): Figures<Rule> =>
  Object.fromEntries(
    Object.entries<string | number>({ ...RULE_DEFAULTS[rule], ...parameters }).map(([name, value]) => [
      name,
      typeof value === "string" ? hundredths(value) : value,
    ]),
  ) as Figures<Rule>;

/** Whether a change makes a rule find less, or could: such figures take two people. */
type Direction = "up" | "down" | "either";

const LOOSER: { readonly [Rule in MonitoringRule]: Readonly<Record<keyof Figures<Rule>, Direction>> } = {
  structuring: {
    count: "up",
    min_percent: "up",
    max_percent: "down",
    limit: "either",
    days: "down",
    cash_limit: "up",
  },
  in_and_out: { percent: "up", hours: "down", exchanges: "down" },
  new_and_large: { age_days: "down", times: "up", limit: "up" },
  woken: { days: "up", limit: "up", hours: "down" },
  third_party: { names: "up", days: "down" },
  shared: { customers: "up" },
  velocity: { times: "up", days: "either", active_days: "up" },
  country: { disagree: "up" },
  travel_rule: { hours: "up" },
  round_trip: { days: "down", loss_percent: "up", age: "up", payee_hours: "down" },
};

/** Names of the figures whose change makes a rule find less, or could. */
export function loosened(rule: MonitoringRule, before: RuleParameters, after: RuleParameters): string[] {
  const [old, next] = [figuresOf(rule, before), figuresOf(rule, after)] as [
    Record<string, number | bigint>,
    Record<string, number | bigint>,
  ];
  return Object.entries<Direction>(LOOSER[rule])
    .filter(([name, direction]) => {
      const [from = 0, to = 0] = [old[name], next[name]];
      if (from === to) return false;
      return direction === "either" || (direction === "up" ? to > from : to < from);
    })
    .map(([name]) => name);
}

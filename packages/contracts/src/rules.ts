/** Rules over what customers do with money. Only compliance learns of them. */
import { z } from "zod";
import { MONITORING_RULES, RULE_ACTS } from "./choices.ts";
import { time, id } from "./ids.ts";
import { amountInput } from "./money.ts";
import { OWN_MESSAGES, type OwnMessage } from "./own-messages.ts";
import { wholeNumber } from "./paging.ts";
import { FIGURE_RANGES, sumProblem } from "./rule-figures.ts";

export type MonitoringRule = (typeof MONITORING_RULES)[number];
export type RuleAct = (typeof RULE_ACTS)[number];

/** A sum of the home currency, two decimals. */
const sum = amountInput.superRefine((text, context) => {
  const message = sumProblem(text);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
const figure = (name: keyof typeof FIGURE_RANGES) => {
  const [from, to] = FIGURE_RANGES[name];
  return wholeNumber(from, to);
};

/** All figures of rules. Each rule has some of them: `RULE_DEFAULTS`. */
const ruleParameters = z
  .object({
    count: figure("count"),
    min_percent: figure("min_percent"),
    max_percent: figure("max_percent"),
    limit: sum,
    days: figure("days"),
    cash_limit: sum,
    percent: figure("percent"),
    hours: figure("hours"),
    exchanges: figure("exchanges"),
    age_days: figure("age_days"),
    times: figure("times"),
    names: figure("names"),
    customers: figure("customers"),
    active_days: figure("active_days"),
    disagree: figure("disagree"),
    loss_percent: figure("loss_percent"),
    age: figure("age"),
    payee_hours: figure("payee_hours"),
  })
  .partial()
  .meta({ id: "RuleParameters" });
export type RuleParameters = z.output<typeof ruleParameters>;

/** The rules' figures until someone sets others. Sums are in the home currency. */
export const RULE_DEFAULTS = {
  structuring: {
    count: 3,
    min_percent: 70,
    max_percent: 99,
    limit: "10000.00",
    days: 7,
    cash_limit: "10000.00",
  },
  in_and_out: { percent: 80, hours: 24, exchanges: 2 },
  new_and_large: { age_days: 30, times: 5, limit: "20000.00" },
  woken: { days: 180, limit: "5000.00", hours: 48 },
  third_party: { names: 2, days: 90 },
  shared: { customers: 3 },
  velocity: { times: 10, days: 90, active_days: 5 },
  country: { disagree: 3 },
  travel_rule: { hours: 72 },
  round_trip: { days: 7, loss_percent: 3, age: 65, payee_hours: 48 },
} as const satisfies Readonly<Record<MonitoringRule, RuleParameters>>;

type RuleInput = { readonly rule: MonitoringRule; readonly parameters: RuleParameters };

/** The figure of a rule that contradicts another one, and its message. */
export function findContradiction({
  min_percent,
  max_percent,
  days,
  active_days,
}: RuleParameters): { readonly figure: keyof RuleParameters; readonly message: OwnMessage } | undefined {
  if (min_percent !== undefined && max_percent !== undefined && min_percent > max_percent)
    return { figure: "max_percent", message: OWN_MESSAGES.lowestPercent };
  if (days !== undefined && active_days !== undefined && active_days > days)
    return { figure: "active_days", message: OWN_MESSAGES.mostActiveDays };
  return undefined;
}

/**
 * Refuses figures that the rule does not have, and those that contradict each other. The figures in use are checked
 * with them later.
 */
function checkParameters({ rule, parameters }: RuleInput, context: z.RefinementCtx): void {
  const defaults: RuleParameters = RULE_DEFAULTS[rule];
  const refuse = (name: string, message: string): void =>
    context.addIssue({ code: "custom", path: ["parameters", name], message });
  for (const name of Object.keys(parameters))
    if (!(name in defaults)) refuse(name, "This rule has no such figure");
  const found = findContradiction(parameters);
  if (found !== undefined) refuse(found.figure, found.message);
}

const rule = z.enum(MONITORING_RULES, "Choose a rule");

/** Figures that are left out stay as they are. */
export const setRuleInput = z
  .object({ rule, on: z.boolean("Choose yes or no"), parameters: ruleParameters })
  .superRefine(checkParameters);

const MOST_TRY_DAYS = 90;
const MOST_TRY_CUSTOMERS = 2_000;

/** Figures that are left out are those in use. `limit` is how many customers to look at, `after` where to go on. */
export const tryRuleInput = z
  .object({
    rule,
    parameters: ruleParameters.prefault({}),
    days: wholeNumber(1, MOST_TRY_DAYS).default(MOST_TRY_DAYS),
    after: id.optional(),
    limit: wholeNumber(1, MOST_TRY_CUSTOMERS).default(MOST_TRY_CUSTOMERS),
  })
  .superRefine(checkParameters);

export const monitoringRule = z
  .object({
    rule: z.enum(MONITORING_RULES),
    on: z.boolean(),
    parameters: ruleParameters,
    acts: z.array(z.enum(RULE_ACTS)),
    alerts_90_days: z.int(),
    /** Those whose case was closed as "nothing found". */
    false_positives_90_days: z.int(),
  })
  .meta({ id: "MonitoringRule" });
export type MonitoringRuleRecord = z.infer<typeof monitoringRule>;

export const monitoringRules = z.array(monitoringRule);

export const triedRule = z.object({
  /** How many customers were looked at. */
  customers: z.int(),
  /** How many there are; null when it goes on. */
  total: z.int().nullable(),
  /** The last customer, if there are more or it stopped at so many alerts. */
  next: id.nullable(),
  /** Oldest first. */
  alerts: z.array(
    z.object({
      customer: z.object({ id, email: z.string(), name: z.string() }),
      at: time,
      /** References of the transactions behind it. */
      rows: z.array(z.string()),
    }),
  ),
});
export type TriedRule = z.infer<typeof triedRule>;

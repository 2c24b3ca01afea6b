import type { MonitoringRule, RuleAct, RuleParameters } from "@wattle/contracts/rules";
import { newAndLarge, structuring, thirdParty, woken } from "./deposits.ts";
import { country, shared, travelRule } from "./facts.ts";
import { figuresOf, type Figures } from "./figures.ts";
import { inAndOut, roundTrip, velocity } from "./flows.ts";
import type { CustomerHistory, Finding, RuleContext } from "./history.ts";

/** A rule finds each time at which its pattern was complete. */
type Find<Rule extends MonitoringRule> = (
  history: CustomerHistory,
  figures: Figures<Rule>,
  context: RuleContext,
) => Finding[];

const FIND: { readonly [Rule in MonitoringRule]: Find<Rule> } = {
  structuring,
  in_and_out: inAndOut,
  new_and_large: newAndLarge,
  woken,
  third_party: thirdParty,
  shared,
  velocity,
  country,
  travel_rule: travelRule,
  round_trip: roundTrip,
};

const HOLDS: ReadonlySet<MonitoringRule> = new Set(["in_and_out", "woken", "travel_rule", "round_trip"]);

/** Acts that follow a finding of a rule. */
export const actsOf = (rule: MonitoringRule): RuleAct[] =>
  HOLDS.has(rule) ? ["alert", "hold_withdrawals"] : ["alert"];

/** Findings of a rule in a customer's history, in order of time. */
export const findBy = <Rule extends MonitoringRule>(
  rule: Rule,
  history: CustomerHistory,
  context: RuleContext,
  parameters: RuleParameters = {},
): Finding[] =>
  FIND[rule](history, figuresOf(rule, parameters), context)
    // Several payments can have one reference.
    .map((finding) => ({ ...finding, rows: [...new Set(finding.rows)] }))
    .toSorted((one, other) => one.at - other.at);

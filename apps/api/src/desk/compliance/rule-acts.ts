import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import {
  monitoringRule,
  RULE_DEFAULTS,
  setRuleInput,
  type MonitoringRule,
  type MonitoringRuleRecord,
  type RuleParameters,
} from "@wattle/contracts/rules";
import type { Reader } from "@wattle/db/database";
import { countAlerts, keepRule } from "@wattle/db/monitoring";
import type { Services } from "../../services.ts";
import { loosened } from "../../monitoring/rules/figures.ts";
import { actsOf } from "../../monitoring/rules/rules.ts";
import { mergedFigures, readRulesInUse, type RuleInUse } from "../../monitoring/rules-in-use.ts";
import type { ReviewedAct } from "../approvals/act.ts";
import { stateText } from "../approvals/changes.ts";

const COUNTED_DAYS = 90;

/** Every rule, with how often it found something lately. */
export async function readRules(
  reader: Reader,
  { clock }: Pick<Services, "clock">,
): Promise<MonitoringRuleRecord[]> {
  const since = BigInt(clock.now() - COUNTED_DAYS * DAY_MILLISECONDS);
  const counts = new Map((await countAlerts(reader, since)).map((row) => [row.rule, row]));
  return (await readRulesInUse(reader)).map(({ rule, on, parameters }) => {
    const { total, wrong_total } = counts.get(rule) ?? { total: 0n, wrong_total: 0n };
    const alerts_90_days = Number(total);
    return {
      rule,
      on,
      parameters,
      acts: actsOf(rule),
      alerts_90_days,
      false_positives_90_days: Number(wrong_total),
    };
  });
}

async function ruleInUse(reader: Reader, rule: MonitoringRule): Promise<RuleInUse> {
  const found = (await readRulesInUse(reader)).find((each) => each.rule === rule);
  return found ?? { rule, on: true, parameters: RULE_DEFAULTS[rule] };
}

const onText = (on: boolean): string => (on ? "On" : "Off");

const entriesOf = (parameters: RuleParameters): [string, string][] =>
  Object.entries<string | number>(parameters).map(([name, value]) => [name, String(value)]);

/**
 * Switches a rule on or off, and sets its figures. Whatever makes it find less takes two people. The plan throws
 * `validation_failed` at a figure that contradicts one in use.
 */
export const setRule: ReviewedAct<typeof setRuleInput, typeof monitoringRule> = {
  title: "Set a rule",
  roles: ["compliance"],
  errors: ["state_conflict"],
  input: setRuleInput,
  output: monitoringRule,
  plan: async (tx, { services, operator }, { rule, on, parameters }) => {
    const before = await ruleInUse(tx, rule);
    const after = mergedFigures(before, parameters);
    const old = new Map(entriesOf(before.parameters));
    const changed = entriesOf(after).filter(([name, value]) => old.get(name) !== value);
    const looser = loosened(rule, before.parameters, after);
    return {
      subject: `the rule ${rule}`,
      details: { Rule: stateText(rule), Figures: entriesOf(after).flat().join(" ") },
      changes: [
        ...(before.on === on ? [] : [{ what: "Rule", before: onText(before.on), after: onText(on) }]),
        ...changed.map(([name, value]) => ({
          what: stateText(name),
          before: old.get(name) ?? "None",
          after: value,
        })),
      ],
      state: `the rule ${rule} is ${onText(before.on)} with ${entriesOf(before.parameters).flat().join(" ")}`,
      reasons: [
        ...(before.on && !on ? ["Switching a rule off needs two people."] : []),
        ...(looser.length > 0 ? ["Figures by which a rule finds less need two people."] : []),
      ],
      worth: null,
      log: { action: "rule.set", subject: rule, details: { on, ...Object.fromEntries(changed) } },
      run: async () => {
        const set_at = BigInt(services.clock.now());
        const row = { rule, is_on: on ? 1n : 0n, parameters: JSON.stringify(after) };
        await keepRule(tx, { ...row, set_at, set_by: operator.id });
        const [set] = (await readRules(tx, services)).filter((each) => each.rule === rule);
        if (set === undefined) throw new Error(`the rule ${rule} is gone`);
        return set;
      },
    };
  },
};

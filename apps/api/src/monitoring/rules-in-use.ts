import { MONITORING_RULES } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import {
  findContradiction,
  RULE_DEFAULTS,
  type MonitoringRule,
  type RuleParameters,
} from "@wattle/contracts/rules";
import type { Reader } from "@wattle/db/database";
import { listRules } from "@wattle/db/monitoring";

export interface RuleInUse {
  readonly rule: MonitoringRule;
  readonly on: boolean;
  readonly parameters: RuleParameters;
}

/** Every rule as it is in use: on, with the defaults, unless someone has set it. */
export async function readRulesInUse(reader: Reader): Promise<RuleInUse[]> {
  const rows = new Map((await listRules(reader)).map((row) => [row.rule, row]));
  return MONITORING_RULES.map((rule) => {
    const row = rows.get(rule);
    const set = row === undefined ? {} : (JSON.parse(row.parameters) as RuleParameters);
    return { rule, on: row?.is_on !== 0n, parameters: { ...RULE_DEFAULTS[rule], ...set } };
  });
}

/**
 * The figures in use with others in their place.
 * @throws DomainError `validation_failed` at a figure that contradicts another one
 */
export function mergedFigures(
  { parameters }: Pick<RuleInUse, "parameters">,
  others: RuleParameters,
): RuleParameters {
  const merged = { ...parameters, ...others };
  const found = findContradiction(merged);
  if (found !== undefined)
    throw DomainError.at(`parameters.${found.figure}`, "validation_failed", found.message);
  return merged;
}

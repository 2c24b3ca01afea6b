import { setImmediate as nextTurn } from "node:timers/promises";
import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { MonitoringRule, RuleParameters, TriedRule } from "@wattle/contracts/rules";
import { MOST_TRIED_ALERTS } from "@wattle/contracts/rule-figures";
import { countMonitored, listMonitored, type MonitoredCustomer } from "@wattle/db/monitored-history";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { readHistories, type HistoryServices, type RulesInUse } from "./read-history.ts";
import { mergedFigures, readRulesInUse } from "./rules-in-use.ts";
import { ruleContext } from "./rules/history.ts";
import { findBy } from "./rules/rules.ts";
import { Worths } from "./worths.ts";

const CUSTOMERS_AT_ONCE = 50;
interface Trial {
  readonly rule: MonitoringRule;
  /** Figures that are left out are those in use. */
  readonly parameters: RuleParameters;
  readonly days: number;
  /** Customers up to this one were looked at before. */
  readonly after?: string | undefined;
  /** Customers to look at. */
  readonly limit: number;
}

const alertOf = (
  { id, email, first_name, last_name }: MonitoredCustomer,
  at: number,
  rows: readonly string[],
) => ({
  customer: { id, email, name: `${first_name} ${last_name}` },
  at: isoTime(BigInt(at)),
  rows: [...rows],
});

/**
 * Findings of a rule in the last days, as if it had been on. It reads only, a few customers at a time, so that no one
 * waits for it.
 * @throws DomainError `validation_failed` at a figure that contradicts one in use
 */
export async function tryRule(
  services: Omit<HistoryServices, "worths"> & Pick<Services, "database">,
  { rule, parameters, days, after, limit }: Trial,
): Promise<TriedRule> {
  const { clock, config, database } = services;
  const inUse = (await readRulesInUse(database.read)).find((each) => each.rule === rule);
  const figures = mergedFigures(inUse ?? { parameters: {} }, parameters);
  const rules: RulesInUse = new Map([[rule, figures]]);
  const own = { ...services, worths: new Worths(services) };
  const context = ruleContext(clock.now(), config.TIME_ZONE);
  const from = context.now - days * DAY_MILLISECONDS;
  const alerts: (TriedRule["alerts"][number] & { readonly time: number })[] = [];
  const total = after === undefined ? await countMonitored(database.read) : null;
  let customers = 0;
  let next: string | null = after ?? "";
  do {
    const some: MonitoredCustomer[] = await listMonitored(
      database.read,
      next,
      Math.min(CUSTOMERS_AT_ONCE, limit - customers),
    );
    next = some.at(-1)?.id ?? null;
    const byId = new Map(some.map((customer) => [customer.id, customer]));
    for (const history of await readHistories(own, rules, some, from)) {
      const customer = byId.get(history.id);
      if (customer === undefined) continue;
      customers += 1;
      for (const { at, rows } of findBy(rule, history, context, figures))
        if (at >= from) alerts.push({ ...alertOf(customer, at, rows), time: at });
      if (alerts.length < MOST_TRIED_ALERTS) continue;
      next = customer.id;
      break;
    }
    await nextTurn();
  } while (next !== null && customers < limit && alerts.length < MOST_TRIED_ALERTS);
  return {
    customers,
    total,
    next,
    alerts: alerts.toSorted((one, other) => one.time - other.time).map(({ time: _time, ...alert }) => alert),
  };
}

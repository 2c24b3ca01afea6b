import type { MonitoringRule } from "@wattle/contracts/rules";
import { sql, type Selectable } from "kysely";
import type { Epoch, Flag, JsonText } from "./columns/column-types.ts";
import { SPEAKS_NOT } from "./columns/decisions.ts";
import { apart, table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

interface MonitoringRulesTable {
  rule: MonitoringRule;
  is_on: Flag;
  /** Figures that differ from the defaults, as they are on the wire. */
  parameters: JsonText;
  set_at: Epoch;
  set_by: string;
}

export const monitoringRules = apart<MonitoringRulesTable>("figures of rules");

export type MonitoringRuleRow = Selectable<MonitoringRulesTable>;

/** Events of a customer that move no money. */
interface MonitoredEventsTable {
  user_id: string;
  /** `look` asks for a look at the customer, and says nothing else. */
  kind: "payee" | "device" | "identity" | "look";
  /** Its subject: an identifier, or a device's hash. */
  about: string;
  created_at: Epoch;
  /** When rules are to look at it; null once they have. */
  due_at: Epoch | null;
}

export const monitoredEvents = table<MonitoredEventsTable>({
  whose: own,
  key: ["user_id", "kind", "about"],
  copy: SPEAKS_NOT,
  erasure: { removed: "soon", why: "repeats what other tables have" },
});

export type MonitoredEvent = Selectable<MonitoredEventsTable>;

/** A finding of a rule. */
interface RuleAlertsTable {
  id: string;
  case_id: string;
  user_id: string;
  rule: MonitoringRule;
  /** The finding by its name: the same is found once. */
  event: string;
  /** JSON: references of the transactions behind it. */
  found_rows: JsonText;
  happened_at: Epoch;
  created_at: Epoch;
}

export const ruleAlerts = table<RuleAlertsTable>({
  whose: ({ id }) => sql`user_id = ${id}`,
  key: ["id"],
  copy: SPEAKS_NOT,
  erasure: { removed: "retention", why: "records of compliance, which the law keeps for a time" },
});

export type RuleAlert = Selectable<RuleAlertsTable>;

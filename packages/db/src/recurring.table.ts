import type { Frequency } from "@wattle/contracts/recurring-days";
import type { MissedReason } from "@wattle/contracts/recurring-words";
import type { Selectable } from "kysely";
import type { DecimalText, Epoch } from "./columns/column-types.ts";
import { CHOSEN, INNER } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { below, own } from "./columns/whose.ts";

export type RecurringBuyStatus = "active" | "paused" | "cancelled";

interface RecurringBuysTable {
  id: string;
  user_id: string;
  /** The fiat currency that is given. */
  credit_currency: string;
  /** The coin. */
  debit_currency: string;
  /** Smallest units of the credit currency, each time. */
  amount: bigint;
  /** The highest price of one coin, fee included, in the credit currency. */
  max_price: DecimalText;
  frequency: Frequency;
  /** Local days of the installation, `2026-11-23`. */
  first_on: string;
  next_on: string;
  status: RecurringBuyStatus;
  created_at: Epoch;
  updated_at: Epoch;
}

export const recurringBuys = table<RecurringBuysTable>({
  whose: own,
  key: ["id"],
  copy: { file: "recurring-buys", about: "Your recurring buys" },
  erasure: { removed: "at once", why: CHOSEN },
  columns: {
    id: "text",
    user_id: INNER,
    credit_currency: "text",
    debit_currency: "text",
    amount: { amountIn: "credit_currency" },
    max_price: "text",
    frequency: "text",
    first_on: "text",
    next_on: "text",
    status: "text",
    created_at: "time",
    updated_at: "time",
  },
});

export type RecurringBuyRow = Selectable<RecurringBuysTable>;

/** The outcome of a plan on one day: there is one at most. */
interface RecurringRunsTable {
  plan_id: string;
  run_on: string;
  outcome: "bought" | "skipped" | "missed";
  reason: MissedReason | null;
  detail: DecimalText | null;
  transaction_id: string | null;
  created_at: Epoch;
}

export const recurringRuns = table<RecurringRunsTable>({
  whose: below("plan_id", "recurring_buys"),
  key: ["plan_id", "run_on"],
  copy: { file: "recurring-buy-days", about: "What happened on their days" },
  erasure: { removed: "at once", why: CHOSEN },
  columns: {
    plan_id: "text",
    run_on: "text",
    outcome: "text",
    reason: "text",
    detail: "text",
    transaction_id: "text",
    created_at: "time",
  },
});

export type RecurringRunRow = Selectable<RecurringRunsTable>;

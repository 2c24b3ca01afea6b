import { z } from "zod";
import { id, time } from "./ids.ts";
import { colleagues } from "./presence.ts";
import { systemChecks } from "./system-checks.ts";

/**
 * Work that waits for staff: identities to check, bank lines, open deposits, requested withdrawals, batches of
 * coins, closed accounts that money has come to, coins that arrived and wait for a decision, networks of coins that paused themselves, cases and
 * reports of compliance, requests of colleagues that the caller may decide, enquiries, and pauses.
 */
export const QUEUES = [
  "identities",
  "bank_lines",
  "deposits",
  "withdrawals",
  "coin_payouts",
  "closed_balances",
  "arrivals",
  "networks",
  "cases",
  "filings",
  "approvals",
  "enquiries",
  "switches",
] as const;
export type Queue = (typeof QUEUES)[number];

/** Those that an installation may set a time for: customers pay deposits when they like, and what is paused is no work to do. */
export const TARGETED_QUEUES = [
  "identities",
  "bank_lines",
  "withdrawals",
  "coin_payouts",
  "closed_balances",
  "approvals",
  "enquiries",
] as const;
export type TargetedQueue = (typeof TARGETED_QUEUES)[number];

const queueState = z.object({
  queue: z.enum(QUEUES),
  count: z.int(),
  /** Since when the oldest waits; null if none does. */
  oldest_at: time.nullable(),
  /** When the oldest is to be done; null if none waits, or the installation sets no time. */
  due_at: time.nullable(),
  /** Hours on business days that each may take; null if the installation sets no time. */
  target_hours: z.int().nullable(),
  /** How many were decided today, by anyone: the day is the installation's. */
  done_today: z.int(),
});
export type QueueState = z.infer<typeof queueState>;

/** The queues of the caller's roles, and how the house is. */
export const today = z
  .object({
    queues: z.array(queueState),
    /** The newest line of the audit log of an act that changed something: if it is another one than before, someone did something. */
    newest_act: id.nullable(),
    /** Colleagues, each with the row that they have open, where the caller may see it. */
    present: colleagues.shape.present,
    /** How the installation is, as far as that is found out quickly; `ops.system.checks` has everything. */
    system: systemChecks,
    /** Whether acts ask for a second person at all. */
    approvals_required: z.boolean(),
    /** Whether this is a demo, with a day to work: its bank statement is at `/dev/statement.csv`. */
    demo: z.boolean(),
    /** The server's time. */
    now: time,
    /** Time zone of its days: the books are closed and reported by them. Such as `Australia/Sydney`. */
    time_zone: z.string(),
    /** When the session ends unless it is used, which a page that asks by itself does not; null for a token. */
    session_ends_at: time.nullable(),
    /** When it ends however it is used. */
    session_ends_at_latest: time.nullable(),
  })
  .meta({ id: "Today" });
export type Today = z.infer<typeof today>;

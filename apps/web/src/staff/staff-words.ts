import type { StaffRole } from "@wattle/contracts/accounts";
import type { Queue } from "@wattle/contracts/today";

/** Waiting work, by the name of the screen that has it. */
export const QUEUE_WORDS: Readonly<Record<Queue, string>> = {
  identities: "Identities",
  bank_lines: "Bank",
  deposits: "Deposits",
  withdrawals: "Payouts",
  coin_payouts: "Coin payouts",
  closed_balances: "Closed accounts with money",
  arrivals: "Arrivals",
  networks: "Paused networks",
  cases: "Cases",
  filings: "Filings",
  approvals: "Approvals",
  enquiries: "Enquiries",
  switches: "Paused switches",
};

/** 'Finance'. */
export const roleText = (role: StaffRole): string => role.charAt(0).toUpperCase() + role.slice(1);

/** 'Finance', 'Support and Finance', 'Support, Compliance and Finance'. */
export const rolesText = (roles: readonly StaffRole[]): string =>
  new Intl.ListFormat("en-AU").format(roles.map(roleText));

/** An act, from the log's own word: `customer.signed_out` → 'Customer signed out'. */
export function actText(action: string): string {
  if (action === "payout.file_taken" || action === "coin_payout.file_taken") return "File downloaded";
  const words = action.replaceAll(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MINUTE = 60_000;
const UNITS = [
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
] as const;

/**
 * How long something has waited, in its largest unit: '3 days', '1 hour'.
 * @param milliseconds the time since then
 */
export function ageText(milliseconds: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(milliseconds / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? "" : "s"}`;
  }
  return "less than a minute";
}

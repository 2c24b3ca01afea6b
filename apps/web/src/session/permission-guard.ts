import { redirect } from "@tanstack/react-router";
import type { Permission } from "@wattle/contracts/accounts";
import type { Clients } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { guardDashboard } from "./dashboard-guard.ts";

const REFUSALS: Readonly<Record<Permission, string>> = {
  "deposit-money": "Deposit money: Your account can't deposit. Contact support.",
  "withdraw-money": "Withdraw money: Your account can't withdraw. Contact support.",
};

/**
 * Guards a page that needs a permission; without it the way leads to the dashboard, and an alert says why. The procedures
 * behind the page ask for the permission themselves.
 */
export async function guardPermission(clients: Clients, permission: Permission): Promise<void> {
  const { permissions } = await guardDashboard(clients);
  if (permissions.includes(permission)) return;
  showAlert({ type: "error", text: REFUSALS[permission] });
  throw redirect({ to: "/dashboard", replace: true });
}

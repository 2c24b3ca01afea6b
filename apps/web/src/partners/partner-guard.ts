import { redirect } from "@tanstack/react-router";
import { guardDashboard } from "../session/dashboard-guard.ts";
import type { Clients } from "../trpc.ts";

/** Guards the partners board: anyone else goes to the dashboard. Its procedures ask for the role themselves. */
export async function guardPartner(clients: Clients): Promise<void> {
  const { role } = await guardDashboard(clients);
  if (role !== "partner") throw redirect({ to: "/dashboard", replace: true });
}

import { redirect } from "@tanstack/react-router";
import type { Clients } from "../trpc.ts";
import { askServer } from "./dashboard-guard.ts";
import { isStaff } from "./staff-session.ts";

/** Guards the back office: a guest leaves for its sign-in page, a customer goes to the dashboard. */
export async function guardStaff(clients: Clients): Promise<void> {
  const session = await askServer(clients);
  // The document is being left: nothing of the back office is drawn meanwhile.
  if (session === null) return new Promise<never>(() => undefined);
  if (!isStaff(session)) throw redirect({ to: "/dashboard", replace: true });
}

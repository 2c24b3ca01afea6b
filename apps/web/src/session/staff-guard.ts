import { redirect } from "@tanstack/react-router";
import type { Clients } from "../trpc.ts";
import { askServer, FRESH_MILLISECONDS } from "./dashboard-guard.ts";
import { sessionStore } from "./session-store.ts";
import { isStaff } from "./staff-session.ts";

/** Whether the session has to prove a second factor before anything else is open to it. */
async function needsFactorFirst({ utils }: Clients): Promise<boolean> {
  const status = await utils.secondFactor.status.fetch(undefined, {
    trpc: { context: { background: true } },
    staleTime: FRESH_MILLISECONDS,
  });
  return status.needed_first;
}

/** Guards a page of staff: a guest leaves for its sign-in page, a customer goes to the dashboard. */
export async function guardStaffSetUp(clients: Clients): Promise<void> {
  const session = await askServer(clients);
  // The document is being left: nothing of the desk is drawn meanwhile.
  if (session === null) return new Promise<never>(() => undefined);
  if (!isStaff(session)) throw redirect({ to: "/dashboard", replace: true });
}

/** Guards the desk: as `guardStaffSetUp`, and staff who need a second factor first go if it is set up. */
export async function guardStaff(clients: Clients): Promise<void> {
  const known = sessionStore.get();
  // Both in one call, where the browser knows that it is staff who ask.
  if (known !== null && isStaff(known)) void needsFactorFirst(clients).catch(() => undefined);
  await guardStaffSetUp(clients);
  if (await needsFactorFirst(clients)) throw redirect({ to: "/teamaccess/secure", replace: true });
}

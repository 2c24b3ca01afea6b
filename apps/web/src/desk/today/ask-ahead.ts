import { isStaff } from "../../session/staff-session.ts";
import { sessionStore } from "../../session/session-store.ts";
import { SHOWN_IN_PLACE, type Clients } from "../../trpc.ts";

/** The newest acts of everyone, as asked of the audit log. */
export const NEWEST_ACTS = { per_page: 30 };
/** Requests that wait for a second person, as asked of the list of approvals. */
export const WAITING_REQUESTS = { status: "pending", per_page: 100 } as const;

/** Asks for the data of Today in one call while the page's code loads, if the browser knows a member of staff. */
export function askAhead({ utils: { ops } }: Clients): void {
  const known = sessionStore.get();
  if (known === null || !isStaff(known)) return;
  const once = { ...SHOWN_IN_PLACE, staleTime: Number.POSITIVE_INFINITY };
  void ops.today.prefetch(undefined, once);
  void ops.switches.list.prefetch(undefined, once);
  void ops.audit.list.prefetch(NEWEST_ACTS, once);
  void ops.approvals.list.prefetch(WAITING_REQUESTS, once);
}

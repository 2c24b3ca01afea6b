import { staffMay, type StaffProcedure } from "@wattle/contracts/staff-access";
import { useSession } from "../../session/session-store.ts";
import { staffRoles } from "../../session/staff-session.ts";

/**
 * Whether the roles of the one who looks have a procedure. Acts that they lack are left out; the server refuses them
 * anyway.
 */
export function useMay(): (procedure: StaffProcedure) => boolean {
  const session = useSession();
  const roles = session === null ? [] : staffRoles(session);
  return (procedure) => staffMay(roles, procedure);
}

import type { StaffRole } from "./accounts.ts";
import { STAFF_ACCESS } from "./staff-access.gen.ts";

/** The name of a procedure of the desk. */
export type StaffProcedure = keyof typeof STAFF_ACCESS;

/** The roles that have a procedure. */
export const rolesFor = (procedure: StaffProcedure): readonly StaffRole[] => STAFF_ACCESS[procedure];

/** Whether one of someone's roles has the procedure. */
export const staffMay = (roles: readonly StaffRole[], procedure: string): boolean =>
  Object.hasOwn(STAFF_ACCESS, procedure) &&
  rolesFor(procedure as StaffProcedure).some((role) => roles.includes(role));

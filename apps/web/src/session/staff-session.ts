import type { StaffRole, UserData } from "@wattle/contracts/accounts";

type Role = UserData["role"];

const isStaffRole = (role: Role): role is StaffRole => role !== "regular-user" && role !== "partner";

/** The roles of a member of staff; none for a customer. */
export const staffRoles = ({ user }: UserData): StaffRole[] =>
  user.roles.map(({ name }) => name).filter(isStaffRole);

/** Whether someone is staff, who see none of the customers' screens. */
export const isStaff = (session: UserData): boolean => isStaffRole(session.role);

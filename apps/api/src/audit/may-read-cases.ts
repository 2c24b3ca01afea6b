import { staffRolesOf } from "@wattle/contracts/accounts";
import { staffMay } from "@wattle/contracts/staff-access";
import type { SignedInUser } from "../access/admission.ts";

/** Whether someone may see what compliance does. No one else learns that there is any of it. */
export const mayReadCases = ({ roles }: Pick<SignedInUser, "roles">): boolean =>
  staffMay(staffRolesOf(roles), "ops.cases.list");

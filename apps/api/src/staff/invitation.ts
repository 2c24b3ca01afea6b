import { staffRolesOf, type StaffRole } from "@wattle/contracts/accounts";
import type { StaffMember } from "@wattle/contracts/staff";
import type { WriteTx } from "@wattle/db/database";
import { rolesOf, rolesText } from "@wattle/db/roles";
import { insertInvitation } from "@wattle/db/staff";
import type { StaffInvitation } from "@wattle/db/tables";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";

const LIFETIME_MILLISECONDS = 72 * 60 * 60_000;
const TOKEN_BYTES = 32;

/** Makes an invitation, in place of an earlier one of the same address. @returns it, and the link that accepts it */
export async function makeInvitation(
  tx: WriteTx,
  { config, clock, ids }: Pick<Services, "config" | "clock" | "ids">,
  to: { readonly email: string; readonly roles: readonly StaffRole[]; readonly invitedBy: string },
): Promise<{ readonly invitation: Omit<StaffInvitation, "token_hash">; readonly link: string }> {
  const [token, now] = [ids.token(TOKEN_BYTES), clock.now()];
  const invitation = {
    id: ids.uuid(),
    email: to.email,
    roles: rolesText(to.roles),
    invited_by: to.invitedBy,
    created_at: BigInt(now),
    expires_at: BigInt(now + LIFETIME_MILLISECONDS),
  };
  await insertInvitation(tx, { ...invitation, token });
  return { invitation, link: `${config.APP_ORIGIN}/teamaccess/invitation?token=${token}` };
}

/** An invitation in the list of staff. */
export function invitedMember(row: Omit<StaffInvitation, "token_hash">): StaffMember {
  const roles = staffRolesOf(rolesOf(row));
  const [role] = roles;
  if (role === undefined) throw new Error(`invitation ${row.id} names no role`);
  return {
    id: row.id,
    email: row.email,
    first_name: "",
    last_name: "",
    role,
    roles,
    status: "invited",
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
    second_step: false,
    last_seen_at: null,
  };
}

import type { StaffMember } from "@wattle/contracts/staff";
import { inviteByMachine } from "../team/invite-by-machine.ts";
import { calling } from "./calling.ts";
import type { ActCommand, MachineCommand } from "./command.ts";

const memberCells = ({ id, email, first_name, last_name, roles, status, expires_at }: StaffMember) => ({
  id,
  email,
  name: `${first_name} ${last_name}`.trim(),
  roles: roles.join(", "),
  status,
  expires_at,
});

/** A command of the machine that prints the link of an invitation. */
const inviting = (name: string, about: string, which: { readonly isFirst: boolean }): MachineCommand => ({
  name,
  takes: "EMAIL",
  about,
  machine: true,
  async run(context) {
    context.record({ ...(await inviteByMachine(context.services, context.word(0), which)) });
  },
});

/**
 * Admins whom no admin can invite: the first one, and one for an installation that needs two of the staff and has
 * fewer.
 */
export const MACHINE_STAFF_COMMANDS: readonly MachineCommand[] = [
  inviting("staff first", "print the link by which an installation without staff gets its first admin", {
    isFirst: true,
  }),
  inviting("staff add-admin", "print the link by which one more admin joins, where admins cannot be two", {
    isFirst: false,
  }),
];

/** Members of staff: inviting, listing and changing them. */
export const STAFF_COMMANDS: readonly ActCommand[] = [
  calling("staff list", "ops.staff.list", {
    about: "members of staff, and who is invited",
    row: memberCells,
    empty: "no staff",
  }),
  calling("staff invite", "ops.staff.invite", {
    about: "mail an invitation",
    words: ["email", "roles"],
    print: memberCells,
  }),
  calling("staff roles", "ops.staff.setRoles", {
    about: "give exactly these roles; no one changes the own",
    words: ["member", "roles"],
    names: { id: "member" },
    print: memberCells,
  }),
  calling("staff remove", "ops.staff.remove", {
    about: "take a member out, or an invitation back: sessions and tokens end at once",
    words: ["member"],
    names: { id: "member" },
    print: ({ ended }) => ({ ended }),
  }),
];

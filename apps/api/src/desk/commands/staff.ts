import { STAFF_ROLES } from "@wattle/contracts/choices";
import type { StaffMember } from "@wattle/contracts/staff";
import { inviteByMachine } from "../team/invite-by-machine.ts";
import {
  oneOf,
  printOutcome,
  UsageError,
  type ActCommand,
  type CommandContext,
  type MachineCommand,
} from "./command.ts";

const ROLE_WORDS = STAFF_ROLES.join(", ");

const memberCells = ({ id, email, first_name, last_name, roles, status, expires_at }: StaffMember) => ({
  id,
  email,
  name: `${first_name} ${last_name}`.trim(),
  roles: roles.join(", "),
  status,
  expires_at,
});

const rolesAfter = ({ words }: CommandContext) => words.slice(1).map((word) => oneOf(STAFF_ROLES, word));

async function memberId(context: CommandContext): Promise<string> {
  const name = context.word(0).toLowerCase();
  const found = (await context.ops.staff.list()).find(({ id, email }) => id === name || email === name);
  if (found === undefined)
    throw new UsageError(`no one of staff has the email address or identifier ${name}`);
  return found.id;
}

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
  {
    name: "staff list",
    takes: "",
    about: "members of staff, and who is invited",
    async run(context) {
      context.table((await context.ops.staff.list()).map(memberCells), "no staff");
    },
  },
  {
    name: "staff invite",
    takes: "EMAIL <role> …",
    about: `mail an invitation; roles are ${ROLE_WORDS}`,
    async run(context) {
      const input = { email: context.word(0), roles: rolesAfter(context) };
      printOutcome(context, await context.ops.staff.invite(input), memberCells);
    },
  },
  {
    name: "staff roles",
    takes: "<member> <role> …",
    about: "give exactly these roles; no one changes the own",
    async run(context) {
      const roles = rolesAfter(context);
      printOutcome(
        context,
        await context.ops.staff.setRoles({ id: await memberId(context), roles }),
        memberCells,
      );
    },
  },
  {
    name: "staff remove",
    takes: "<member>",
    about: "take a member out, or an invitation back: sessions and tokens end at once",
    async run(context) {
      const removed = await context.ops.staff.remove({ id: await memberId(context) });
      printOutcome(context, removed, ({ ended }) => ({ ended }));
    },
  },
];

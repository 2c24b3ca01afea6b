import { staffRolesOf, type StaffRole } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import {
  inviteInput,
  staffInput,
  staffMember,
  staffRolesInput,
  type InviteInput,
  type StaffMember,
} from "@wattle/contracts/staff";
import { endedSessions } from "@wattle/contracts/sessions";
import { findUserByEmail, updateUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { deleteEmailTokens } from "@wattle/db/email-tokens";
import { rolesOf, rolesText } from "@wattle/db/roles";
import { deleteOtherSessions } from "@wattle/db/sessions";
import {
  deleteInvitation,
  deleteInvitationsOf,
  isAdmin,
  listInvitations,
  listStaff,
  lockUsers,
  readStaffLogins,
  type StaffLogins,
  wasOtherAdmin,
} from "@wattle/db/staff";
import type { User } from "@wattle/db/tables";
import { revokeAllTokens } from "@wattle/db/tokens";
import { isOwnMailbox, type Log, type Operator } from "../../audit/record-act.ts";
import { isoTime } from "../../clock.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { staffInviteMail } from "../../mail/staff-mails.ts";
import type { Services } from "../../services.ts";
import { invitedMember, makeInvitation } from "../../staff/invitation.ts";
import { mailAdmins } from "./mail-admins.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { listText } from "../approvals/changes.ts";
import { readLetter } from "../approvals/reads.ts";

function memberOf(row: User, { guarded, lastSeen }: StaffLogins): StaffMember {
  const roles = staffRolesOf(rolesOf(row));
  const [role] = roles;
  if (role === undefined) throw new Error(`account ${row.id} is not of staff`);
  const seen = lastSeen.get(row.id);
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    role,
    roles,
    status: "active",
    created_at: isoTime(row.created_at),
    expires_at: null,
    second_step: guarded.has(row.id),
    last_seen_at: seen === undefined ? null : isoTime(seen),
  };
}

/** Members of staff, the oldest account first, then those who are invited. */
export async function listMembers({
  config,
  database,
  clock,
}: Pick<Services, "config" | "database" | "clock">): Promise<StaffMember[]> {
  const members = await listStaff(database.read, { withDemo: config.DEMO });
  const logins = await readStaffLogins(
    database.read,
    members.map(({ id }) => id),
  );
  const invited = await listInvitations(database.read);
  return [
    ...members.map((member) => memberOf(member, logins)),
    ...invited.filter(({ expires_at }) => expires_at > BigInt(clock.now())).map(invitedMember),
  ];
}

/**
 * Locks every admin, and another member, until the transaction ends, so that of two who change staff at once the second sees what
 * the first did.
 * @returns the admins, and the other member, as they are now
 * @throws DomainError `forbidden` if the one who acts is no admin any more
 */
async function lockAdmins(
  tx: WriteTx,
  { config }: Pick<Services, "config">,
  by: Operator,
  memberId?: string,
): Promise<{ readonly admins: readonly User[]; readonly member: User | undefined }> {
  const staff = await listStaff(tx, { withDemo: config.DEMO });
  const wanted = staff.filter((user) => isAdmin(user) || user.id === memberId).map(({ id }) => id);
  const locked = await lockUsers(tx, wanted);
  const admins = locked.filter(isAdmin);
  if (!admins.some(({ id }) => id === by.id)) throw new DomainError("forbidden");
  const member = locked.find(({ id, roles }) => id === memberId && roles !== rolesText([]));
  return { admins, member };
}

interface Inviting {
  readonly invite: InviteInput;
  /** First name of who invites. */
  readonly inviter: string;
}

async function invite(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  { invite: { email, roles }, inviter }: Inviting,
): Promise<StaffMember> {
  const { config } = services;
  const { invitation, link } = await makeInvitation(tx, services, { email, roles, invitedBy: operator.id });
  await queueMail(tx, services, {
    to: email,
    mail: staffInviteMail(config.brand.name, inviter, roles, link),
  });
  await mailAdmins(tx, services, operator, { email, invitedAs: roles });
  return invitedMember(invitation);
}

const GRANT = "Every role grant needs two people.";
const ADMIN_OUT = "Taking an admin out needs two people.";

/**
 * Invites someone to be staff: a link is mailed, which works once and for 72 hours. Inviting an address again makes the earlier
 * link worthless. It grants roles, so another admin approves it; the first admin invites alone until there is, or was, another one. The plan throws `email_taken`
 * at `email` for an address of a customer, or of someone who is staff already, and `own_act` for another address of the own mailbox.
 */
export const inviteMember: ReviewedAct<typeof inviteInput, typeof staffMember> = {
  title: "Invite someone to be staff",
  roles: ["admin"],
  token: "none",
  confirmed: true,
  errors: ["email_taken"],
  input: inviteInput,
  output: staffMember,
  plan: async (tx, { services, operator }, input) => {
    const { admins } = await lockAdmins(tx, services, operator);
    const { email, roles } = input;
    const own = admins.find(({ id }) => id === operator.id);
    if (isOwnMailbox({ ...operator, email: own?.email ?? operator.email }, email))
      throw new DomainError("own_act");
    const known = await findUserByEmail(tx, email);
    if (known !== undefined && rolesOf(known).length > 0) throw DomainError.at("email", "email_taken");
    const now = BigInt(services.clock.now());
    const open = (await listInvitations(tx)).find(
      (each) => each.email === email.toLowerCase() && each.expires_at > now,
    );
    return {
      subject: `the invitation of ${email}`,
      details: { Email: email },
      changes: [{ what: "Roles", before: "None", after: listText(roles) }],
      // The link is made with the invitation.
      reads: readLetter({
        to: email,
        mail: staffInviteMail(services.config.brand.name, own?.first_name ?? "", roles, ""),
      }),
      // Another invitation may have been made, or this one taken back.
      state: open === undefined ? "there is no invitation" : `there is the invitation ${open.id}`,
      reasons: (await wasOtherAdmin(tx, operator.id, { withDemo: services.config.DEMO })) ? [GRANT] : [],
      worth: null,
      log: ({ id }) => ({ action: "staff.invited", subject: id, details: { email, roles } }),
      run: () => invite(tx, services, operator, { invite: input, inviter: own?.first_name ?? "" }),
    };
  },
};

/**
 * The member of staff whose roles someone else changes.
 * @throws DomainError `own_act` for oneself; `not_found`; `forbidden`; `state_conflict` if no admin would be left
 */
async function lockMember(
  tx: WriteTx,
  services: Pick<Services, "config">,
  by: Operator,
  change: { readonly id: string; readonly roles: readonly StaffRole[] },
): Promise<User> {
  if (change.id === by.id) throw new DomainError("own_act");
  const { admins, member } = await lockAdmins(tx, services, by, change.id);
  if (member === undefined) throw new DomainError("not_found");
  const remains = admins.some(({ id }) => id !== member.id) || change.roles.includes("admin");
  if (!remains) throw new DomainError("state_conflict", { message: OWN_MESSAGES.lastAdmin });
  return member;
}

/**
 * The lines of a plan about a change of roles.
 * @param what the part of theirs it is about
 * @param after the roles from then on
 */
function aboutMember(
  { email, roles }: Pick<User, "email" | "roles">,
  what: string,
  after: readonly StaffRole[],
) {
  const has = staffRolesOf(rolesOf({ roles })).join(", ");
  return {
    subject: `${what} of ${email}`,
    details: {},
    changes: [{ what: "Roles", before: has, after: listText(after) }],
    state: `the roles are ${has}`,
    reasons: [],
    worth: null,
  };
}

/** Whether someone has a role's acts already: `admin` has all. */
const has = (roles: readonly StaffRole[], role: StaffRole): boolean =>
  roles.includes("admin") || roles.includes(role);

/** Changes the roles of a locked member. The open invitations of someone who may no longer invite are deleted. */
async function changeRoles(tx: WriteTx, member: User, roles: readonly StaffRole[]): Promise<void> {
  if (!roles.includes("admin")) await deleteInvitationsOf(tx, member.id);
  await updateUser(tx, member.id, { roles: rolesText(roles) });
}

/**
 * Gives a member of staff exactly these roles, from the next call on. A role more needs a second person, and so does
 * taking the role of an admin; any other role less does not. The plan
 * throws `own_act` for oneself; `not_found`; `state_conflict` if no admin would be left.
 */
export const setMemberRoles: ReviewedAct<typeof staffRolesInput, typeof staffMember> = {
  title: "Change someone's roles",
  roles: ["admin"],
  token: "none",
  confirmed: true,
  errors: ["not_found", "state_conflict"],
  input: staffRolesInput,
  output: staffMember,
  plan: async (tx, { services, operator }, { id, roles }) => {
    const member = await lockMember(tx, services, operator, { id, roles });
    const before = staffRolesOf(rolesOf(member));
    const plan = aboutMember(member, "the roles", roles);
    return {
      ...plan,
      customer: id,
      reasons: [
        ...(roles.some((role) => !has(before, role)) ? [GRANT] : []),
        ...(isAdmin(member) && !roles.includes("admin") ? [ADMIN_OUT] : []),
      ],
      log: { action: "staff.roles", subject: id, details: { from: before, to: roles } },
      run: async () => {
        await mailAdmins(tx, services, operator, { email: member.email, now: roles });
        await changeRoles(tx, member, roles);
        return memberOf({ ...member, roles: rolesText(roles) }, await readStaffLogins(tx, [id]));
      },
    };
  },
};

/** Ends what a member who was locked has open. @returns how many sessions ended */
async function takeOut(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  { member, log }: { readonly member: User; readonly log: Log },
): Promise<{ ended: number }> {
  const { id } = member;
  await mailAdmins(tx, services, operator, { email: member.email, now: [] });
  await changeRoles(tx, member, []);
  const ended = await deleteOtherSessions(tx, id);
  const tokens = await revokeAllTokens(tx, id, BigInt(services.clock.now()));
  await deleteEmailTokens(tx, id, ["verify-email", "reset-password", "change-email"]);
  await log({
    action: "staff.removed",
    subject: id,
    details: { roles: rolesOf(member), sessions: ended, tokens: tokens.map(({ name }) => name) },
  });
  return { ended };
}

/**
 * Takes a member of staff out: sessions and tokens end at once, and the account counts no more. An invitation that was not
 * accepted yet is taken back. An admin goes out by two. It answers how many sessions ended. The plan throws `own_act` for oneself;
 * `not_found`; `state_conflict` if no admin would be left.
 */
export const removeMember: ReviewedAct<typeof staffInput, typeof endedSessions> = {
  title: "Remove someone from the staff",
  roles: ["admin"],
  token: "none",
  confirmed: true,
  errors: ["not_found", "state_conflict"],
  input: staffInput,
  output: endedSessions,
  plan: async (tx, { services, operator }, { id }) => {
    const invitation = (await listInvitations(tx)).find((each) => each.id === id);
    if (invitation !== undefined) {
      await lockAdmins(tx, services, operator);
      return {
        ...aboutMember(invitation, "the invitation", []),
        log: { action: "staff.invitation_withdrawn", subject: id, details: { email: invitation.email } },
        run: async () => {
          if ((await deleteInvitation(tx, id)) === undefined) throw new DomainError("not_found");
          return { ended: 0 };
        },
      };
    }
    const member = await lockMember(tx, services, operator, { id, roles: [] });
    return {
      ...aboutMember(member, "the account", []),
      reasons: isAdmin(member) ? [ADMIN_OUT] : [],
      customer: id,
      log: [],
      run: (log) => takeOut(tx, services, operator, { member, log }),
    };
  },
  after: (ctx, { id }, { ended }) =>
    ctx.services.securityLog.note(ctx, "sessions-ended", { account: id }, { sessions: ended }),
};

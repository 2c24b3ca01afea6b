/** Members of staff: inviting, listing and changing them, and accepting an invitation. */
import { z } from "zod";
import { tokenField } from "./accounts.ts";
import { STAFF_ROLES } from "./choices.ts";
import {
  BESIDE_OTHER_ISSUES,
  checkPasswordConfirmation,
  emailField,
  firstNameField,
  lastNameField,
  passwordConfirmationField,
  passwordField,
} from "./field-schemas.ts";
import { id, time } from "./ids.ts";

const staffRole = z.enum(STAFF_ROLES, { error: "Choose a role" });

/** In the order they are given; the first is the `role`. */
const rolesField = z
  .array(staffRole, { error: "Choose a role" })
  .min(1, "Choose a role")
  .max(STAFF_ROLES.length * 2, "Choose a role")
  .transform((roles) => [...new Set(roles)]);

export const inviteInput = z.object({ email: emailField, roles: rolesField });
export type InviteInput = z.output<typeof inviteInput>;

export const staffRolesInput = z.object({ id, roles: rolesField });

/** A member of staff, or an invitation: that of an address which is not accepted yet. */
export const staffInput = z.object({ id });

export const staffMember = z
  .object({
    id,
    email: z.string(),
    /** Empty until the invitation is accepted. */
    first_name: z.string(),
    last_name: z.string(),
    /** The first of `roles`. */
    role: staffRole,
    roles: z.array(staffRole),
    status: z.enum(["active", "invited"]),
    /** When the account was opened, or the invitation sent. */
    created_at: time,
    /** When the invitation ends; null for an account. */
    expires_at: time.nullable(),
    /** Whether there is an authenticator app or a passkey; false for an invitation. */
    second_step: z.boolean(),
    /** When the member last used one of the devices that are logged in; null if there is none. */
    last_seen_at: time.nullable(),
  })
  .meta({ id: "StaffMember" });
export type StaffMember = z.infer<typeof staffMember>;

export const invitationToken = z.object({ token: tokenField });

/** Contents of the page of an invitation's link. */
export const staffInvitation = z.object({ email: z.string(), roles: z.array(staffRole), expires_at: time });

/** Accepting an invitation: who one is, and the password to sign in with from now on. */
export const acceptInvitationInput = z
  .object({
    token: tokenField,
    first_name: firstNameField,
    last_name: lastNameField,
    password: passwordField,
    password_confirmation: passwordConfirmationField,
  })
  .superRefine(checkPasswordConfirmation, BESIDE_OTHER_ISSUES);
export type AcceptInvitationInput = z.output<typeof acceptInvitationInput>;

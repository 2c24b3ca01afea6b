import { staffRolesOf, type UserData } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import type { AcceptInvitationInput } from "@wattle/contracts/staff";
import { findUserByEmail, insertUser, updateUser } from "@wattle/db/accounts";
import { isUniqueViolation, type WriteTx } from "@wattle/db/database";
import { deletePasskeys } from "@wattle/db/passkeys";
import { rolesOf } from "@wattle/db/roles";
import { deleteRecoveryCodes, deleteSecondFactor } from "@wattle/db/second-factors";
import { findInvitation, takeInvitation } from "@wattle/db/staff";
import type { StaffInvitation } from "@wattle/db/tables";
import { hashNewPassword } from "../accounts/new-password.ts";
import { recordAct } from "../audit/record-act.ts";
import type { Call } from "../context.ts";
import { addressKey } from "../limits/address-key.ts";
import type { Services } from "../services.ts";
import { startSession, type StartCall } from "../sessions/login.ts";
import { readUserData, type UserDataServices } from "../sessions/user-data.ts";

const invalid = (): DomainError => DomainError.at("token", "token_invalid");

/** The invitation behind a link, to be shown. @throws DomainError `token_invalid` at `token` */
export async function readInvitation(
  { database, clock }: Pick<Services, "database" | "clock">,
  token: string,
): Promise<StaffInvitation> {
  const invitation = await findInvitation(database.read, token, BigInt(clock.now()));
  if (invitation === undefined) throw invalid();
  return invitation;
}

/** Staff live where the company is: the country is a customer's detail. */
const COUNTRY = "AU";

/**
 * Opens the account that an invitation is for; that of someone who was staff before is used again. @returns its id
 * @throws DomainError `email_taken` if the address has become a customer's
 */
async function openAccount(
  tx: WriteTx,
  { ids, clock }: Pick<Services, "ids" | "clock">,
  { email, roles }: StaffInvitation,
  person: Pick<AcceptInvitationInput, "first_name" | "last_name"> & { readonly password_hash: string },
): Promise<string> {
  const now = BigInt(clock.now());
  const account = {
    ...person,
    roles,
    email_verified_at: now,
    password_changed_at: now,
    doors_closed_at: null,
  };
  const known = await findUserByEmail(tx, email);
  if (known !== undefined) {
    if (rolesOf(known).length > 0) throw DomainError.at("token", "email_taken");
    await updateUser(tx, known.id, account);
    // Their old factors may be lost, or someone else's by now.
    await deleteSecondFactor(tx, known.id);
    await deletePasskeys(tx, known.id);
    await deleteRecoveryCodes(tx, known.id);
    return known.id;
  }
  const id = ids.uuid();
  await insertUser(tx, {
    ...account,
    id,
    email,
    middle_name: null,
    phone: null,
    status: "verified",
    status_reason: null,
    default_country: COUNTRY,
    permissions: "[]",
    partner_hash: null,
    referred_by: null,
    referral_hash: null,
    utm: null,
    created_at: now,
  });
  return id;
}

/**
 * Accepts an invitation: the account is opened with the name and password given, and signed in. The link is used up; of two who
 * open it at once, one gets the account.
 * @throws DomainError `token_invalid` at `token`, whatever is wrong with the link; `email_taken` at `token`; `password_common`;
 *   `too_many_requests`
 */
export async function acceptInvitation(
  ctx: StartCall & Call<keyof UserDataServices | "accountLimits" | "securityLog">,
  { token, password, first_name, last_name }: AcceptInvitationInput,
): Promise<UserData> {
  const { services } = ctx;
  await services.accountLimits.reset.require(addressKey(ctx.ip));
  const password_hash = await hashNewPassword(password);
  const accept = async (tx: WriteTx): Promise<string> => {
    const invitation = await takeInvitation(tx, token, BigInt(services.clock.now()));
    if (invitation === undefined) throw invalid();
    const account = await openAccount(tx, services, invitation, { first_name, last_name, password_hash });
    await recordAct(
      tx,
      services,
      { id: account },
      {
        action: "staff.joined",
        subject: account,
        details: { roles: staffRolesOf(rolesOf(invitation)), invited_by: invitation.invited_by },
      },
    );
    return account;
  };
  let id: string;
  try {
    id = await services.database.write(accept);
  } catch (error) {
    // A customer registered the address at the same moment.
    if (isUniqueViolation(error)) throw DomainError.at("token", "email_taken");
    throw error;
  }
  await startSession(ctx, { id, password_hash, doors_closed_at: null }, { remember: false, proved: null });
  services.securityLog.note(ctx, "account-opened", { account: id });
  return readUserData(services, id);
}

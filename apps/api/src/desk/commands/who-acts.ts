import { staffRolesOf } from "@wattle/contracts/accounts";
import { findUserByEmail } from "@wattle/db/accounts";
import { isAdmin, listStaff } from "@wattle/db/staff";
import type { User } from "@wattle/db/tables";
import { admittedUser, type SignedInUser } from "../../access/admission.ts";
import type { RequestContext } from "../../context.ts";
import type { Services } from "../../services.ts";
import { UsageError } from "./command.ts";
import { readKeptSession } from "./kept-session.ts";

/** No one is logged in at the command line. */
export class NotLoggedInError extends Error {
  override readonly name = "NotLoggedInError";
}

export const LOG_IN = "log in with: npm run ops -- login EMAIL";

/** By what someone acts: a session, a token, or in a demo neither. */
type Identity = Pick<RequestContext, "user" | "sessionId" | "proof" | "token">;

/** A service token that is limited to addresses has to list this one. */
const OWN_ADDRESS = "127.0.0.1";

const asStaff = (user: SignedInUser | null | undefined): SignedInUser | undefined =>
  user && staffRolesOf(user.roles).length > 0 ? user : undefined;

/** In a demo anyone may act as anyone of staff: its passwords are public anyway. */
async function demoStaff(
  { config, database }: Pick<Services, "config" | "database">,
  email: string | undefined,
): Promise<Identity> {
  const row: User | undefined =
    email === undefined
      ? (await listStaff(database.read, { withDemo: true })).find(isAdmin)
      : await findUserByEmail(database.read, email);
  const user = asStaff(row && admittedUser(config, row));
  if (user !== undefined) return { user, sessionId: null, proof: null, token: null };
  throw email === undefined ? new NotLoggedInError(LOG_IN) : new UsageError(`--as: ${email} is not staff`);
}

/**
 * The person who acts at the command line, in this order: the one that `--as` names (only in a demo), the owner of the
 * service token `WATTLE_OPS_TOKEN`, the logged-in member of staff. In a demo without any of them it is the first admin.
 * @throws NotLoggedInError, UsageError; DomainError for an invalid token
 */
export async function whoActs(
  services: Pick<Services, "config" | "database" | "apiTokens" | "sessions">,
  as: string | undefined,
): Promise<Identity> {
  const { config, apiTokens, sessions } = services;
  if (as !== undefined) {
    if (!config.DEMO) throw new UsageError(`--as is for demos; ${LOG_IN}`);
    return demoStaff(services, as);
  }
  if (config.WATTLE_OPS_TOKEN !== undefined) {
    const bearer = await apiTokens.read(`Bearer ${config.WATTLE_OPS_TOKEN}`, OWN_ADDRESS);
    if (bearer !== null) return { ...bearer, sessionId: null, proof: null };
  }
  const kept = await readKeptSession(config);
  const session = kept === undefined ? null : await sessions.readById(kept);
  if (session !== null && asStaff(session.user) !== undefined) return { ...session, token: null };
  if (config.DEMO) return demoStaff(services, undefined);
  throw new NotLoggedInError(kept === undefined ? LOG_IN : `your login has ended; ${LOG_IN}`);
}

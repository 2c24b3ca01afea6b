import type { UserData } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import type { PasskeyLoginInput, PasskeyRequest } from "@wattle/contracts/passkeys";
import type { WriteTx } from "@wattle/db/database";
import { findPasskey } from "@wattle/db/passkeys";
import { isCustomer } from "@wattle/db/roles";
import type { User } from "@wattle/db/tables";
import { findAdmittedUserById } from "../access/admission.ts";
import { checkPasskey, passkeyRequest } from "../access/passkeys.ts";
import type { Call } from "../context.ts";
import { noteFailure, startSession, type StartCall } from "./login.ts";
import { userDataOf, type UserDataServices } from "./user-data.ts";

const LOGIN = { purpose: "login", session: null } as const;

type LoginCall = StartCall & Call<keyof UserDataServices | "securityLog" | "loginLimiter">;

/**
 * Options for a browser to log in with a passkey. It names no account: the authenticator shows the ones that it has.
 */
export async function passkeyLoginOptions({
  services,
}: Call<"config" | "database" | "clock" | "ids">): Promise<PasskeyRequest> {
  return services.database.write((tx) => passkeyRequest(tx, services, LOGIN));
}

/** Owner of a passkey; undefined if it is unknown, or its account is not let in. */
async function ownerOf(
  { config, database }: LoginCall["services"],
  credentialId: string,
): Promise<User | undefined> {
  const passkey = await findPasskey(database.read, credentialId);
  return passkey && findAdmittedUserById(config, database.read, passkey.user_id);
}

/**
 * Signs in with a passkey, which is both factors: its authenticator has asked for a fingerprint, a face or a PIN. Failures
 * count as those of a password do; there is nothing to guess, so no captcha is asked for.
 * @throws DomainError `passkey_invalid`, one and the same for whatever is wrong; `too_many_requests`
 */
export async function loginWithPasskey(
  ctx: LoginCall,
  { remember = false, ...answer }: PasskeyLoginInput,
): Promise<UserData> {
  const { services } = ctx;
  const owner = await ownerOf(services, answer.id);
  const attempt = await services.loginLimiter.begin(owner?.email ?? "passkey", ctx.ip);
  // The challenge is used up in any case.
  const passkey = await checkPasskey(services, answer, LOGIN);
  if (passkey === undefined || owner === undefined) {
    await noteFailure(ctx, owner?.email ?? "", owner);
    throw new DomainError("passkey_invalid");
  }
  await attempt.takeBack();
  const proved = async (tx: WriteTx) => (await findPasskey(tx, answer.id))?.id === passkey.id;
  await startSession(ctx, owner, { remember: isCustomer(owner) && remember, proved });
  services.securityLog.note(ctx, "sign-in", { account: owner.id }, { kind: "passkey" });
  return userDataOf(services, owner);
}

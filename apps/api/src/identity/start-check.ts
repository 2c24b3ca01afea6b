import { DomainError } from "@wattle/contracts/errors";
import type { StartedIdentityCheck } from "@wattle/contracts/identity";
import type { WriteTx } from "@wattle/db/database";
import { beginIdentityCheck, findIdentityCheck } from "@wattle/db/identity-checks";
import type { Services } from "../services.ts";
import { nextLook } from "./look-at-checks.ts";
import { isAnswered } from "./read-identity.ts";
import { readKeptForm, requireOpenForm, type SendingServices } from "./send-identity.ts";

/** @throws DomainError `state_conflict` if there is nothing to check, `validation_failed` until the form is right */
async function requireUnchecked(tx: WriteTx, services: SendingServices, userId: string): Promise<void> {
  const user = await requireOpenForm(tx, userId);
  if (isAnswered(await findIdentityCheck(tx, userId))) throw new DomainError("state_conflict");
  const { form, problems } = await readKeptForm(tx, services, user);
  if (form === undefined || Object.keys(problems).length > 0)
    throw new DomainError("validation_failed", { fields: problems });
}

/**
 * Leads a customer to the identity provider. If the provider is away, nothing is kept of it.
 * @throws DomainError `state_conflict`, `validation_failed`, `too_many_requests`, `service_unavailable`
 */
export async function startCheck(
  services: SendingServices & Pick<Services, "database" | "accountLimits">,
  userId: string,
): Promise<StartedIdentityCheck> {
  const { database, clock, accountLimits, identityProvider } = services;
  if (identityProvider === undefined) throw new DomainError("state_conflict");
  await database.write((tx) => requireUnchecked(tx, services, userId));
  await accountLimits.identityCheck.require(userId);
  const url = await identityProvider.start(userId);
  await database.write(async (tx) => {
    await requireUnchecked(tx, services, userId);
    const at = BigInt(clock.now());
    const { name: provider } = identityProvider;
    await beginIdentityCheck(tx, { user_id: userId, provider, at, look_at: nextLook(at, at) });
  });
  return { url };
}

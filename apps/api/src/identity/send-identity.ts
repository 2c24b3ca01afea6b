import { utcDay } from "@wattle/contracts/days";
import type { AuditAct } from "@wattle/contracts/audit-acts";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { isServed } from "../accounts/served-country.ts";
import type { IdentityDraft, IdentityState } from "@wattle/contracts/identity";
import { readIdentityForm } from "@wattle/contracts/identity";
import { aboutMissing, missingAbout, type IdentityAbout } from "@wattle/contracts/identity-about";
import { needsBack } from "@wattle/contracts/identity-rules";
import { DomainError } from "@wattle/contracts/errors";
import { lockUser } from "@wattle/db/accounts";
import { appendAudit } from "@wattle/db/audit";
import { changeUserInStatus } from "@wattle/db/customers";
import type { WriteTx } from "@wattle/db/database";
import { findIdentity, listDocuments, markIdentity, saveIdentityForm } from "@wattle/db/identity";
import { keepPersonalHashes } from "@wattle/db/personal-hashes";
import { lookAt } from "@wattle/db/monitoring";
import { screenLater } from "@wattle/db/screening";
import type { Identity, User, UserStatus } from "@wattle/db/tables";
import { tellOperator } from "../events/tell-operator.ts";
import type { Services } from "../services.ts";
import { hashesOfForm } from "../data-keys/hashes-of-form.ts";
import { draftOf, readIdentity } from "./read-identity.ts";

/** The form can be changed before it is sent, and again after it was rejected. */
const OPEN_STATUSES: readonly UserStatus[] = ["registered", "rejected"];

/**
 * The account, where its form may be changed. Its row is held until the transaction ends: what is sent is what was judged,
 * and nothing is typed into it afterwards.
 * @throws DomainError `state_conflict` while the form is looked at, and once it is verified
 */
export async function requireOpenForm(tx: WriteTx, userId: string): Promise<User> {
  const user = await lockUser(tx, userId);
  if (user === undefined) throw new DomainError("not_found");
  if (!OPEN_STATUSES.includes(user.status)) throw new DomainError("state_conflict");
  return user;
}

/**
 * Keeps what has been typed. Fields that are left out stay as they were.
 * @throws DomainError `state_conflict`
 */
export async function saveIdentity(
  services: Pick<Services, "database" | "clock" | "vault">,
  userId: string,
  draft: IdentityDraft,
): Promise<IdentityState> {
  const { database, clock, vault } = services;
  await database.write(async (tx) => {
    const user = await requireOpenForm(tx, userId);
    const kept = draftOf(vault, user, await findIdentity(tx, userId));
    const about = draft.about && { about: { ...kept.about, ...draft.about } };
    const form = { ...kept, ...draft, ...about };
    const sealed = vault.seal("identities.form", userId, JSON.stringify(form));
    await saveIdentityForm(tx, { userId, form: sealed, at: BigInt(clock.now()) });
  });
  return readIdentity(services, userId);
}

/** Messages at the questions of the second step. New applicants answer them; those who sent a form before them may. */
const aboutProblems = (
  about: IdentityDraft["about"] = {},
  identity: Identity | undefined,
): Record<string, string[]> =>
  Object.fromEntries(
    missingAbout(about, (identity?.submitted_at ?? null) === null).map((field) => [
      `about.${field}`,
      [aboutMissing(field)],
    ]),
  );

/**
 * Sends the form to the desk: the account is pending from now on, under the names of the form.
 * @param about answers of the second step, in place of those that were kept
 * @throws DomainError `validation_failed` with a message at each field that is wrong or missing; `state_conflict`
 */
export async function sendIdentity(
  services: Pick<Services, "config" | "database" | "clock" | "ids" | "vault" | "searchHashes">,
  userId: string,
  about?: IdentityAbout,
): Promise<IdentityState> {
  const { database, clock, ids, vault, searchHashes } = services;
  await database.write(async (tx) => {
    const user = await requireOpenForm(tx, userId);
    const now = clock.now();
    const identity = await findIdentity(tx, userId);
    const kept = draftOf(vault, user, identity);
    const draft = about === undefined ? kept : { ...kept, about };
    const read = readIdentityForm(draft, utcDay(now));
    const sides = new Set((await listDocuments(tx, userId)).map(({ side }) => side));
    const fields: Record<string, readonly string[]> = {
      ...("problems" in read ? read.problems : {}),
      ...aboutProblems(draft.about, identity),
    };
    const { address_country } = draft;
    if (address_country !== undefined && !isServed(services, address_country)) {
      fields["address_country"] = [OWN_MESSAGES.countryRefused];
    }
    if (!sides.has("front")) fields["front"] = ["Photo of the front is a required field"];
    if (needsBack(draft.document_type) && !sides.has("back")) {
      fields["back"] = ["Photo of the back is a required field"];
    }
    if (!sides.has("selfie")) fields["selfie"] = ["Selfie with your ID is a required field"];
    if ("problems" in read || Object.keys(fields).length > 0) {
      throw new DomainError("validation_failed", { fields });
    }
    const { form } = read;
    const at = BigInt(now);
    const sealed = vault.seal("identities.form", userId, JSON.stringify({ ...form, about: draft.about }));
    await saveIdentityForm(tx, { userId, form: sealed, at });
    await keepPersonalHashes(tx, userId, hashesOfForm(searchHashes, form));
    await markIdentity(tx, userId, { submittedAt: at });
    const changed = await changeUserInStatus(tx, userId, OPEN_STATUSES, {
      status: "pending",
      status_reason: null,
      first_name: form.first_name,
      middle_name: vault.seal("users.middle_name", userId, form.middle_name === "" ? null : form.middle_name),
      last_name: form.last_name,
      default_country: form.address_country,
    });
    if (changed === undefined) throw new DomainError("state_conflict");
    await screenLater(tx, userId, at);
    await lookAt(tx, { user_id: userId, kind: "identity", about: userId, created_at: at });
    await appendAudit(tx, {
      id: ids.uuid(),
      actor: userId,
      action: "identity.sent" satisfies AuditAct,
      subject: userId,
      details: JSON.stringify({ from: user.status, to: "pending" }),
      created_at: at,
    });
    await tellOperator(tx, services, { type: "identity.waiting", data: { customer: userId } });
  });
  return readIdentity(services, userId);
}

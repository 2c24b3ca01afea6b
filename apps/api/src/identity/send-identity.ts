import { utcDay } from "@wattle/contracts/days";
import type { AuditAct } from "@wattle/contracts/audit-acts";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { isServed } from "../accounts/served-country.ts";
import type { IdentityDraft, IdentityForm, IdentityState } from "@wattle/contracts/identity";
import { readIdentityForm } from "@wattle/contracts/identity";
import { aboutMissing, missingAbout, type IdentityAbout } from "@wattle/contracts/identity-about";
import { needsBack } from "@wattle/contracts/identity-rules";
import { DomainError } from "@wattle/contracts/errors";
import { lockUser } from "@wattle/db/accounts";
import { appendAudit } from "@wattle/db/audit";
import { changeUserInStatus } from "@wattle/db/customers";
import type { WriteTx } from "@wattle/db/database";
import { findIdentityCheck } from "@wattle/db/identity-checks";
import { findIdentity, listDocuments, markIdentity, saveIdentityForm } from "@wattle/db/identity";
import { keepPersonalHashes } from "@wattle/db/personal-hashes";
import { lookAt } from "@wattle/db/monitoring";
import { screenLater } from "@wattle/db/screening";
import type { Identity, User, UserStatus } from "@wattle/db/tables";
import { tellOperator } from "../events/tell-operator.ts";
import type { Services } from "../services.ts";
import { hashesOfForm } from "../data-keys/hashes-of-form.ts";
import { draftOf, isAnswered, readIdentity } from "./read-identity.ts";

/** The form can be changed before it is sent, and again after it was rejected. */
export const OPEN_STATUSES: readonly UserStatus[] = ["registered", "rejected"];

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
  services: Pick<Services, "database" | "clock" | "vault" | "identityProvider">,
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

/** Services of a unit of work that sends a form. */
export type SendingServices = Pick<
  Services,
  "config" | "clock" | "ids" | "vault" | "searchHashes" | "identityProvider"
>;

/** A form as far as it may be sent, and messages at each field that is wrong or missing. */
interface ReadForm {
  readonly form: IdentityForm | undefined;
  readonly about: IdentityDraft["about"];
  readonly documentType: string | undefined;
  readonly problems: Readonly<Record<string, readonly string[]>>;
}

/** @param about answers of the second step, in place of those that were kept */
export async function readKeptForm(
  tx: WriteTx,
  services: SendingServices,
  user: User,
  about?: IdentityAbout,
): Promise<ReadForm> {
  const identity = await findIdentity(tx, user.id);
  const kept = draftOf(services.vault, user, identity);
  const draft = about === undefined ? kept : { ...kept, about };
  const read = readIdentityForm(draft, utcDay(services.clock.now()));
  const problems: Record<string, readonly string[]> = {
    ...("problems" in read ? read.problems : {}),
    ...aboutProblems(draft.about, identity),
  };
  const { address_country } = draft;
  if (address_country !== undefined && !isServed(services, address_country)) {
    problems["address_country"] = [OWN_MESSAGES.countryRefused];
  }
  const form = "form" in read ? read.form : undefined;
  return { form, about: draft.about, documentType: draft.document_type, problems };
}

/** Proof of the form that is still missing: photos, or the answer of a provider. */
async function missingProof(
  tx: WriteTx,
  { identityProvider }: SendingServices,
  userId: string,
  documentType: string | undefined,
): Promise<Readonly<Record<string, readonly string[]>>> {
  if (identityProvider !== undefined) {
    return isAnswered(await findIdentityCheck(tx, userId)) ? {} : { check: [OWN_MESSAGES.checkFirst] };
  }
  const sides = new Set((await listDocuments(tx, userId)).map(({ side }) => side));
  return {
    ...(!sides.has("front") && { front: ["Photo of the front is a required field"] }),
    ...(needsBack(documentType) && !sides.has("back") && { back: ["Photo of the back is a required field"] }),
    ...(!sides.has("selfie") && { selfie: ["Selfie with your ID is a required field"] }),
  };
}

/** Brings a form that is right to the desk, in the caller's transaction. @param by who sends it */
export async function sendKeptForm(
  tx: WriteTx,
  services: SendingServices,
  user: User,
  {
    form,
    about,
    by,
  }: { readonly form: IdentityForm; readonly about: IdentityDraft["about"]; readonly by: string },
): Promise<void> {
  const { clock, ids, vault, searchHashes } = services;
  const userId = user.id;
  const at = BigInt(clock.now());
  const sealed = vault.seal("identities.form", userId, JSON.stringify({ ...form, about }));
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
    actor: by,
    action: "identity.sent" satisfies AuditAct,
    subject: userId,
    details: JSON.stringify({ from: user.status, to: "pending" }),
    created_at: at,
  });
  await tellOperator(tx, services, { type: "identity.waiting", data: { customer: userId } });
}

/**
 * Sends the form to the desk: the account is pending from now on, under the names of the form.
 * @param about answers of the second step, in place of those that were kept
 * @throws DomainError `validation_failed` with a message at each field that is wrong or missing; `state_conflict`
 */
export async function sendIdentity(
  services: SendingServices & Pick<Services, "database">,
  userId: string,
  about?: IdentityAbout,
): Promise<IdentityState> {
  await services.database.write(async (tx) => {
    const user = await requireOpenForm(tx, userId);
    const read = await readKeptForm(tx, services, user, about);
    const fields = { ...read.problems, ...(await missingProof(tx, services, userId, read.documentType)) };
    if (read.form === undefined || Object.keys(fields).length > 0) {
      throw new DomainError("validation_failed", { fields });
    }
    await sendKeptForm(tx, services, user, { form: read.form, about: read.about, by: userId });
  });
  return readIdentity(services, userId);
}

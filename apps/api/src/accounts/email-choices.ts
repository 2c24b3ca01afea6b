import { emailsOff, OPTIONAL_EMAILS, type OptionalEmail } from "@wattle/contracts/emails";
import type { EmailChoices } from "@wattle/contracts/email-choices";
import { DomainError } from "@wattle/contracts/errors";
import { findUserById, lockUser, updateUser } from "@wattle/db/accounts";
import type { Services } from "../services.ts";

const choicesOf = (stored: string): EmailChoices => {
  const off = emailsOff(stored);
  return { on: OPTIONAL_EMAILS.filter((kind) => !off.includes(kind)) };
};

/** Which optional emails a customer gets. */
export async function readEmailChoices(
  { database }: Pick<Services, "database">,
  userId: string,
): Promise<EmailChoices> {
  const user = await findUserById(database.read, userId);
  if (user === undefined) throw new DomainError("not_found");
  return choicesOf(user.emails_off);
}

/** Switches one kind of email on or off; twice is as once. @throws DomainError `not_found` */
export async function chooseEmail(
  { database }: Pick<Services, "database">,
  userId: string,
  { kind, on }: { readonly kind: OptionalEmail; readonly on: boolean },
): Promise<EmailChoices> {
  return database.write(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined) throw new DomainError("not_found");
    const others = emailsOff(user.emails_off).filter((each) => each !== kind);
    const emails_off = JSON.stringify(on ? others : [...others, kind]);
    await updateUser(tx, userId, { emails_off });
    return choicesOf(emails_off);
  });
}

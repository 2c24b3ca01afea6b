import type { ActPreview } from "@wattle/contracts/approvals";
import { ERRORS, type ErrorCode } from "@wattle/contracts/errors";
import type { Letter } from "../../mail/queue-mail.ts";

/** A text as staff read it before a customer does: its subject, or where it shows. */
export type Reads = NonNullable<ActPreview["reads"]>;

/** An email as staff read it before it is sent. Its links work only in the email itself. */
export function readLetter({ to, mail }: Letter): Reads {
  const facts = (mail.facts ?? []).map(([label, value]) => `${label}: ${value}`).join("\n");
  const quoted = mail.quoted === undefined ? "" : `${mail.quoted.heading}\n${mail.quoted.text}`;
  const action = mail.action === undefined ? "" : `[${mail.action.label}]`;
  const parts = [...mail.paragraphs, facts, action, mail.note ?? "", quoted];
  return { to, subject: mail.subject, text: parts.filter((part) => part !== "").join("\n\n") };
}

/** Several emails as staff read them: the first one, and how many more like it go out; undefined if there is none. */
export function readLetters([first, ...more]: readonly Letter[]): Reads | undefined {
  const reads = first && readLetter(first);
  return reads && more.length > 0 ? { ...reads, to: `${reads.to} and ${more.length} more` } : reads;
}

/** The text that the customer will read of an act; null if none is known before it is done. */
export const readsOf = ({
  mail,
  reads = mail && readLetter(mail),
}: {
  readonly mail?: Letter | undefined;
  readonly reads?: Reads | undefined;
}): Reads | null => reads ?? null;

/** The message of a refusal, as the customer reads it on the next try. */
export const readRefusal = (code: ErrorCode): Reads => ({
  to: null,
  subject: "They’ll see this the next time they try. No email is sent.",
  text: ERRORS[code].message,
});

import type { ActPreview } from "@wattle/contracts/approvals";
import type { Letter } from "../../mail/queue-mail.ts";

/** An email as staff read it before it is sent. Its links work only in the email itself. */
export function readsOf(letter: Letter | undefined): ActPreview["reads"] {
  if (letter === undefined) return null;
  const { to, mail } = letter;
  const facts = (mail.facts ?? []).map(([label, value]) => `${label}: ${value}`).join("\n");
  const quoted = mail.quoted === undefined ? "" : `${mail.quoted.heading}\n${mail.quoted.text}`;
  const action = mail.action === undefined ? "" : `[${mail.action.label}]`;
  const parts = [...mail.paragraphs, facts, action, mail.note ?? "", quoted];
  return { to, subject: mail.subject, text: parts.filter((part) => part !== "").join("\n\n") };
}

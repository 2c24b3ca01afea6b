import type { OutboxMail } from "@wattle/db/tables";
import type { Vault } from "@wattle/db/sealed/vault";

/** Both bodies of a mail; empty if they were cleared. */
export const openMail = (
  vault: Vault,
  { id, body_text, body_html }: OutboxMail,
): { readonly text: string; readonly html: string } => ({
  text: body_text === "" ? "" : vault.open("outbox.body_text", id, body_text),
  html: body_html === "" ? "" : vault.open("outbox.body_html", id, body_html),
});

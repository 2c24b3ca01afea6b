import { insertAccountLink } from "@wattle/db/account-links";
import type { WriteTx } from "@wattle/db/database";
import type { AccountLinkKind, User } from "@wattle/db/tables";
import type { MailContent } from "./mail-template.ts";
import { queueMail, type MailServices } from "./queue-mail.ts";

const HOUR = 60 * 60_000;
const TOKEN_BYTES = 32;

/** A login, or a change of email address, can be called someone else's for so long at most. */
export const LONGEST_DOUBT_MILLISECONDS = 7 * 24 * HOUR;

/** Target of each link, and how long it works. */
const LINKS: Readonly<Record<AccountLinkKind, { readonly path: string; readonly milliseconds: number }>> = {
  "not-me": { path: "/not-me", milliseconds: LONGEST_DOUBT_MILLISECONDS },
  "undo-email": { path: "/undo-email", milliseconds: 72 * HOUR },
  recovery: { path: "/recover", milliseconds: HOUR },
  "stop-recovery": { path: "/stop-recovery", milliseconds: 30 * 24 * HOUR },
};

/**
 * Makes a link, keeps its hash, and puts the mail that has it into the outbox. The link leads to a page with a button:
 * programs that look at links change nothing.
 * @param link `about` is kept with it; `mail` makes the mail from its address
 */
export async function mailAccountLink(
  tx: WriteTx,
  services: MailServices,
  to: Pick<User, "id" | "email">,
  link: {
    readonly kind: AccountLinkKind;
    readonly about: string;
    readonly mail: (url: string) => MailContent;
  },
): Promise<void> {
  const { config, clock, ids } = services;
  const { path, milliseconds } = LINKS[link.kind];
  const token = ids.token(TOKEN_BYTES);
  const now = clock.now();
  await insertAccountLink(tx, {
    token,
    user_id: to.id,
    kind: link.kind,
    about: link.about,
    created_at: BigInt(now),
    expires_at: BigInt(now + milliseconds),
  });
  await queueMail(tx, services, {
    to: to.email,
    mail: link.mail(`${config.APP_ORIGIN}${path}?token=${token}`),
  });
}

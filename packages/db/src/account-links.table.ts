import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { INNER, LOGIN, SECRET } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

export type EmailTokenPurpose = "verify-email" | "change-email" | "reset-password";
export type AccountLinkKind = "not-me" | "undo-email" | "recovery" | "stop-recovery";

interface EmailTokensTable {
  /** SHA-256 (hex) of the token; the token itself is only in the mail. */
  token_hash: string;
  user_id: string;
  purpose: EmailTokenPurpose;
  /** The address the link was mailed to, lower case. */
  email: string;
  expires_at: Epoch;
  created_at: Epoch;
}

export const emailTokens = table<EmailTokensTable>({
  whose: own,
  key: ["token_hash"],
  copy: { file: "email-links", about: "Links we sent you by email" },
  erasure: { removed: "at once", why: LOGIN },
  columns: {
    token_hash: SECRET,
    user_id: INNER,
    purpose: "text",
    email: "text",
    expires_at: "time",
    created_at: "time",
  },
});

export type EmailToken = Selectable<EmailTokensTable>;

interface AccountLinksTable {
  /** SHA-256 (hex) of the token; the token itself is only in the mail. */
  token_hash: string;
  user_id: string;
  kind: AccountLinkKind;
  /** `not-me`: the device's mark. `undo-email`: the earlier address. Otherwise the recovery's identifier, or empty. */
  about: string;
  created_at: Epoch;
  expires_at: Epoch;
}

export const accountLinks = table<AccountLinksTable>({
  whose: own,
  key: ["token_hash"],
  copy: { file: "account-links", about: "Links that keep your account safe" },
  erasure: { removed: "soon", why: "shows how someone got in; none works any more" },
  columns: {
    token_hash: SECRET,
    user_id: INNER,
    kind: "text",
    about: SECRET,
    created_at: "time",
    expires_at: "time",
  },
});

export type AccountLink = Selectable<AccountLinksTable>;

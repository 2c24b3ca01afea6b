import { createTable, type Migration } from "./migration.ts";

/** Mailed links, the mail outbox, spent captchas, identity forms and their documents, and what a block was made from. */
export const accounts: Migration = {
  name: "0003-accounts",
  statements: (dialect) => {
    const table = (name: string, body: string): string => createTable(dialect, name, body);
    return [
      "alter table users add column status_before_block text",
      // Only the hash of a mailed link's token is kept; using a token deletes it, so it works once.
      table(
        "email_tokens",
        `token_hash text primary key,
         user_id text not null references users (id),
         purpose text not null check (purpose in ('verify-email', 'change-email', 'reset-password')),
         email text not null,
         expires_at bigint not null,
         created_at bigint not null`,
      ),
      "create index email_tokens_by_user on email_tokens (user_id, purpose)",
      table(
        "outbox",
        `id text primary key,
         recipient text not null,
         reply_to text,
         subject text not null,
         body_text text not null,
         body_html text not null,
         created_at bigint not null,
         attempts bigint not null,
         next_attempt_at bigint,
         sent_at bigint,
         failed_at bigint,
         last_error text`,
      ),
      "create index outbox_newest on outbox (created_at desc, id desc)",
      "create index outbox_due on outbox (next_attempt_at) where next_attempt_at is not null",
      table(
        "spent_captchas",
        `id text primary key,
         expires_at bigint not null`,
      ),
      "create index spent_captchas_by_expiry on spent_captchas (expires_at)",
      table(
        "identities",
        `user_id text primary key references users (id),
         form text not null,
         saved_at bigint not null,
         submitted_at bigint,
         decided_at bigint,
         decided_by text`,
      ),
      table(
        "identity_documents",
        `id text primary key,
         user_id text not null references users (id),
         side text not null check (side in ('front', 'back', 'selfie')),
         media_type text not null,
         bytes bigint not null check (bytes > 0),
         sha256 text not null,
         file_name text not null,
         created_at bigint not null,
         replaced_at bigint`,
      ),
      "create index identity_documents_by_user on identity_documents (user_id, created_at)",
      `create unique index identity_documents_current on identity_documents (user_id, side)
       where replaced_at is null`,
    ];
  },
};

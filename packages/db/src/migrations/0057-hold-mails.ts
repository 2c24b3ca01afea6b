import { createTable, type Migration } from "./migration.ts";

/** Which bank accounts a customer wants an email about, once money can be withdrawn to them. */
export const holdMails: Migration = {
  name: "0057-hold-mails",
  statements: (dialect) => [
    createTable(
      dialect,
      "hold_mails",
      `bank_account_id text primary key references bank_accounts (id) on delete cascade,
       user_id text not null references users (id),
       requested_at bigint not null`,
    ),
    "create index hold_mails_by_user on hold_mails (user_id)",
  ],
};

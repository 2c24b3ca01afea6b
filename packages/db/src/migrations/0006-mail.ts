import { createTable, flag, type Migration } from "./migration.ts";

/** The mail outbox, and enquiries of visitors and customers with the replies of staff. */
export const mail: Migration = {
  name: "0006-mail",
  statements: (dialect) => {
    const table = (name: string, body: string): string => createTable(dialect, name, body);
    return [
      table(
        "outbox",
        `id text primary key,
         recipient text not null,
         reply_to text,
         subject text not null,
         body_text text not null,
         body_html text not null,
         unsubscribe_url text,
         ${flag("confidential")},
         created_at bigint not null,
         attempts bigint not null,
         next_attempt_at bigint,
         sent_at bigint,
         failed_at bigint,
         last_error text`,
      ),
      "create index outbox_newest on outbox (created_at desc, id desc)",
      "create index outbox_due on outbox (next_attempt_at) where next_attempt_at is not null",
      `create index outbox_failed on outbox (created_at desc, id desc)
       where sent_at is null and last_error is not null`,
      table(
        "enquiries",
        `id text primary key,
         reference text not null unique,
         topic text not null check (topic in ('support', 'otc')),
         customer_id text references users (id),
         name text not null,
         email text not null,
         message text not null,
         created_at bigint not null,
         assigned_to text,
         replied_at bigint,
         handled_at bigint,
         handled_by text,
         check ((handled_at is null) = (handled_by is null))`,
      ),
      "create index enquiries_newest on enquiries (created_at desc, id desc)",
      "create index enquiries_open on enquiries (created_at desc, id desc) where handled_at is null",
      `create index enquiries_open_of on enquiries (assigned_to, created_at desc, id desc)
       where handled_at is null`,
      `create index enquiries_of_customer on enquiries (customer_id, created_at desc, id desc)
       where customer_id is not null`,
      table(
        "enquiry_replies",
        `id text primary key,
         enquiry_id text not null references enquiries (id),
         message text not null,
         sent_by text not null,
         created_at bigint not null`,
      ),
      "create index enquiry_replies_of on enquiry_replies (enquiry_id, created_at desc, id desc)",
    ];
  },
};

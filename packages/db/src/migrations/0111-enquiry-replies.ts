import { createTable, type Migration } from "./migration.ts";

/** Whose an enquiry is, where a customer wrote it, and what staff replied. */
export const enquiryReplies: Migration = {
  name: "0111-enquiry-replies",
  statements: (dialect) => [
    "alter table enquiries add column customer_id text references users (id)",
    `alter table enquiries add column replied_at ${dialect === "sqlite" ? "integer" : "bigint"}`,
    `create index enquiries_of_customer on enquiries (customer_id, created_at desc, id desc)
     where customer_id is not null`,
    createTable(
      dialect,
      "enquiry_replies",
      `id text primary key,
       enquiry_id text not null references enquiries (id),
       message text not null,
       sent_by text not null,
       created_at bigint not null`,
    ),
    "create index enquiry_replies_of on enquiry_replies (enquiry_id, created_at desc, id desc)",
  ],
};

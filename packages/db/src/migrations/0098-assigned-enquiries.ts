import type { Migration } from "./migration.ts";

/** Who answers an enquiry. */
export const assignedEnquiries: Migration = {
  name: "0098-assigned-enquiries",
  statements: () => [
    "alter table enquiries add column assigned_to text",
    `create index enquiries_open_of on enquiries (assigned_to, created_at desc, id desc)
     where handled_at is null`,
  ],
};

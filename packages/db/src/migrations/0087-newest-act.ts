import type { Migration } from "./migration.ts";

/** The audit log is read newest first, and its newest line whenever a desk looks whether anything was done. */
export const newestAct: Migration = {
  name: "0087-newest-act",
  statements: () => ["create index audit_log_newest on audit_log (created_at desc, id desc)"],
};

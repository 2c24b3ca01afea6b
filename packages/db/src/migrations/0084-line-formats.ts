import type { Dialect } from "../handles/dialect.ts";
import type { Migration } from "./migration.ts";

const FIXED: Readonly<Record<Dialect, string>> = {
  sqlite: `create trigger bank_lines_format before update of format, like_id on bank_lines
     begin select raise(abort, 'bank_lines is append-only'); end`,
  postgres: `create trigger bank_lines_format before update of format, like_id on bank_lines
     for each row execute function refuse_change_of_decided()`,
};

/**
 * In which format a line came, as far as it was noted; and which line of another format it may be, of the same day and amount.
 */
export const lineFormats: Migration = {
  name: "0084-line-formats",
  statements: (dialect) => [
    "alter table bank_lines add column format text",
    "alter table bank_lines add column like_id text",
    FIXED[dialect],
  ],
};

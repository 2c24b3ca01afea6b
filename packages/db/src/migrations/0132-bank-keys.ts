import type { Dialect } from "../handles/dialect.ts";
import type { Migration } from "./migration.ts";

const FIXED: Readonly<Record<Dialect, string>> = {
  sqlite: `create trigger bank_lines_bank_key before update of bank_key on bank_lines
     begin select raise(abort, 'bank_lines is append-only'); end`,
  postgres: `create trigger bank_lines_bank_key before update of bank_key on bank_lines
     for each row execute function refuse_change_of_decided()`,
};

/** By which a line is known again that its bank has reworded: a hash of account, day, amount and the bank's own identifier. */
export const bankKeys: Migration = {
  name: "0132-bank-keys",
  statements: (dialect) => [
    "alter table bank_lines add column bank_key text",
    "create index bank_lines_by_bank_key on bank_lines (bank_key) where bank_key is not null",
    FIXED[dialect],
  ],
};

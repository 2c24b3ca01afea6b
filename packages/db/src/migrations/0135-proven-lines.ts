import type { Dialect } from "../handles/dialect.ts";
import { createTable, type Migration } from "./migration.ts";

const FIXED: Readonly<Record<Dialect, string>> = {
  sqlite: `create trigger bank_lines_proven before update of proven on bank_lines
     begin select raise(abort, 'bank_lines is append-only'); end`,
  postgres: `create trigger bank_lines_proven before update of proven on bank_lines
     for each row execute function refuse_change_of_decided()`,
};

/**
 * Each account's balance by its statements, and the lines that lead from one balance to the next. Lines from before prove nothing: that takes
 * a second person at most.
 */
export const provenLines: Migration = {
  name: "0135-proven-lines",
  statements: (dialect) => [
    `alter table bank_lines add column proven ${dialect === "sqlite" ? "integer" : "bigint"} not null default 0
     check (proven in (0, 1))`,
    FIXED[dialect],
    createTable(
      dialect,
      "statement_balances",
      `deposit_account_id text primary key references system_bank_accounts (id),
       balance bigint not null`,
    ),
  ],
};

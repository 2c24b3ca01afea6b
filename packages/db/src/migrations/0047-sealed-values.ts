import { createTable, type Migration } from "./migration.ts";

/** Columns that are sealed from here on. An empty mail body is one that was cleared. */
const COLUMNS = [
  ["users", "middle_name"],
  ["users", "phone"],
  ["identities", "form"],
  ["identity_documents", "file_name"],
  ["bank_accounts", "account_name"],
  ["bank_accounts", "bank_name"],
  ["bank_accounts", "bsb"],
  ["bank_accounts", "bank_code"],
  ["bank_accounts", "account_number"],
  ["transactions", "bank_account_snapshot"],
  ["enquiries", "message"],
  ["outbox", "body_text"],
  ["outbox", "body_html"],
  ["signing_keys", "private_pkcs8"],
  ["onramp_access_tokens", "token"],
  ["app_secrets", "value"],
] as const;

/**
 * The keys that values are sealed with, the hashes that the back office searches by, and what was stored before
 * there were either: each such value gets a mark in front, so that it is never taken for a sealed one, and its
 * column and the documents are noted as `unsealed` until all of them are sealed.
 */
export const sealedValues: Migration = {
  name: "0047-sealed-values",
  statements: (dialect) => {
    const table = (name: string, body: string): string => createTable(dialect, name, body);
    return [
      table(
        "data_keys",
        `id text primary key,
         proof text not null,
         added_at bigint not null`,
      ),
      table("unsealed", "place text primary key"),
      table(
        "personal_hashes",
        `kind text not null,
         hash text not null,
         user_id text not null references users (id),
         primary key (kind, hash, user_id)`,
      ),
      "create index personal_hashes_by_user on personal_hashes (user_id, kind)",
      ...COLUMNS.flatMap(([name, column]) => {
        const holds = `${column} is not null${name === "outbox" ? ` and ${column} <> ''` : ""}`;
        return [
          `insert into unsealed (place)
           select '${name}.${column}' where exists (select 1 from ${name} where ${holds})`,
          `update ${name} set ${column} = 'v0.' || ${column} where ${holds}`,
        ];
      }),
      `insert into unsealed (place)
       select 'documents' where exists (select 1 from identity_documents)`,
    ];
  },
};

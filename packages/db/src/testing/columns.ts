/** Names of all tables (`t`) with their columns (`c`), as the database itself has them. */
export const COLUMNS_OF = {
  sqlite:
    "select m.name as t, p.name as c from sqlite_master m join pragma_table_info(m.name) p where m.type = 'table' and m.name not like 'sqlite%'",
  postgres:
    "select table_name as t, column_name as c from information_schema.columns where table_schema = 'public'",
} as const;

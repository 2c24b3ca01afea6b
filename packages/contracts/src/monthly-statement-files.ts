/** What a monthly statement can be had as. Free of zod, so that screens share it. */
export const STATEMENT_FILES = ["pdf", "csv"] as const;
export type StatementFileKind = (typeof STATEMENT_FILES)[number];

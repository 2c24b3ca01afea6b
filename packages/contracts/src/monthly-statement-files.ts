/** Formats of a monthly statement. Free of zod, so that screens share it. */
export const STATEMENT_FILES = ["pdf", "csv"] as const;
export type StatementFileKind = (typeof STATEMENT_FILES)[number];

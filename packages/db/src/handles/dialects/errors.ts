/**
 * The code a driver put on its error: an SQLSTATE, an `SQLITE_…` name, or Node's name of a network failure.
 */
export function errorCodeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Whether a unique or primary key refused the row, in either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = errorCodeOf(error);
  return code === "23505" || code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY";
}

/** Whether the statement named a table that does not exist. */
export function isMissingTable(error: unknown): boolean {
  return (
    errorCodeOf(error) === "42P01" || (error instanceof Error && error.message.startsWith("no such table:"))
  );
}

/** Whether the statement named a column that does not exist. */
export function isMissingColumn(error: unknown): boolean {
  return (
    errorCodeOf(error) === "42703" || (error instanceof Error && error.message.startsWith("no such column:"))
  );
}

/**
 * SQLSTATEs that say the server, not the statement, is the trouble: connection, resources, shutdown, system, time limits (of a
 * statement, a lock, an idle transaction), and a server that knows no such role or database, as a wrong one may.
 */
const AWAY_SQLSTATE = /^(08|28|3D|53|58)[0-9A-Z]{3}$|^57P0[1-5]$|^(57014|55P03|25P03)$/;
const AWAY_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
]);
/** A server that only reads: it was the primary when the connection was made. */
const ONLY_READS = "25006";
const AWAY_SQLITE = /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|CORRUPT|NOTADB)/;
/** pg reports these without a code. */
const AWAY_MESSAGES =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error)/;

/**
 * Whether the error means that the database cannot be reached or cannot work now, rather than that a
 * statement was wrong.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = errorCodeOf(error);
  if (code === undefined) return error instanceof Error && AWAY_MESSAGES.test(error.message);
  return AWAY_CODES.has(code) || code === ONLY_READS || AWAY_SQLITE.test(code) || AWAY_SQLSTATE.test(code);
}

/** Whether the connection itself broke, or its server fell silent or reads only: nothing more should be asked over it. */
export function isConnectionLost(error: unknown): boolean {
  const code = errorCodeOf(error);
  return isDatabaseAway(error) && (code === undefined || code === ONLY_READS || AWAY_CODES.has(code));
}

/** Whether another connection holds the lock on the SQLite file. */
export function isBusy(error: unknown): boolean {
  return errorCodeOf(error)?.startsWith("SQLITE_BUSY") === true;
}

/** Whether amounts were too large to be added up. */
export function isOverflow(error: unknown): boolean {
  return (
    errorCodeOf(error) === "22003" || (error instanceof Error && error.message.startsWith("integer overflow"))
  );
}

/** Whether a text was refused that PostgreSQL cannot hold: one with a NUL in it. */
export function isUnstorableText(error: unknown): boolean {
  return errorCodeOf(error) === "22021";
}

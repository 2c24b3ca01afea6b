import { isDatabaseAway, NotThePrimary } from "@wattle/db/database";
import type { Config } from "./config.ts";

const PORT_TAKES = "takes a free one, such as PORT=3001 npm start";
const DATABASE_TAKES =
  "takes sqlite:PATH of a file that can be written, or postgres://… of a server that answers";

interface SystemError extends Error {
  readonly code: string;
  readonly syscall?: unknown;
}

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && "code" in error && typeof error.code === "string";

/**
 * Why the server could not start, where a setting is to blame that only the attempt could prove wrong: one line that
 * names it. The database's address is not repeated, since it may hold a password.
 * @returns undefined if no setting is to blame
 */
export function startFailure(
  error: unknown,
  { HOST, PORT }: Pick<Config, "HOST" | "PORT">,
): string | undefined {
  if (error instanceof NotThePrimary)
    return `DATABASE_URL: ${error.message}; takes the address of the primary, or of a proxy that leads to it`;
  if (!isSystemError(error)) {
    return isDatabaseAway(error)
      ? `DATABASE_URL: the database does not answer; ${DATABASE_TAKES}`
      : undefined;
  }
  const { code, syscall } = error;
  if ("hostname" in error && error.hostname === HOST && syscall === "getaddrinfo")
    return `HOST: got ${JSON.stringify(HOST)}, which is not known (${code}); takes a host name or address of this machine`;
  if (syscall === "listen") {
    if (code === "EADDRINUSE") return `PORT: got ${PORT}, which is taken; ${PORT_TAKES}`;
    if (code === "EACCES") return `PORT: got ${PORT}, which this user may not open; ${PORT_TAKES}`;
    return `HOST: got ${JSON.stringify(HOST)}, which cannot be listened on (${code}); takes a host name or address of this machine`;
  }
  // PostgreSQL's classes for a wrong role or password, and for a database that does not exist.
  if (/^28|^3D/.test(code)) return `DATABASE_URL: the database lets no one in (${code}); ${DATABASE_TAKES}`;
  if (isDatabaseAway(error) || syscall === "mkdir" || syscall === "stat")
    return `DATABASE_URL: the database cannot be opened (${code}); ${DATABASE_TAKES}`;
  return undefined;
}

import { createServer } from "node:net";
import { DomainError } from "@wattle/contracts/errors";
import { FIRST_MARKETS } from "@wattle/contracts/first-markets";
import { loginFailure, makeRoles, RolesError, type RolePlan } from "@wattle/db/make-roles";
import { saveCurrency } from "@wattle/db/markets";
import { createServices } from "../compose.ts";
import { ConfigError } from "../config-error.ts";
import type { Config } from "../config.ts";
import { inviteByMachine } from "../desk/team/invite-by-machine.ts";
import { rowOfCurrency } from "../markets/markets.ts";
import type { Services } from "../services.ts";
import type { Answers } from "./questions.ts";

/** PostgreSQL's codes for a role that is not let in, and for a database that is not there. */
const NOT_THERE: ReadonlySet<string> = new Set(["28P01", "28000", "3D000"]);

/** Whether both roles are let in. @throws ConfigError if the server does not answer */
async function isReady({ DATABASE_URL, MIGRATION_DATABASE_URL }: Config): Promise<boolean> {
  for (const url of [MIGRATION_DATABASE_URL, DATABASE_URL]) {
    const code = await loginFailure(url ?? DATABASE_URL).catch((error: unknown) => {
      const reason = error instanceof Error && "code" in error ? String(error.code) : "no answer in time";
      throw new ConfigError(
        `database: PostgreSQL does not answer at ${new URL(DATABASE_URL).host} (${reason})`,
      );
    });
    if (code === undefined) continue;
    if (NOT_THERE.has(code)) return false;
    throw new ConfigError(`database: PostgreSQL refuses the role ${new URL(url ?? "").username} (${code})`);
  }
  return true;
}

/** An administrator's way to the server, if the answer names one. */
function administratorUrl(database: string): string | undefined {
  const url = new URL(database);
  if (url.username === "") return undefined;
  url.pathname = "/postgres";
  return url.href;
}

/**
 * The command by which PostgreSQL's administrator runs the SQL. The shell opens the file, because only its owner reads it and
 * `postgres` is someone else.
 */
export function administratorCommand(database: string, sqlFile: string): string {
  const { port } = new URL(database);
  return `sudo -u postgres psql${port === "" ? "" : ` -p ${port}`} < ${sqlFile}`;
}

interface Roles {
  readonly config: Config;
  readonly database: string;
  readonly plan: RolePlan;
  /** Asks a person to run the SQL, and comes back once that may be done; undefined if no one is there. */
  readonly waitForSql: (() => Promise<void>) | undefined;
  readonly sqlFile: string;
}

/**
 * Sees to it that the roles and the database are there: they are, or an administrator's answer makes them, or a person does.
 * @throws ConfigError
 */
export async function openRoles({ config, database, plan, waitForSql, sqlFile }: Roles): Promise<void> {
  if (await isReady(config)) return;
  const administrator = administratorUrl(database);
  if (administrator !== undefined) {
    try {
      await makeRoles(administrator, plan);
    } catch (error) {
      if (error instanceof RolesError) throw new ConfigError(`database: ${error.message}`, { cause: error });
      throw error;
    }
  } else await waitForSql?.();
  if (await isReady(config)) return;
  throw new ConfigError(
    `database: the roles of ${sqlFile} are not there, or have other passwords; run it, then run this again: ${administratorCommand(database, sqlFile)}`,
  );
}

/** Opens the first currencies that the firm wants and closes the others, before anyone is there. */
async function chooseCurrencies(
  { database }: Pick<Services, "database">,
  { fiat, coins }: Answers["currencies"],
): Promise<void> {
  const wanted = new Set([...fiat, ...coins]);
  await database.write(async (tx) => {
    for (const currency of FIRST_MARKETS.currencies)
      await saveCurrency(tx, rowOfCurrency({ ...currency, active: wanted.has(currency.code) }));
  });
}

/**
 * Makes the tables and the first admin's invitation.
 * @returns the link; undefined if there is staff, who invite each other
 * @throws ConfigError
 */
export async function openInstallation(
  config: Config,
  { admin, currencies }: Pick<Answers, "admin" | "currencies">,
): Promise<string | undefined> {
  const services = await createServices(config, { logTo: { write: () => undefined } });
  try {
    const { link } = await inviteByMachine(services, admin, { isFirst: true });
    await chooseCurrencies(services, currencies);
    return link;
  } catch (error) {
    if (error instanceof DomainError && error.code === "state_conflict") return undefined;
    throw error;
  } finally {
    await services.database.close();
  }
}

/** Whether our own server already serves there. */
async function isOurs(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(3000) });
    return (await answer.text()) === '{"status":"ok"}';
  } catch {
    return false;
  }
}

/** @throws ConfigError if another program has the port */
export async function requirePort(port: number): Promise<void> {
  const code = await new Promise<string | undefined>((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(undefined)));
  });
  if (code === undefined || (await isOurs(port))) return;
  throw new ConfigError(`PORT: ${port} cannot be used (${code}); take another: npm run setup -- --port 3001`);
}

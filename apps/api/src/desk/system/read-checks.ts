import type { SystemCheck } from "@wattle/contracts/system-checks";
import { ConfigError } from "../../config-error.ts";
import type { Config } from "../../config.ts";
import type { Clock } from "../../clock.ts";
import type { Services } from "../../services.ts";
import { startFailure } from "../../start-failure.ts";
import { fault, findAll, reasonOf, type Check } from "./check.ts";
import { DATABASE_CHECKS, migrations, serving, standby } from "./database-checks.ts";
import { MACHINE_CHECKS, NODE_CHECK } from "./machine-checks.ts";
import {
  backups,
  books,
  databaseClock,
  documents,
  hedging,
  mail,
  prices,
  SERVICE_CHECKS,
  webhooks,
} from "./service-checks.ts";

type Checked = Pick<Services, "config" | "database" | "clock" | "rates" | "markets" | "documents" | "ids">;

/** Services of an installation that is examined as a whole. */
type Opened = Checked & Pick<Services, "identityProvider">;

/** Everything that can be found out about a running installation. */
export async function readSystemChecks(services: Opened): Promise<SystemCheck[]> {
  const found = await Promise.all([
    findAll(MACHINE_CHECKS, services),
    findAll(DATABASE_CHECKS, services),
    findAll(SERVICE_CHECKS, services),
  ]);
  return found.flat();
}

/** Checks that cost no more than a few reads: Today has them every few seconds. */
const QUICK_CHECKS: readonly Check<Checked>[] = [
  standby,
  prices,
  mail,
  webhooks,
  backups,
  books,
  databaseClock,
];

/** How the installation is, as far as that is found out quickly. @param withHedging for those who may see the house's trading */
export const readQuickChecks = (services: Checked, withHedging: boolean): Promise<SystemCheck[]> =>
  findAll(withHedging ? [...QUICK_CHECKS, hedging] : QUICK_CHECKS, services);

/** Checks of `/readyz` by their names there, each with its findings. */
export function readinessChecks(services: Checked) {
  const run = (check: Check<Checked>) => () => findAll([check], services);
  return {
    database: run(serving),
    migrations: run(migrations),
    rates: run(prices),
    documents: run(documents),
    standby: services.config.READ_DATABASE_URL === undefined ? undefined : run(standby),
  };
}

interface Opening {
  readonly config: () => Config;
  readonly clock: Clock;
  readonly open: (config: Config) => Promise<Opened>;
}

/** Reasons, a line each, why something cannot be opened. */
const lines = (error: unknown, config?: Config): string[] =>
  (error instanceof ConfigError
    ? error.message
    : ((config && startFailure(error, config)) ?? reasonOf(error))
  ).split("\n");

/** The same for an installation that may not run, or not even have settings: as much as can be found out. */
export async function examine({ config: read, clock, open }: Opening): Promise<SystemCheck[]> {
  let config: Config;
  try {
    config = read();
  } catch (error) {
    const wrong = lines(error).map((text) => ({ name: "Settings", ...fault(text) }));
    return [...(await findAll([NODE_CHECK], undefined)), ...wrong];
  }
  let services: Opened;
  try {
    services = await open(config);
  } catch (error) {
    const wrong = lines(error, config).map((text) => ({ name: "Database", ...fault(text) }));
    return [...(await findAll(MACHINE_CHECKS, { config, clock })), ...wrong];
  }
  try {
    return await readSystemChecks(services);
  } finally {
    await services.database.close();
  }
}

import { countDemoUsers } from "@wattle/db/accounts";
import type { Services } from "../services.ts";

/** Warns at the start where the database was once a demo: its accounts are still there, though they cannot sign in. */
export async function warnOfDemoAccounts({
  config,
  database,
  log,
}: Pick<Services, "config" | "database" | "log">): Promise<void> {
  if (config.DEMO) return;
  const accounts = await countDemoUsers(database.read);
  if (accounts > 0) {
    log.warn({ demo_accounts: accounts }, "the database has demo accounts; they cannot log in here");
  }
}

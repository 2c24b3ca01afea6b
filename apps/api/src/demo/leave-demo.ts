import { countDemoUsers } from "@wattle/db/accounts";
import { dropDemoMail } from "@wattle/db/outbox";
import type { Services } from "../services.ts";

/**
 * At the start of a database that was once a demo: its accounts are still there, though they cannot log in, of which the log warns. Mail to
 * them that is still queued is dropped.
 */
export async function leaveDemo({
  config,
  database,
  log,
}: Pick<Services, "config" | "database" | "log">): Promise<void> {
  if (config.DEMO) return;
  const accounts = await countDemoUsers(database.read);
  if (accounts === 0) return;
  const dropped = await database.write(dropDemoMail);
  log.warn(
    { demo_accounts: accounts, dropped_mails: dropped },
    "the database has demo accounts; they cannot log in here",
  );
}

import { keepAccountNumber, listUnhashedAccounts } from "@wattle/db/account-numbers";
import { SealError } from "@wattle/db/sealed/vault";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";

const HOUR_MILLISECONDS = 3_600_000;
/** So many in one transaction: short enough that others get their turn in between. */
const BATCH = 200;

type HashingServices = Pick<Services, "database" | "log" | "searchHashes" | "vault">;

/**
 * Hashes the numbers of bank accounts that no search finds yet: those of an older release, those that a server of it writes while
 * this one is started, and those that were sealed again since. Several processes may do it at once, and what an interrupted one did
 * stays done. A number that cannot be opened is logged and left.
 */
export async function hashAccountNumbers(
  { database, log, searchHashes, vault }: HashingServices,
  signal?: AbortSignal,
): Promise<void> {
  let after = "";
  while (signal?.aborted !== true) {
    const due = await listUnhashedAccounts(database.read, after, BATCH);
    const last = due.at(-1);
    if (last === undefined) return;
    after = last.id;
    await database.write(async (tx) => {
      for (const account of due) {
        try {
          const number = vault.open("bank_accounts.account_number", account.id, account.account_number);
          await keepAccountNumber(tx, account, searchHashes.list("account_number", number));
        } catch (error) {
          if (!(error instanceof SealError)) throw error;
          log.error({ err: error, bankAccount: account.id }, "a bank account's number could not be hashed");
        }
      }
    });
  }
}

/** Does so at once and then every hour. @returns what stops it, between two batches */
export function startHashingAccountNumbers(
  services: HashingServices,
  timer?: StartTimer,
): () => Promise<void> {
  const stopping = new AbortController();
  const stop = startSweep(
    services,
    () => hashAccountNumbers(services, stopping.signal),
    "numbers of bank accounts could not be hashed",
    timer,
    HOUR_MILLISECONDS,
  );
  return async () => {
    stopping.abort();
    await stop();
  };
}

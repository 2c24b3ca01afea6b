import {
  listOwnExchanges,
  listSealedEntries,
  moveSealReader,
  readSealPlace,
} from "@wattle/db/sealed-exchanges";
import { exchangeReceiptMail } from "../mail/exchange-mails.ts";
import { optionalMail, type OptionalMailServices } from "../mail/queue-mail.ts";
import { startTimer, type StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";

const READER = "receipts";
const REST_MILLISECONDS = 1_000;
/** As many as the sender sends meanwhile and some more: written out all at once, thousands would keep requests waiting. */
const BATCH = 50;
/** After a long stop, or in a demo's made-up past, a receipt would be no news. */
const NEWS_MILLISECONDS = 24 * 3_600_000;

type ReceiptServices = OptionalMailServices & Pick<Services, "database">;

/**
 * Emails receipts for the exchanges that were sealed next, to whom wants them, at most 50; each once, whichever and however
 * many processes do so. It is work of its own so that an exchange neither waits nor pays for its email.
 */
export async function mailReceipts(services: ReceiptServices): Promise<void> {
  const { clock, config, database } = services;
  const place = await readSealPlace(database.read, READER);
  const { ids, next } = await listSealedEntries(database.read, place, BATCH);
  if (ids.length === 0) return;
  const since = BigInt(clock.now() - NEWS_MILLISECONDS);
  const exchanges = await listOwnExchanges(database.read, ids, since);
  const receipts = exchanges.map(({ row, owner }) =>
    optionalMail(services, "receipts", { owner, mail: exchangeReceiptMail(owner.first_name, row, config) }),
  );
  await database.write(async (tx) => {
    if (!(await moveSealReader(tx, READER, place, next))) return;
    for (const queue of receipts) await queue(tx);
  });
}

/** Emails receipts at once and then every second. @returns what stops it */
export const startReceiptMails = (
  services: ReceiptServices & Pick<Services, "log">,
  timer: StartTimer = startTimer,
): (() => Promise<void>) =>
  startSweep(
    services,
    () => mailReceipts(services),
    "receipts could not be emailed",
    timer,
    REST_MILLISECONDS,
  );

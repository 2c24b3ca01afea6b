import { localDay } from "@wattle/contracts/days";
import { findUserById } from "@wattle/db/accounts";
import { readStatedMonth } from "@wattle/db/monthly-statements";
import { listUnnoticed, takeStatementNotice } from "@wattle/db/statement-notices";
import { statementReadyMail } from "../mail/money-mails.ts";
import { optionalMail, type OptionalMailServices } from "../mail/queue-mail.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { monthBefore, periodOfMonth } from "./read-statement.ts";

type NoticeServices = OptionalMailServices & Pick<Services, "database">;

const BATCH = 200;
/** A server that is off for longer sends no email about something so old. */
const LAST_DAY = "05";

/** Emails a customer that a month's statement is there, once whichever process comes first. */
async function notify(services: NoticeServices, userId: string, month: string): Promise<void> {
  const { clock, config, database } = services;
  const owner = await findUserById(database.read, userId);
  if (owner === undefined || owner.status !== "verified") return;
  const { movements } = await readStatedMonth(database.read, userId, periodOfMonth(month, config.TIME_ZONE));
  if (movements.length === 0) return;
  const mail = statementReadyMail(owner.first_name, month, config.APP_ORIGIN);
  const queue = optionalMail(services, "statements", { owner, mail });
  await database.write(async (tx) => {
    const noticed_at = BigInt(clock.now());
    if (await takeStatementNotice(tx, { user_id: userId, month, noticed_at })) await queue(tx);
  });
}

/**
 * On the first days of a month, emails each customer whose money moved in the month before. Days are those of the installation.
 * @param done a month that was seen to the end before
 * @returns the month that has been seen to its end now
 */
export async function sendStatementNotices(
  services: NoticeServices,
  done?: string,
): Promise<string | undefined> {
  const { clock, config, database } = services;
  const now = BigInt(clock.now());
  const month = monthBefore(now, config.TIME_ZONE);
  if (month === done || localDay(now, config.TIME_ZONE).slice(-2) > LAST_DAY) return done;
  const period = periodOfMonth(month, config.TIME_ZONE);
  for (let after = ""; ;) {
    const customers = await listUnnoticed(database.read, month, period, after, BATCH);
    for (const userId of customers) await notify(services, userId, month);
    after = customers.at(-1) ?? "";
    if (customers.length < BATCH) return month;
  }
}

/** Looks at once and then every minute for statements to write about. @returns what stops it */
export function startStatementNotices(
  services: NoticeServices & Pick<Services, "log">,
  timer?: StartTimer,
): () => Promise<void> {
  let done: string | undefined;
  const sweep = async (): Promise<void> => {
    done = await sendStatementNotices(services, done);
  };
  return startSweep(services, sweep, "emails about statements could not be sent", timer);
}

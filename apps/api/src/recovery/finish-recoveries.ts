import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { lockUser } from "@wattle/db/accounts";
import { deleteAccountLinks } from "@wattle/db/account-links";
import {
  listDueRecoveries,
  listRecoveriesToRemind,
  takeDueRecovery,
  takeReminder,
} from "@wattle/db/recoveries";
import { deletePasskeys } from "@wattle/db/passkeys";
import { deleteRecoveryCodes, deleteSecondFactor } from "@wattle/db/second-factors";
import { forgetTwoFactor } from "@wattle/db/sessions";
import { recordAct } from "../audit/record-act.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { twoStepOffMail } from "../mail/security-mails.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { mailRecoveryWait } from "./mail-recovery-wait.ts";

type SweepServices = MailServices & Pick<Services, "database">;

const BATCH = 100;
/** So long before the end its owner is reminded. */
const REMINDER_MILLISECONDS = DAY_MILLISECONDS;

/** Takes the second factor off where the wait is over. Each recovery once, whatever several processes do at once. */
async function finishDue(services: SweepServices): Promise<void> {
  const { clock, config, database } = services;
  const now = BigInt(clock.now());
  for (const { id, user_id } of await listDueRecoveries(database.read, now, BATCH)) {
    await database.write(async (tx) => {
      const user = await lockUser(tx, user_id);
      if (user === undefined || !(await takeDueRecovery(tx, id, now))) return;
      await deleteSecondFactor(tx, user_id);
      // One that is still here was lost with the rest, or is a thief's.
      await deletePasskeys(tx, user_id);
      await deleteRecoveryCodes(tx, user_id);
      await forgetTwoFactor(tx, user_id);
      await deleteAccountLinks(tx, user_id, "recovery");
      await deleteAccountLinks(tx, user_id, "stop-recovery");
      await recordAct(
        tx,
        services,
        { id: "system" },
        {
          action: "recovery.done",
          subject: user_id,
          details: { recovery: id },
        },
      );
      await queueMail(tx, services, {
        to: user.email,
        mail: twoStepOffMail(user.first_name, `${config.APP_ORIGIN}/dashboard/security`),
      });
    });
  }
}

/** Mails each owner once more, a day before the end. */
async function remind(services: SweepServices): Promise<void> {
  const { clock, database } = services;
  const now = clock.now();
  const before = BigInt(now + REMINDER_MILLISECONDS);
  for (const { id, user_id } of await listRecoveriesToRemind(database.read, before, BATCH)) {
    await database.write(async (tx) => {
      const user = await lockUser(tx, user_id);
      const recovery = await takeReminder(tx, id, BigInt(now));
      if (user !== undefined && recovery !== undefined) await mailRecoveryWait(tx, services, user, recovery);
    });
  }
}

/** Steps that time takes with recoveries. */
export async function finishRecoveries(services: SweepServices): Promise<void> {
  await finishDue(services);
  await remind(services);
}

/** Does so at once and then every minute. @returns what stops it */
export const startFinishingRecoveries = (
  services: SweepServices & Pick<Services, "log">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(services, () => finishRecoveries(services), "recoveries could not be finished", timer);

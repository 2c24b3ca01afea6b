import { DomainError } from "@wattle/contracts/errors";
import type { WithdrawalState } from "@wattle/contracts/withdrawals";
import { findUserById } from "@wattle/db/accounts";
import { findBankAccount } from "@wattle/db/bank-accounts";
import { listDueHoldMails, takeHoldMail, wantHoldMail } from "@wattle/db/hold-mails";
import { openBankAccount } from "../bank-accounts/bank-account-of-row.ts";
import { bankAccountFreeMail } from "../mail/money-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { readWithdrawalState } from "./read-withdrawal-state.ts";
import { HOLD_MILLISECONDS, withdrawalsHold } from "./withdrawals-hold.ts";

/**
 * Notes that the customer wants an email once money can be withdrawn to a bank account; asked for twice, it is one.
 * @throws DomainError `not_found` also if it is another customer's, `state_conflict` if nothing holds it back
 */
export async function emailWhenFree(
  services: Pick<Services, "database" | "clock">,
  userId: string,
  bankAccountId: string,
): Promise<WithdrawalState> {
  const { database, clock } = services;
  await database.write(async (tx) => {
    const now = clock.now();
    const account = await findBankAccount(tx, userId, bankAccountId);
    const user = await findUserById(tx, userId);
    if (account === undefined || user === undefined) throw new DomainError("not_found");
    const isHeld = account.held_until !== null && account.held_until > BigInt(now);
    if (!isHeld && withdrawalsHold(user, now) === null) throw new DomainError("state_conflict");
    await wantHoldMail(tx, { bank_account_id: bankAccountId, user_id: userId, requested_at: BigInt(now) });
  });
  return readWithdrawalState(services, userId);
}

const SWEEP_BATCH = 100;

/**
 * Sends the wanted emails whose holds are over, to the address the customer has now. One for each, also if several
 * processes do so at once; none before every hold is over, nor to a customer who may not withdraw for other reasons.
 */
export async function sendDueHoldMails(services: MailServices & Pick<Services, "database">): Promise<void> {
  const { database, clock, config, vault } = services;
  const due = { now: BigInt(clock.now()), passwordBefore: BigInt(clock.now() - HOLD_MILLISECONDS) };
  for (const { bank_account_id, user_id } of await listDueHoldMails(database.read, due, SWEEP_BATCH)) {
    await database.write(async (tx) => {
      const [row, user] = [
        await findBankAccount(tx, user_id, bank_account_id),
        await findUserById(tx, user_id),
      ];
      const isHeld = row?.held_until != null && row.held_until > due.now;
      // Changed since it was found: the hold has begun again, and the email waits for its end.
      if (row === undefined || user === undefined || isHeld) return;
      if (!(await takeHoldMail(tx, bank_account_id))) return;
      await queueMail(tx, services, {
        to: user.email,
        mail: bankAccountFreeMail(user.first_name, openBankAccount(vault, row), config.APP_ORIGIN),
      });
    });
  }
}

/** Sends due emails about holds, at once and then every minute. @returns what stops it */
export const startHoldMails = (
  services: MailServices & Pick<Services, "database" | "log">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(services, () => sendDueHoldMails(services), "emails about holds could not be sent", timer);

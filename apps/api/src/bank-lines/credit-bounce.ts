import type { BankTransaction } from "@wattle/db/bank-transactions";
import type { WriteTx } from "@wattle/db/database";
import type { BankLineRow } from "@wattle/db/tables";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import type { Logged, Operator } from "../audit/record-act.ts";
import { queueMail, type Letter, type MailServices } from "../mail/queue-mail.ts";
import { giveBack, givenBackLetter, givenBackLine } from "./give-back.ts";
import { lockShowable, takeForPayout } from "./settle-payout.ts";

/** Message to the customer. */
const MESSAGE = "Your bank sent this payment back.";

/** The email to the customer. */
export const bouncedLetter = (services: Pick<MailServices, "config">, row: BankTransaction): Letter =>
  givenBackLetter(services, row, MESSAGE);

/**
 * Puts a withdrawal that has come back on the balance, if staff have not done so, and uses its line, in the caller's transaction.
 * @throws DomainError at `reference` for another amount; `state_conflict` if either was used before
 */
export async function creditBounce(
  tx: WriteTx,
  services: Logged<MailServices>,
  operator: Operator,
  {
    line,
    withdrawal,
    note,
  }: {
    readonly line: BankLineRow;
    readonly withdrawal: BankTransaction;
    readonly note?: InternalNote | undefined;
  },
): Promise<BankLineRow> {
  const row = await lockShowable(tx, line, withdrawal.reference);
  const used = await takeForPayout(tx, services, operator, line, { id: row.id, customer: row.user_id });
  if (row.status === "completed") {
    const input = {
      reference: row.reference,
      message: MESSAGE,
      ...(note !== undefined && { internal_note: note }),
    };
    await giveBack(tx, services, operator, { row, input });
    await services.log(givenBackLine(row, input));
    await queueMail(tx, services, bouncedLetter(services, row));
  }
  return used;
}

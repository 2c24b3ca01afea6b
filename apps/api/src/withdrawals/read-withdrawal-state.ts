import { DomainError } from "@wattle/contracts/errors";
import type { WithdrawalState } from "@wattle/contracts/withdrawals";
import { findUserById } from "@wattle/db/accounts";
import { heldBalancesOf } from "@wattle/db/balances";
import { listHoldMails } from "@wattle/db/hold-mails";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { withdrawalsHold } from "./withdrawals-hold.ts";

/** The customer's holds on withdrawals, the amounts set aside for those under way, and the wanted emails. */
export async function readWithdrawalState(
  { database, clock }: Pick<Services, "database" | "clock">,
  userId: string,
): Promise<WithdrawalState> {
  const [user, held, mails] = await Promise.all([
    findUserById(database.read, userId),
    heldBalancesOf(database.read, userId),
    listHoldMails(database.read, userId),
  ]);
  if (user === undefined) throw new DomainError("unauthenticated");
  const hold = withdrawalsHold(user, clock.now());
  return {
    held_until: hold === null ? null : isoTime(hold.until),
    held_because: hold?.because ?? null,
    held: Object.fromEntries(
      [...held].filter(([, units]) => units > 0n).map(([code, units]) => [code, amountText(units, code)]),
    ),
    email_when_free: mails,
  };
}

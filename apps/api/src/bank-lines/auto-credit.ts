import { DomainError } from "@wattle/contracts/errors";
import { findUserById } from "@wattle/db/accounts";
import { lockDepositAccount } from "@wattle/db/bank-lines";
import { lockCredits } from "@wattle/db/credited-before";
import type { WriteTx } from "@wattle/db/database";
import type { BankLineRow } from "@wattle/db/tables";
import { checkStanding } from "../access/lock-customer.ts";
import { logOf } from "../audit/record-act.ts";
import { noteMoved, peopleReasons, type MovedWorth } from "../audit/people-needed.ts";
import { lockStaff } from "../audit/lock-staff.ts";
import { worthOf } from "../audit/worth-of.ts";
import type { Services } from "../services.ts";
import { SYSTEM_ACTOR } from "../transactions/transaction-detail.ts";
import { creditableLine, creditLine, targetOf, type LineServices } from "./credit-line.ts";
import { keptProposal } from "./propose-lines.ts";
import { importerReasons } from "./who-brought.ts";

type AutoServices = LineServices & Pick<Services, "rates" | "switches">;

/** The call that brings lines: who may no longer make it credits nothing by it either. */
const IMPORT = "ops.bankLines.import";

/**
 * Importer of a line, held until the transaction ends: a member of staff, or an account's inbox, which counts as a
 * person of its own.
 * @throws DomainError `forbidden` for someone who may no longer import
 */
async function lockImporter(
  tx: WriteTx,
  { imported_by, deposit_account_id }: BankLineRow,
): Promise<{ readonly id: string; readonly email?: string }> {
  const [person] = await lockStaff(tx, imported_by, IMPORT);
  await lockDepositAccount(tx, deposit_account_id);
  return person ?? { id: `${imported_by}:${deposit_account_id}` };
}

/** Credits one line. @throws DomainError if it is not certain, or needs a second person */
async function creditOne(tx: WriteTx, services: AutoServices, id: string, worth: MovedWorth): Promise<void> {
  const brought = await creditableLine(tx, id);
  const { id: importer, email } = await lockImporter(tx, brought);
  // After the people, as every act does.
  await lockCredits(tx, brought.currency);
  // Read again: it may have waited.
  const line = await creditableLine(tx, id);
  const target = await targetOf(tx, line, {});
  if (target.how !== "deposit" || keptProposal(line).proposal?.certain !== true)
    throw new DomainError("state_conflict");
  const { deposit } = target;
  // Held since the target was looked for.
  const owner = await findUserById(tx, deposit.user_id);
  if (owner !== undefined) checkStanding(owner, "deposits");
  const stillHolds =
    deposit.status === "awaiting_payment" && (deposit.announced ?? deposit.credit) === line.amount;
  const moving = { moves: { people: "by sum" }, by: importer, customer: deposit.user_id, worth } as const;
  const reasons = [
    ...(services.config.APPROVALS === "off" ? [] : await importerReasons(tx, line, { id: importer })),
    ...(await peopleReasons(tx, services, moving)),
  ];
  if (!stillHolds || reasons.length > 0) throw new DomainError("state_conflict");
  await noteMoved(tx, services, moving);
  const by = {
    kind: "system",
    id: `${SYSTEM_ACTOR}bank-lines`,
    ...(email !== undefined && { email }),
  } as const;
  await creditLine(tx, { ...services, log: logOf(tx, services, by) }, by, { line, target });
}

/**
 * Credits lines whose proposals leave no doubt: the whole reference of a deposit that awaits just this amount, in its currency, from a payer of
 * the customer's whole name. Each counts as credited by the one who brought it, so that what needs a second person stays proposed: all that a
 * person has imported, and what an inbox brought without balances that follow. So does what has changed meanwhile.
 * @returns how many were credited
 */
export async function creditCertain(services: AutoServices, ids: readonly string[]): Promise<number> {
  let credited = 0;
  for (const id of ids) {
    try {
      await services.switches.require("deposits");
      const { amount, currency } = await creditableLine(services.database.read, id);
      const worth = await worthOf(services, amount, currency);
      await services.database.write((tx) => creditOne(tx, services, id, worth));
      credited += 1;
    } catch (failed) {
      // Someone was first, or it is no longer certain, or it needs a second person, or deposits are paused: it stays
      // proposed.
      if (!(failed instanceof DomainError)) throw failed;
    }
  }
  return credited;
}

import type { PayoutLineInput } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { lockUser } from "@wattle/db/accounts";
import {
  findBankLine,
  isShownByLine,
  OPEN_LINE_STATUSES,
  settleBankLine,
  walkBankLines,
} from "@wattle/db/bank-lines";
import type { BankTransaction } from "@wattle/db/bank-transactions";
import type { Reader, WriteTx } from "@wattle/db/database";
import { batchOfWithdrawal, changeBatch, findBatch } from "@wattle/db/payouts";
import type { BankLineRow } from "@wattle/db/tables";
import { logOf, type Logged, type Operator } from "../audit/record-act.ts";
import type { MailServices } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";
import { completeBatch, lockedBatch } from "../withdrawals/payout-batch.ts";
import { withdrawalOf } from "../withdrawals/settle-withdrawal.ts";
import { keptProposal } from "./propose-lines.ts";

type SettleServices = MailServices & Pick<Services, "database">;

/** Uses a line for a payout, or one that has come back; nothing moves. @throws DomainError `state_conflict` */
export async function takeForPayout(
  tx: WriteTx,
  { clock }: Pick<Services, "clock">,
  operator: Operator,
  line: BankLineRow,
  paid: { readonly id: string; readonly customer?: string },
): Promise<BankLineRow> {
  const at = BigInt(clock.now());
  const used = {
    status: "payout",
    by: operator.id,
    at,
    matchedId: paid.id,
    customerId: paid.customer,
  } as const;
  const taken = await settleBankLine(tx, line.id, used);
  if (taken === undefined) throw new DomainError("state_conflict");
  return taken;
}

/** @throws DomainError at `field` if the line is of another account, currency or amount */
function requireSame(isSame: boolean, field: "payout" | "reference"): void {
  if (!isSame) throw DomainError.at(field, "validation_failed", OWN_MESSAGES.otherPayoutAmount);
}

/** The bank has paid a batch: it is settled, and its withdrawals are completed where staff had not said that it was sent. */
async function settleBatch(
  tx: WriteTx,
  services: Logged<SettleServices>,
  operator: Operator,
  line: BankLineRow,
  id: string,
): Promise<BankLineRow> {
  const batch = await lockedBatch(tx, id, "released", "sent");
  if (batch.filed_at === null) throw new DomainError("state_conflict");
  const total = (await findBatch(tx, id))?.total;
  requireSame(batch.deposit_account_id === line.deposit_account_id && total === -line.amount, "payout");
  const taken = await takeForPayout(tx, services, operator, line, { id });
  if (batch.status === "released") await completeBatch(tx, services, operator, batch);
  await changeBatch(tx, id, { status: "settled", settled_at: BigInt(services.clock.now()) });
  await services.log({
    action: "payout.settled",
    subject: id,
    details: { line: line.id },
  });
  return taken;
}

/**
 * A withdrawal as a line can show it, held until the transaction ends.
 * @throws DomainError at `reference`; `not_found`; `state_conflict` if a line has shown it, or it was not paid on its own, or did not
 *   come back
 */
export async function lockShowable(
  tx: WriteTx,
  line: BankLineRow,
  reference: string,
): Promise<BankTransaction> {
  const { user_id } = await withdrawalOf(tx, reference);
  await lockUser(tx, user_id);
  const row = await withdrawalOf(tx, reference);
  const way = line.amount < 0n ? "out" : "back";
  const amount = way === "out" ? -line.amount : line.amount;
  requireSame(row.credit === amount && row.credit_currency === line.currency, "reference");
  const isPaid = row.status === "completed" || row.status === "returned";
  const inBatch = way === "out" && (await batchOfWithdrawal(tx, row.id)) !== null;
  if (!isPaid || inBatch || (await isShownByLine(tx, row.id, way))) throw new DomainError("state_conflict");
  return row;
}

/** Uses a line for the withdrawal that it shows, and writes that down. @throws DomainError `state_conflict` */
async function showWithdrawal(
  tx: WriteTx,
  services: Logged<Pick<Services, "clock">>,
  operator: Operator,
  line: BankLineRow,
  row: BankTransaction,
): Promise<BankLineRow> {
  const taken = await takeForPayout(tx, services, operator, line, { id: row.id, customer: row.user_id });
  await services.log({
    action: "bank_line.payout",
    subject: line.id,
    details: { reference: row.reference, customer: row.user_id },
  });
  return taken;
}

async function settleWithdrawal(
  tx: WriteTx,
  services: Logged<SettleServices>,
  operator: Operator,
  line: BankLineRow,
  reference: string,
): Promise<BankLineRow> {
  const row = await lockShowable(tx, line, reference);
  // Money that has come back is put on the balance first.
  if (line.amount > 0n && row.status !== "returned") throw new DomainError("state_conflict");
  return showWithdrawal(tx, services, operator, line, row);
}

/** A line that was not used. @throws DomainError `not_found`, `state_conflict` */
export async function openLine(reader: Reader, id: string): Promise<BankLineRow> {
  const line = await findBankLine(reader, id);
  if (line === undefined) throw new DomainError("not_found");
  if (!OPEN_LINE_STATUSES.some((open) => open === line.status)) throw new DomainError("state_conflict");
  return line;
}

/**
 * Says which payout a line shows, in the caller's transaction: a batch, which is settled by it; a withdrawal that was paid on
 * its own; or, for money that came in, a withdrawal that was returned.
 * @throws DomainError `not_found`; `state_conflict` if the payout was used before; `validation_failed` at `payout` or `reference` where
 *   the amounts differ, or neither is said nor proposed
 */
export async function settlePayout(
  tx: WriteTx,
  services: Logged<SettleServices>,
  operator: Operator,
  line: BankLineRow,
  input: Omit<PayoutLineInput, "id">,
): Promise<BankLineRow> {
  const isSaid = input.payout !== undefined || input.reference !== undefined;
  const { proposal } = keptProposal(line);
  const meant = isSaid
    ? input
    : proposal?.kind === "payout" || proposal?.kind === "bounced"
      ? { payout: proposal.payout_id ?? undefined, reference: proposal.reference ?? undefined }
      : {};
  if (meant.payout !== undefined && line.amount < 0n)
    return settleBatch(tx, services, operator, line, meant.payout);
  if (meant.reference !== undefined) return settleWithdrawal(tx, services, operator, line, meant.reference);
  throw DomainError.at("reference", "validation_failed", OWN_MESSAGES.noPayout);
}

/** Settles the lines whose payouts leave no doubt. Lines that have changed meanwhile stay for staff. */
export async function settleCertain(
  services: SettleServices,
  operator: Operator,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    try {
      await services.database.write(async (tx) => {
        const log = logOf(tx, services, operator);
        await settlePayout(tx, { ...services, log }, operator, await openLine(tx, id), {});
      });
    } catch (failed) {
      if (!(failed instanceof DomainError)) throw failed;
    }
  }
}

/**
 * Uses the line whose text names a withdrawal that has come back: staff have just put its money on the balance by hand.
 * If several lines name it, or one has shown it already, staff say which.
 */
export async function takeBounceOf(
  tx: WriteTx,
  services: Logged<Pick<Services, "clock">>,
  operator: Operator,
  row: BankTransaction,
): Promise<void> {
  const filter = { status: "proposed", amount: row.credit } as const;
  const naming = (await walkBankLines(tx, filter, undefined, 200)).filter((each) => {
    const { proposal } = keptProposal(each);
    const isNamed = proposal?.found_by === "exact" && proposal.reference === row.reference;
    return isNamed && proposal.kind === "bounced" && each.currency === row.credit_currency;
  });
  const [line, ...others] = naming;
  if (line === undefined || others.length > 0 || (await isShownByLine(tx, row.id, "back"))) return;
  await showWithdrawal(tx, services, operator, line, row);
}

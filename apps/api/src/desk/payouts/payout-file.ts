import { localDay } from "@wattle/contracts/days";
import type { PayoutBatch, PayoutFormat } from "@wattle/contracts/bank-formats/payout-format";
import { hasName } from "@wattle/contracts/bank-formats/plain-letters";
import { payoutFormat } from "@wattle/contracts/bank-formats/payout-files";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { payoutFile, payoutInput } from "@wattle/contracts/payouts";
import { mayBePaid } from "@wattle/db/holds";
import { changeBatch, findPayoutSettings, listBatchMembers, type Payment } from "@wattle/db/payouts";
import type { Vault } from "@wattle/db/sealed/vault";
import { findSystemBankAccount } from "@wattle/db/system-bank-accounts";
import { lockedBatch } from "../../withdrawals/payout-batch.ts";
import { bookedAmount, requireBooked, requirePostedBalances } from "../../withdrawals/require-booked.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { payeeOf, requireNames, standingOf } from "./read-payouts.ts";

/** @throws DomainError at the setting, `validation_failed` */
function requireSettings(
  { required, writtenName }: PayoutFormat,
  { settings, from }: Pick<PayoutBatch, "settings" | "from">,
): void {
  const missing: string[] = required.filter((name) => settings[name] === null);
  if (!hasName(writtenName(from.account_name))) missing.push("account_name");
  if (missing.length === 0) return;
  throw new DomainError("validation_failed", {
    message: OWN_MESSAGES.setOnDepositAccount,
    fields: Object.fromEntries(missing.map((name) => [name, [OWN_MESSAGES.setOnDepositAccount]])),
  });
}

const linesOf = (vault: Vault, members: readonly Payment[]): PayoutBatch["lines"] =>
  members.map((member) => ({
    ...payeeOf(vault, member),
    reference: member.reference,
    amount: bookedAmount(member),
  }));

/** @throws DomainError `validation_failed` if a bank takes no such sum */
function requireRoom({ largest }: PayoutFormat, lines: PayoutBatch["lines"]): void {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
  if (total > largest) throw DomainError.at("id", "validation_failed", OWN_MESSAGES.payoutTooLarge);
}

/**
 * The file for the bank; the same each time. Once it was taken, nothing is taken out of the batch. The plan throws `state_conflict` if
 * the batch is not released; `customer_on_hold` if a customer may no longer be paid and the file was not taken before;
 * `validation_failed` at a setting that the deposit account lacks, and at `id` for a withdrawal that differs from the books.
 */
export const takePayoutFile = alone({
  title: "Download a payout file",
  roles: ["finance"],
  errors: ["customer_on_hold", "not_found", "state_conflict"],
  input: payoutInput,
  output: payoutFile,
  look: ({ database }, { id }) => requirePostedBalances(database.read, id),
  plan: async (tx, { services: { clock, config, vault } }, { id }) => {
    const batch = await lockedBatch(tx, id, "released", "sent", "settled");
    const format = payoutFormat(batch.currency);
    const account = await findSystemBankAccount(tx, batch.deposit_account_id);
    if (format === undefined || account === undefined) throw new DomainError("state_conflict");
    const settings = await findPayoutSettings(tx, account.id);
    requireSettings(format, { settings, from: account });
    const members = await listBatchMembers(tx, id);
    if (batch.filed_at === null && members.some((member) => !mayBePaid(standingOf(member)))) {
      throw new DomainError("customer_on_hold");
    }
    await requireBooked(tx, members, { payoutBatch: id });
    const filedAt = batch.filed_at ?? BigInt(clock.now());
    const date = localDay(filedAt, config.TIME_ZONE);
    requireNames(vault, batch.currency, members);
    const lines = linesOf(vault, members);
    requireRoom(format, lines);
    const name = `payout-${batch.currency}-${date.replaceAll("-", "")}-${id.slice(0, 8)}`;
    return {
      subject: `the payout batch of ${members.length}`,
      changes: batch.filed_at === null ? [{ what: "File", before: "Not taken", after: "Taken" }] : [],
      log: { action: "payout.file_taken", subject: id },
      run: async () => {
        await changeBatch(tx, id, { filed_at: filedAt });
        const content = format.write({ from: account, settings, date, lines });
        return { filename: `${name}.${format.extension}`, content };
      },
    };
  },
});

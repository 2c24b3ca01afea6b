import {
  cleanDepositAccount,
  depositAccount,
  type DepositAccount,
  type DepositAccountInput,
  type DepositAccountKey,
} from "@wattle/contracts/deposit-accounts";
import { DomainError } from "@wattle/contracts/errors";
import { findCurrency } from "@wattle/db/markets";
import { findSystemBankAccount, upsertSystemBankAccount } from "@wattle/db/system-bank-accounts";
import type { SystemBankAccount } from "@wattle/db/tables";
import type { Services } from "../services.ts";
import { recordAct, type Operator } from "../audit/record-act.ts";

type DepositAccountServices = Pick<Services, "database" | "clock" | "ids">;

/** There is one account for each currency and way to pay; its identifier says which. */
const idOf = ({ currency, method }: DepositAccountKey): string =>
  `${currency}-${method}`.toLowerCase().replaceAll("_", "-");

export const depositAccountOfRow = (row: SystemBankAccount): DepositAccount =>
  depositAccount.parse({ ...row, active: row.active === 1n });

/**
 * Sets where customers pay a currency in one way, and opens it. The account before is kept in the audit log; deposits
 * that await payment show the new account from now on.
 * @throws DomainError `currency_inactive` where the installation has no such currency
 */
export async function setDepositAccount(
  services: DepositAccountServices,
  operator: Operator,
  input: DepositAccountInput,
): Promise<DepositAccount> {
  const account = cleanDepositAccount(input);
  const id = idOf(account);
  const row: SystemBankAccount = { ...account, id, active: 1n };
  await services.database.write(async (tx) => {
    if ((await findCurrency(tx, account.currency)) === undefined) {
      throw DomainError.at("currency", "currency_inactive");
    }
    const before = await findSystemBankAccount(tx, id);
    await upsertSystemBankAccount(tx, row);
    await recordAct(tx, services, operator, {
      action: "deposit_account.set",
      subject: id,
      details: { from: before === undefined ? null : depositAccountOfRow(before), to: account },
    });
  });
  return depositAccountOfRow(row);
}

/**
 * Closes a payment method of a currency: customers are no longer offered it; those with an open deposit are asked not to pay.
 * @throws DomainError `not_found` where there is none; `state_conflict` where it is closed already
 */
export async function closeDepositAccount(
  services: DepositAccountServices,
  operator: Operator,
  key: DepositAccountKey,
): Promise<DepositAccount> {
  const id = idOf(key);
  return services.database.write(async (tx) => {
    const row = await findSystemBankAccount(tx, id);
    if (row === undefined) throw new DomainError("not_found");
    if (row.active === 0n) throw new DomainError("state_conflict");
    const closed = { ...row, active: 0n } as const;
    await upsertSystemBankAccount(tx, closed);
    await recordAct(tx, services, operator, { action: "deposit_account.closed", subject: id });
    return depositAccountOfRow(closed);
  });
}

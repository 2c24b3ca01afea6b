import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { cleanBankAccount, type CleanBankAccount } from "@wattle/contracts/bank-account-rules";
import type { BankAccount, BankAccountInput } from "@wattle/contracts/bank-accounts";
import { DomainError } from "@wattle/contracts/errors";
import { offeredCurrency } from "@wattle/contracts/markets";
import { lockUser } from "@wattle/db/accounts";
import {
  countBankAccounts,
  deleteBankAccount,
  findBankAccount,
  insertBankAccount,
  updateBankAccount,
} from "@wattle/db/bank-accounts";
import { countBankTransactions } from "@wattle/db/bank-transactions";
import type { WriteTx } from "@wattle/db/database";
import { addAccountNumberHashes, addPersonalHashes } from "@wattle/db/personal-hashes";
import { lookAtPayee } from "@wattle/db/monitoring";
import { screenLater } from "@wattle/db/screening";
import type { BankAccount as BankAccountRow } from "@wattle/db/tables";
import { countryOf } from "../markets/list-currencies.ts";
import { bankAccountSavedMail } from "../mail/money-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Call } from "../context.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../access/admission.ts";
import { checkIdentityStillSent } from "../access/lock-customer.ts";
import { lockSignedIn } from "../sessions/lock-signed-in.ts";
import { claimAnswer, replayed } from "../transactions/claim-answer.ts";
import { bankAccountOfRow, openBankAccount, sealBankAccount } from "./bank-account-of-row.ts";

type BankAccountCall = Call<keyof MailServices | "database" | "markets" | "securityLog" | "searchHashes">;

/** For so long after it was added or changed no withdrawal may go to a bank account. */
export const BANK_ACCOUNT_HOLD_MILLISECONDS = DAY_MILLISECONDS;

/** Enough for anyone; keeps a script from filling the table. */
const MOST_BANK_ACCOUNTS = 50;

/** @throws DomainError `validation_failed`, `currency_inactive` */
async function checked(
  services: Pick<Services, "markets">,
  user: SignedInUser,
  input: BankAccountInput,
): Promise<CleanBankAccount> {
  const account = cleanBankAccount(input);
  if (account === undefined) throw DomainError.at("account_number", "validation_failed");
  if (offeredCurrency(await services.markets(), account.currency, countryOf(user)) === undefined) {
    throw DomainError.at("currency", "currency_inactive");
  }
  return account;
}

function isSame({ vault }: Pick<Services, "vault">, row: BankAccountRow, account: CleanBankAccount): boolean {
  const before = openBankAccount(vault, row);
  return (Object.keys(account) as (keyof CleanBankAccount)[]).every(
    (field) => before[field] === account[field],
  );
}

/** Hashes by which the desk finds the same account of another customer. */
const hashesOf = (
  { searchHashes }: Pick<Services, "searchHashes">,
  { bsb, bank_code, account_number }: CleanBankAccount,
) => searchHashes.list("bank_account", `${bsb ?? bank_code ?? ""}${account_number}`);

/** Keeps the hashes by which staff find a customer's bank account: of the whole, and of its number without the bank. */
export async function hashBankAccount(
  tx: WriteTx,
  services: Pick<Services, "searchHashes">,
  userId: string,
  account: CleanBankAccount,
): Promise<void> {
  await addPersonalHashes(tx, userId, "bank_account", hashesOf(services, account));
  const numbers = services.searchHashes.list("account_number", account.account_number);
  await addAccountNumberHashes(tx, userId, numbers);
}

/**
 * Holds the owner's row until the transaction ends, so that accounts are counted one after another, and judges once more
 * what the guard judged.
 * @throws DomainError `unauthenticated` if the session has ended meanwhile; `account_blocked`, `identity_unverified`
 */
async function lockOwner(tx: WriteTx, ctx: BankAccountCall, { id }: SignedInUser): Promise<void> {
  // A token's call has no session.
  const owner = ctx.sessionId === null ? await lockUser(tx, id) : (await lockSignedIn(tx, ctx, id)).user;
  if (owner === undefined) throw new DomainError("unauthenticated");
  checkIdentityStillSent(owner.status);
}

const tellOwner = (
  tx: WriteTx,
  services: MailServices,
  user: SignedInUser,
  what: "added" | "changed",
  account: CleanBankAccount & { readonly held_until: bigint },
): Promise<void> =>
  queueMail(tx, services, {
    to: user.email,
    mail: bankAccountSavedMail(user.first_name, what, account, services.config),
  });

/** The bank account that the same request added before, as it is now. */
async function repeated(
  { services: { database, vault, clock } }: BankAccountCall,
  user: SignedInUser,
  earlier: { readonly id: string },
): Promise<BankAccount> {
  const row = await findBankAccount(database.read, user.id, earlier.id);
  if (row === undefined) throw new DomainError("not_found");
  return replayed(bankAccountOfRow(vault, row, clock.now()));
}

/**
 * Adds a bank account, on hold for 24 hours. The same account twice is allowed, and so is a holder's name that is not
 * the customer's. The same idempotency key with the same account adds nothing and answers the account that it added.
 * @throws DomainError `validation_failed`, `currency_inactive`, `idempotency_conflict`; `not_found` if what the key
 *   added has been removed since; as `lockOwner` if the account has changed meanwhile
 */
export async function addBankAccount(
  ctx: BankAccountCall,
  user: SignedInUser,
  input: BankAccountInput,
  idempotencyKey: string | undefined,
): Promise<BankAccount> {
  const { services } = ctx;
  const account = await checked(services, user, input);
  const { clock, database, ids, vault } = services;
  const now = clock.now();
  const id = ids.uuid();
  const row = {
    ...account,
    ...sealBankAccount(vault, id, account),
    id,
    user_id: user.id,
    created_at: BigInt(now),
    updated_at: BigInt(now),
    held_until: BigInt(now + BANK_ACCOUNT_HOLD_MILLISECONDS),
  };
  const request = {
    userId: user.id,
    key: idempotencyKey,
    // The keyed hash stands for the account's number, so that what is kept of the payload gives nothing of it away.
    payload: [
      "bank account",
      account.currency,
      account.account_name,
      account.bank_name,
      JSON.stringify(hashesOf(services, account)),
    ],
  };
  const earlier = await database.write(async (tx) => {
    await lockOwner(tx, ctx, user);
    const added = await claimAnswer(tx, request, { id }, row.created_at);
    if (added !== undefined) return added;
    if ((await countBankAccounts(tx, user.id)) >= MOST_BANK_ACCOUNTS) {
      throw DomainError.at("account_number", "validation_failed", OWN_MESSAGES.tooManyBankAccounts);
    }
    await insertBankAccount(tx, row);
    await hashBankAccount(tx, services, user.id, account);
    await recordEvent(tx, services, user.id, id, {
      type: "bank_account.added",
      data: bankAccountOfRow(vault, row, now),
    });
    await tellOwner(tx, services, user, "added", { ...account, held_until: row.held_until });
    return undefined;
  });
  if (earlier !== undefined) return repeated(ctx, user, earlier);
  services.securityLog.note(ctx, "bank-account-added", { account: user.id }, { bank_account: id });
  return bankAccountOfRow(vault, row, now);
}

/**
 * Changes a bank account and puts it on hold for 24 hours from now. Withdrawals that are under way keep the account as
 * it was. Saving it unchanged changes nothing and starts no hold.
 * @throws DomainError `validation_failed`, `currency_inactive`; `not_found` also if it is another customer's; as
 *   `lockOwner` if the account has changed meanwhile
 */
export async function editBankAccount(
  ctx: BankAccountCall,
  user: SignedInUser,
  id: string,
  input: BankAccountInput,
): Promise<BankAccount> {
  const { services } = ctx;
  const { clock, database, vault } = services;
  // A stranger's identifier is answered before anything is said about the rest.
  if ((await findBankAccount(database.read, user.id, id)) === undefined) throw new DomainError("not_found");
  const account = await checked(services, user, input);
  const now = clock.now();
  const changes = {
    ...account,
    ...sealBankAccount(vault, id, account),
    updated_at: BigInt(now),
    held_until: BigInt(now + BANK_ACCOUNT_HOLD_MILLISECONDS),
  };
  const { row, changed } = await database.write(async (tx) => {
    await lockOwner(tx, ctx, user);
    const before = await findBankAccount(tx, user.id, id);
    if (before === undefined) throw new DomainError("not_found");
    if (isSame(services, before, account)) return { row: before, changed: false };
    await updateBankAccount(tx, user.id, id, changes);
    await hashBankAccount(tx, services, user.id, account);
    await screenLater(tx, user.id, BigInt(now));
    await lookAtPayee(tx, { id, user_id: user.id, created_at: BigInt(now) });
    await tellOwner(tx, services, user, "changed", { ...account, held_until: changes.held_until });
    return { row: { ...before, ...changes }, changed: true };
  });
  if (changed) {
    services.securityLog.note(ctx, "bank-account-changed", { account: user.id }, { bank_account: id });
  }
  return bankAccountOfRow(vault, row, now);
}

/**
 * Removes a bank account, and with it the email that was wanted about it. Payments to it stay in the history with their
 * own copies, and its search hashes stay, so that the same account of another customer is still found.
 * @throws DomainError `not_found` also if it is another customer's; `state_conflict` while a pending withdrawal
 *   goes to it; as `lockOwner` if the account has changed meanwhile
 */
export async function removeBankAccount(ctx: BankAccountCall, user: SignedInUser, id: string): Promise<void> {
  const { database, securityLog } = ctx.services;
  await database.write(async (tx) => {
    await lockOwner(tx, ctx, user);
    if ((await countBankTransactions(tx, user.id, "withdraw", "requested", id)) > 0) {
      throw new DomainError("state_conflict", { message: OWN_MESSAGES.bankAccountInUse });
    }
    if (!(await deleteBankAccount(tx, user.id, id))) throw new DomainError("not_found");
  });
  securityLog.note(ctx, "bank-account-removed", { account: user.id }, { bank_account: id });
}

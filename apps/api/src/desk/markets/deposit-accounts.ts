import {
  cleanDepositAccount,
  depositAccount,
  depositAccountInput,
  depositAccountKey,
  type DepositAccount,
  type DepositAccountInput,
} from "@wattle/contracts/deposit-accounts";
import { depositAccountId as idOf } from "@wattle/contracts/deposit-limits";
import { PAYOUT_SETTINGS, type PayoutSettings } from "@wattle/contracts/bank-formats/payout-format";
import { DomainError } from "@wattle/contracts/errors";
import type { Reader } from "@wattle/db/database";
import { findCurrency } from "@wattle/db/markets";
import { findPayoutSettings, savePayoutSettings } from "@wattle/db/payouts";
import {
  findSystemBankAccount,
  listSystemBankAccounts,
  upsertSystemBankAccount,
} from "@wattle/db/system-bank-accounts";
import type { SystemBankAccount } from "@wattle/db/tables";
import type { ReviewedAct } from "../approvals/act.ts";
import { stateText, type PlannedChange } from "../approvals/changes.ts";

const depositAccountOf = (row: SystemBankAccount, settings: PayoutSettings): DepositAccount =>
  depositAccount.parse({ ...row, ...settings, active: row.active === 1n });

/** All deposit accounts, closed ones too. */
export async function listDepositAccounts(reader: Reader): Promise<DepositAccount[]> {
  const accounts: DepositAccount[] = [];
  for (const row of await listSystemBankAccounts(reader, { closed: true })) {
    accounts.push(depositAccountOf(row, await findPayoutSettings(reader, row.id)));
  }
  return accounts;
}

/** The settings after the change. Settings that the input leaves out stay. */
const settingsAfter = (before: PayoutSettings, input: DepositAccountInput): PayoutSettings =>
  Object.fromEntries(
    PAYOUT_SETTINGS.map((name) => {
      const given = input[name];
      return [name, given === undefined ? before[name] : given];
    }),
  ) as PayoutSettings;

const REASON = "Every change of a deposit account needs two people.";

/** An account in one line, as it must still be when the second person decides. */
const stateOf = (row: SystemBankAccount | undefined, settings: PayoutSettings): string =>
  row === undefined ? "there is no account" : JSON.stringify(depositAccountOf(row, settings));

/** The fields of an account that have a value, as staff read them. */
const fieldsOf = (account: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(account).flatMap(([name, value]) =>
      typeof value === "string" && name !== "id" ? [[stateText(name), value]] : [],
    ),
  );

const openText = (row: SystemBankAccount | undefined): string =>
  row === undefined ? "None" : row.active === 1n ? "Open" : "Closed";

/** Which fields are other ones after a change, and whether the account is opened by it. */
function changesOf(
  before: SystemBankAccount | undefined,
  fields: { readonly before: object; readonly after: object },
): PlannedChange[] {
  const [was, is] = [fieldsOf(fields.before), fieldsOf(fields.after)];
  return [
    ...[...new Set([...Object.keys(is), ...Object.keys(was)])].flatMap((what) =>
      was[what] === is[what] ? [] : [{ what, before: was[what] ?? "None", after: is[what] ?? "None" }],
    ),
    ...(openText(before) === "Open" ? [] : [{ what: "Account", before: openText(before), after: "Open" }]),
  ];
}

/**
 * Sets where customers pay a currency in one way, and opens it. The account before is kept in the audit log; deposits
 * that await payment show the new account from now on. The plan throws `currency_inactive` if the installation has no
 * such currency.
 */
export const setDepositAccount: ReviewedAct<typeof depositAccountInput, typeof depositAccount> = {
  title: "Set a deposit account",
  roles: ["finance"],
  errors: ["currency_inactive"],
  input: depositAccountInput,
  output: depositAccount,
  plan: async (tx, _call, input) => {
    const account = cleanDepositAccount(input);
    const id = idOf(account);
    if ((await findCurrency(tx, account.currency)) === undefined) {
      throw DomainError.at("currency", "currency_inactive");
    }
    const before = await findSystemBankAccount(tx, id);
    const settings = await findPayoutSettings(tx, id);
    const changed = settingsAfter(settings, input);
    const row: SystemBankAccount = { ...account, id, active: 1n };
    const after = { ...account, ...changed };
    const changes = changesOf(before, { before: { ...before, ...settings }, after });
    const others = Object.entries(fieldsOf(after)).filter(
      ([name]) => !changes.some((change) => "what" in change && change.what === name),
    );
    return {
      subject: `the deposit account ${id}`,
      details: Object.fromEntries(others),
      changes,
      payees: [account.account_name],
      state: stateOf(before, settings),
      reasons: [REASON],
      worth: null,
      log: {
        action: "deposit_account.set",
        subject: id,
        details: { from: before === undefined ? null : depositAccountOf(before, settings), to: after },
      },
      run: async () => {
        await upsertSystemBankAccount(tx, row);
        await savePayoutSettings(tx, id, changed);
        return depositAccountOf(row, changed);
      },
    };
  },
};

/**
 * Closes a payment method of a currency: customers are no longer offered it; those with an open deposit are asked not to pay. The
 * plan throws `not_found` if there is none, and `state_conflict` if it is closed already.
 */
export const closeDepositAccount: ReviewedAct<typeof depositAccountKey, typeof depositAccount> = {
  title: "Close a deposit account",
  roles: ["finance"],
  errors: ["not_found", "state_conflict"],
  input: depositAccountKey,
  output: depositAccount,
  plan: async (tx, _call, key) => {
    const id = idOf(key);
    const row = await findSystemBankAccount(tx, id);
    if (row === undefined) throw new DomainError("not_found");
    if (row.active === 0n) throw new DomainError("state_conflict");
    const settings = await findPayoutSettings(tx, id);
    return {
      subject: `the deposit account ${id}`,
      details: fieldsOf(row),
      changes: [{ what: "Account", before: "Open", after: "Closed" }],
      state: stateOf(row, settings),
      reasons: [REASON],
      worth: null,
      log: { action: "deposit_account.closed", subject: id },
      run: async () => {
        const closed = { ...row, active: 0n } as const;
        await upsertSystemBankAccount(tx, closed);
        return depositAccountOf(closed, settings);
      },
    };
  },
};

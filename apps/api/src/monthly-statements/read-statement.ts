import { addMonths, localDay, startOfDay } from "@wattle/contracts/days";
import { DomainError } from "@wattle/contracts/errors";
import { currencyOf } from "@wattle/contracts/markets";
import type {
  MonthlyStatement,
  StatementAccount,
  StatementInput,
  StatementMonths,
  StatementMovement,
} from "@wattle/contracts/monthly-statements";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { findUserById } from "@wattle/db/accounts";
import {
  firstEntryAt,
  readStatedMonth,
  readStatedSums,
  readStatedTransactions,
  type Period,
  type StatedMonth,
  type StatedMovement,
  type StatedSums,
  type StatedTransaction,
} from "@wattle/db/monthly-statements";
import type { User } from "@wattle/db/tables";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { addFee, feeRows, type FeeSums } from "../transactions/fee-sums.ts";

export type StatementServices = Pick<Services, "clock" | "config" | "database" | "vault">;

const MONTH_LETTERS = "2026-11".length;

/** The month of a day. */
const monthOf = (day: string): string => day.slice(0, MONTH_LETTERS);

/** The month before the one that a moment is in. */
export const monthBefore = (at: bigint, timezone: string): string =>
  monthOf(addMonths(localDay(at, timezone), -1));

/** When a month begins and ends at a place, milliseconds since 1970. */
export const periodOfMonth = (month: string, timezone: string): Period => ({
  from: startOfDay(`${month}-01`, timezone),
  before: startOfDay(addMonths(`${month}-01`, 1), timezone),
});

/** A movement in the customer's words. */
function wordsOf(change: bigint, transaction: StatedTransaction | undefined): string {
  const cameIn = change > 0n;
  switch (transaction?.transaction_type) {
    case "exchange": {
      const { credit_currency, debit_currency } = transaction;
      return currencyOf(debit_currency)?.kind === "crypto"
        ? `Bought ${debit_currency}`
        : `Sold ${credit_currency}`;
    }
    case "deposit":
      return cameIn ? "Deposit" : "Deposit taken back";
    case "withdraw":
      return cameIn ? "Withdrawal returned" : "Withdrawal";
    case "adjustment":
      return "Adjustment";
    case undefined:
      return cameIn ? "Money in" : "Money out";
  }
}

/** The movements of one currency, with what there was after each. */
function accountOf(
  currency: string,
  { openings, movements }: StatedMonth,
  timezone: string,
  transactionOf: (movement: StatedMovement) => StatedTransaction | undefined,
): StatementAccount {
  const shown = (units: bigint): string => amountText(units, currency);
  const opening = openings.get(currency) ?? 0n;
  const sums = { balance: opening, in: 0n, out: 0n };
  const rows = movements
    .filter((movement) => movement.currency === currency)
    .map((movement): StatementMovement => {
      const { at, change } = movement;
      const transaction = transactionOf(movement);
      sums.balance += change;
      if (change > 0n) sums.in += change;
      else sums.out -= change;
      const fee = change < 0n && transaction?.credit_currency === currency ? transaction.fee_amount : null;
      return {
        date: localDay(at, timezone),
        time: isoTime(at),
        description: wordsOf(change, transaction),
        reference: transaction?.reference ?? null,
        in: change > 0n ? shown(change) : null,
        out: change < 0n ? shown(-change) : null,
        fee: fee === null ? null : shown(fee),
        balance: shown(sums.balance),
      };
    });
  return {
    currency,
    opening: shown(opening),
    in: shown(sums.in),
    out: shown(sums.out),
    closing: shown(sums.balance),
    movements: rows,
  };
}

/** The customer as documents name them. */
export function holderOf({ vault }: Pick<Services, "vault">, user: User): MonthlyStatement["holder"] {
  const { id, email, first_name, last_name } = user;
  const middleName = vault.open("users.middle_name", id, user.middle_name);
  return { id, name: [first_name, middleName, last_name].filter((part) => part !== null).join(" "), email };
}

/**
 * A customer's statement of a month, of what the customer owns: what is set aside for a withdrawal is in it until it is paid. Its
 * figures are the ledger's.
 * @throws DomainError `not_found` for the customer, `validation_failed` for a month that has not begun
 */
export async function readStatement(
  { clock, config, database, vault }: StatementServices,
  userId: string,
  { month, timezone = config.TIME_ZONE }: StatementInput,
): Promise<MonthlyStatement> {
  const user = await findUserById(database.read, userId);
  if (user === undefined) throw new DomainError("not_found");
  const period = periodOfMonth(month, timezone);
  const now = BigInt(clock.now());
  if (period.from > now) {
    throw DomainError.at("month", "validation_failed", OWN_MESSAGES.monthNotBegun);
  }
  const stated = await readStatedMonth(database.standby, userId, period);
  const transactions = new Map(
    (await readStatedTransactions(database.standby, userId, period)).map((row) => [row.entry, row]),
  );
  const sums: FeeSums = new Map();
  for (const entry of new Set(stated.movements.map(({ entryId }) => entryId))) {
    const transaction = transactions.get(entry);
    if (transaction?.transaction_type === "exchange") addFee(sums, transaction, month);
  }
  const currencies = new Set([
    ...stated.openings.keys(),
    ...stated.movements.map(({ currency }) => currency),
  ]);
  return {
    month,
    from: `${month}-01`,
    to: localDay(period.before - 1n, timezone),
    timezone,
    until: isoTime(now < period.before ? now : period.before - 1n),
    is_complete: now >= period.before,
    holder: holderOf({ vault }, user),
    accounts: [...currencies]
      .toSorted()
      .map((currency) => accountOf(currency, stated, timezone, ({ entryId }) => transactions.get(entryId))),
    fees: feeRows(sums, config).map(({ date: _month, ...row }) => row),
  };
}

type MonthAccounts = StatementMonths["months"][number]["accounts"];

/** Currencies of a month as its statement has them: those with a balance before it, and those that moved in it. */
function monthAccounts(balances: Map<string, bigint>, sums: readonly StatedSums[]): MonthAccounts {
  const movedIn = new Map(sums.map((row) => [row.currency, row]));
  const accounts: MonthAccounts = [];
  for (const currency of new Set([...balances.keys(), ...movedIn.keys()].toSorted())) {
    const { in: came, out } = movedIn.get(currency) ?? { in: 0n, out: 0n };
    const closing = (balances.get(currency) ?? 0n) + came - out;
    if (closing === 0n) balances.delete(currency);
    else balances.set(currency, closing);
    const text = (units: bigint): string => amountText(units, currency);
    accounts.push({ currency, in: text(came), out: text(out), closing: text(closing) });
  }
  return accounts;
}

/** The months of which a customer has a statement: from that of the first movement to this one, the newest first. */
export async function listStatementMonths(
  { clock, config, database }: Pick<Services, "clock" | "config" | "database">,
  userId: string,
  timezone = config.TIME_ZONE,
): Promise<StatementMonths> {
  const first = await firstEntryAt(database.standby, userId);
  if (first === undefined) return { months: [] };
  const [now, months] = [monthOf(localDay(clock.now(), timezone)), [] as string[]];
  for (
    let month = monthOf(localDay(first, timezone));
    month <= now;
    month = monthOf(addMonths(`${month}-01`, 1))
  ) {
    months.push(month);
  }
  const periods = months.map((month) => ({ month, ...periodOfMonth(month, timezone) }));
  const sums = Map.groupBy(await readStatedSums(database.standby, userId, periods), ({ from }) => from);
  const balances = new Map<string, bigint>();
  const listed = periods.map(({ month, from }) => ({
    month,
    is_complete: month < now,
    accounts: monthAccounts(balances, sums.get(from) ?? []),
  }));
  return { months: listed.toReversed() };
}

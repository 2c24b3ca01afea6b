/**
 * Ledger accounts are named by what they are: anyone who knows the customer, the purpose and the currency knows
 * the id.
 */
import type { CustomerPurpose, HousePurpose } from "../tables.ts";

export type CustomerAccountId = `customer:${string}:${CustomerPurpose}:${string}`;
export type HouseAccountId = `house:${HousePurpose}:${string}`;
export type LedgerAccountId = CustomerAccountId | HouseAccountId;

/** Spendable account of a customer in a currency. */
export function availableAccount(userId: string, currency: string): CustomerAccountId {
  return `customer:${userId}:available:${currency}`;
}

/** Account of a customer's set-aside money in a currency: a withdrawal that is not settled yet. */
export function heldAccount(userId: string, currency: string): CustomerAccountId {
  return `customer:${userId}:held:${currency}`;
}

/** One of the house's own accounts. Its balance may be anything and is derived from its postings. */
export function houseAccount(purpose: HousePurpose, currency: string): HouseAccountId {
  return `house:${purpose}:${currency}`;
}

export function isCustomerAccount(id: LedgerAccountId): id is CustomerAccountId {
  return id.startsWith("customer:");
}

/** The parts of a customer account's id. Throws a TypeError on text that is no such id. */
export function customerAccountParts(id: CustomerAccountId): {
  userId: string;
  purpose: CustomerPurpose;
  currency: string;
} {
  const [, userId, purpose, currency, ...rest] = id.split(":");
  if (
    userId === undefined ||
    userId === "" ||
    (purpose !== "available" && purpose !== "held") ||
    currency === undefined ||
    currency === "" ||
    rest.length > 0
  ) {
    throw new TypeError(`${id} is not the id of a customer's ledger account`);
  }
  return { userId, purpose, currency };
}

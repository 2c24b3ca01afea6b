import { isNegative } from "@wattle/exchange-core/decimal";
import { LISTED_PURPOSES } from "@wattle/contracts/choices";

/** The desk's names of the house's accounts. */
const PURPOSE_WORDS: Readonly<Record<string, string>> = {
  trading: "Trading",
  fees: "Fees",
  bank: "Bank",
  suspense: "Suspense",
  own: "Own money",
  receivables: "Owed by customers",
  onramp: "Coins from card payments",
  adjustments: "Adjustments",
  inventory: "Inventory",
  venue: "Trading venue",
  wallet: "Wallet",
  network: "Network fees",
  available: "available",
  held: "set aside",
};
export const purposeText = (purpose: string): string => PURPOSE_WORDS[purpose] ?? purpose;

const HAD = ["We have", "We’re short of"] as const;
const OWED = ["We owe customers", "Customers owe us"] as const;
/** Names of a balance: above zero, and below. */
const BALANCE_WORDS: Readonly<Record<string, readonly [above: string, below: string]>> = {
  bank: HAD,
  inventory: HAD,
  venue: HAD,
  wallet: HAD,
  network: ["Fees of customers above those of the network", "Fees of the network above those of customers"],
  onramp: ["The card provider owes us", "We owe the card provider"],
  available: OWED,
  held: OWED,
  receivables: ["Customers owe us", "We owe customers"],
  trading: ["Taken in by exchanges", "Paid out by exchanges"],
  fees: ["We earned", "We gave back"],
  suspense: ["Received, owner unknown", "Paid out, owner unknown"],
  own: ["We put in", "We took out"],
  adjustments: ["Taken by adjustments", "Given by adjustments"],
};
export const balanceText = (purpose: string, balance: string): string =>
  BALANCE_WORDS[purpose]?.[isNegative(balance) ? 1 : 0] ?? "";

/** The customer of an account; undefined for an account of the house. */
export function ownerOf(account: string): string | undefined {
  const [owner, id] = account.split(":");
  return owner === "customer" ? id : undefined;
}

/** An account in words: `Bank AUD`, `Customer, set aside AUD`. */
export function accountText(account: string): string {
  const [owner, ...parts] = account.split(":");
  const [purpose = "", currency = ""] = parts.slice(-2);
  return `${owner === "customer" ? "Customer, " : ""}${purposeText(purpose)} ${currency}`;
}

type Listed = (typeof LISTED_PURPOSES)[number];
export const isListed = (purpose: string): purpose is Listed =>
  LISTED_PURPOSES.some((listed) => listed === purpose);

/** An account as the address names it: `bank:AUD`. */
export function listedAccount(
  text: string,
): { readonly purpose: Listed; readonly currency: string } | undefined {
  const [purpose = "", currency = ""] = text.split(":");
  return isListed(purpose) ? { purpose, currency } : undefined;
}

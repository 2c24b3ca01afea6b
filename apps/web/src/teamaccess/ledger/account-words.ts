import { LISTED_PURPOSES } from "@wattle/contracts/choices";

/** What accounts of the house are called at the desk. */
const PURPOSE_WORDS: Readonly<Record<string, string>> = {
  trading: "Trading",
  fees: "Fees",
  bank: "Bank",
  suspense: "Suspense",
  own: "Own money",
  receivables: "Owed by customers",
  onramp: "Card payments",
  adjustments: "Adjustments",
  inventory: "Inventory",
  venue: "Trading venues",
  available: "available",
  held: "set aside",
};
export const purposeText = (purpose: string): string => PURPOSE_WORDS[purpose] ?? purpose;

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

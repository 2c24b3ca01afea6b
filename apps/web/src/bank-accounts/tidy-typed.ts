import type { BankAccountField } from "@wattle/contracts/bank-account-rules";

/** What a field makes of a text on leaving it: a BSB gets its dash, numbers lose the spaces people read them with. */
export function tidyTyped(field: BankAccountField, text: string): string {
  if (field === "account_number") return text.replaceAll(/[\s-]/g, "");
  if (field !== "bsb") return text.trim();
  const digits = text.replaceAll(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3)}` : text.trim();
}

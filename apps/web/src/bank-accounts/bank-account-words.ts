import { NIGERIAN_BANKS } from "@wattle/contracts/bank-account-rules";
import { displayTime } from "@wattle/exchange-core/display";

interface Numbered {
  readonly bank_name: string;
  readonly bsb: string | null;
  readonly bank_code: string | null;
  readonly account_number: string;
}

/** The numbers by which a bank knows the account: `BSB 000-111, account 12345678`. */
export function accountNumbers({ bsb, account_number }: Numbered): string {
  return bsb === null ? `Account ${account_number}` : `BSB ${bsb}, account ${account_number}`;
}

/** The bank; where the name given differs from the bank list's, both. */
export function bankText({ bank_name, bank_code }: Numbered): string {
  const listed = bank_code === null ? undefined : NIGERIAN_BANKS[bank_code];
  return listed === undefined || listed === bank_name ? bank_name : `${bank_name} (${listed})`;
}

/** One line for a list to choose from. */
export function accountLine(account: Numbered & { readonly account_name: string }): string {
  return `${account.account_name}, ${account.bank_name}, ${account.account_number}`;
}

/** When a hold ends, in the customer's own time. */
export function holdText(until: string): string {
  return `On hold until ${displayTime(Date.parse(until))}`;
}

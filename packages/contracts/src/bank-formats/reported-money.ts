/** Money that is reported to AUSTRAC (AML/CTF Act, sections 43 and 45). */

/** Cash of this much, in the currency's smallest units, is reported. */
export const REPORTED_CASH = { currency: "AUD", method: "post_billpay", from: 1_000_000n } as const;

const AT_HOME = "AUD";
const ABROAD = ["NGN", "NZD"];

/** Currencies in which the money of a transfer must have come in, for it to be one across the border. */
export function otherSideOf(currency: string): readonly string[] {
  if (currency === AT_HOME) return ABROAD;
  return ABROAD.includes(currency) ? [AT_HOME] : [];
}

/** Whether money that goes out in a currency leaves Australia. */
export const leavesHome = (currency: string): boolean => currency !== AT_HOME;

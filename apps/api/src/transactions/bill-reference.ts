import { createHash } from "node:crypto";

/** Nine digits and their check digit, as billers of BPAY have them. */
const DIGITS = 9;
export const BILL_REFERENCE_LENGTH = DIGITS + 1;

/** The check digit of MOD10V01: the Luhn algorithm (ISO/IEC 7812-1, annex B). */
function checkDigit(body: string): string {
  let sum = 0;
  for (const [index, character] of Array.from(body).toReversed().entries()) {
    const doubled = Number.parseInt(character, 10) * (index % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Whether a number is as long as one of ours, and ends in the check digit of what is before it. */
export const isBillReference = (digits: string): boolean =>
  digits.length === BILL_REFERENCE_LENGTH && checkDigit(digits.slice(0, DIGITS)) === digits.charAt(DIGITS);

/** The numeric reference of a deposit that is paid as a bill. The same identifier always gives the same one. */
export function billReferenceOf(transactionId: string): string {
  const digest = createHash("sha256").update(`bill/${transactionId}`).digest();
  const body = String(digest.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, "0");
  return body + checkDigit(body);
}

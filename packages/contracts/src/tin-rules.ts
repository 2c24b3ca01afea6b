/** Tax residence: the form of tax identification numbers, by country. Free of zod, so that a form shows the same message. */

/** Whether customers say where they are resident for tax: not asked, asked, or asked before they exchange. */
export const TAX_RESIDENCE_MODES = ["off", "ask", "required"] as const;
export type TaxResidenceMode = (typeof TAX_RESIDENCE_MODES)[number];

/** Why someone has no number of a country. */
export const NO_TIN_REASONS = ["not_issued", "not_required", "applied_for"] as const;
export type NoTinReason = (typeof NO_TIN_REASONS)[number];

export const NO_TIN_WORDS: Readonly<Record<NoTinReason, string>> = {
  not_issued: "This country issues none",
  not_required: "I don’t need one there",
  applied_for: "I’ve applied for one",
};

/** Most countries that one person is resident in. */
export const MOST_TAX_RESIDENCES = 10;

/** Longest number of a country whose form is not known here. */
const LONGEST_TIN = 30;

/** How people write them: groups, with spaces, dots, dashes or strokes in between. */
const SEPARATORS = /[\s./‐–-]/gu;

const DIGITS = "0123456789";

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * DIGITS.indexOf(digits[place] ?? ""), 0);

const TFN_WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  8: [10, 7, 8, 4, 6, 3, 5, 1],
  9: [1, 4, 3, 7, 5, 8, 6, 9, 10],
};

/** An Australian tax file number: 9 digits, or 8 in old ones, whose weighted sum is a multiple of 11. */
function isTaxFileNumber(text: string): boolean {
  const weights = /^\d+$/.test(text) ? TFN_WEIGHTS[text.length] : undefined;
  if (weights === undefined || /^0+$/.test(text)) return false;
  return weighted(text, weights) % 11 === 0;
}

const IRD_WEIGHTS = [
  [3, 2, 7, 6, 5, 4, 3, 2],
  [7, 4, 3, 2, 5, 2, 7, 6],
] as const;
/** The first and the last number, of nine digits. */
const IRD_RANGE = ["010000000", "200000000"] as const;

/**
 * A New Zealand IRD number: 8 or 9 digits, the last of which is a check digit by modulus 11, by second weights if the first give none.
 * Source: Inland Revenue's "Resident withholding tax and non-resident withholding tax specification", IRD number validation.
 */
function isIrdNumber(text: string): boolean {
  if (!/^\d{8,9}$/.test(text)) return false;
  const digits = text.padStart(9, "0");
  if (digits < IRD_RANGE[0] || digits > IRD_RANGE[1]) return false;
  for (const weights of IRD_WEIGHTS) {
    const check = (11 - (weighted(digits, weights) % 11)) % 11;
    if (check !== 10) return check === DIGITS.indexOf(digits[8] ?? "");
  }
  return false;
}

/** A Nigerian number: the NIN of 11 digits, or a tax identification number of 10, 12 or 13. */
const isNigerianNumber = (text: string): boolean => /^\d{10,13}$/.test(text);

/** A number as it is kept: without what people put between its groups. */
export const cleanTin = (text: string): string => text.replaceAll(SEPARATORS, "").toUpperCase();

/** The name of a country's number, as a form asks for it. */
const TIN_NAMES: Readonly<Record<string, string>> = {
  AU: "Tax file number (TFN)",
  NZ: "IRD number",
  NG: "NIN or TIN",
};
export const tinName = (country: string): string => TIN_NAMES[country] ?? "Tax identification number";

/**
 * The message for a number that cannot be the country's; undefined if it can.
 * @param tin as `cleanTin` gives it
 */
export function tinProblem(country: string, tin: string): string | undefined {
  switch (country) {
    case "AU":
      return isTaxFileNumber(tin) ? undefined : "Not a tax file number. Check it.";
    case "NZ":
      return isIrdNumber(tin) ? undefined : "Not an IRD number. Check it.";
    case "NG":
      return isNigerianNumber(tin) ? undefined : "Not a NIN or TIN. Check it.";
    default:
      return /^[A-Z0-9]+$/.test(tin) && tin.length <= LONGEST_TIN
        ? undefined
        : "Enter up to 30 letters and digits";
  }
}

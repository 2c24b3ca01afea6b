/** Payouts in countries whose banks take a table: one line for each payment. */
import { decimalText } from "@wattle/exchange-core/decimal";
import { csvLine } from "../csv-cell.ts";
import type { PayoutFormat, PayoutLine } from "./payout-format.ts";
import { plainText, requireName } from "./plain-letters.ts";

/** More than any account holds, and less than 64 bits. */
const LARGEST = 10n ** 17n;

/** Hundredths as decimal text. */
const amountText = (units: bigint): string => decimalText(units, 2);

type Columns = readonly (readonly [heading: string, cell: (line: PayoutLine) => string | null])[];

const csv = (columns: Columns): PayoutFormat => ({
  extension: "csv",
  required: [],
  largest: LARGEST,
  writtenName: (name) => plainText(name),
  write: ({ lines }) =>
    [columns.map(([heading]) => heading), ...lines.map((line) => columns.map(([, cell]) => cell(line)))]
      .map(csvLine)
      .join(""),
});

const AMOUNT = ["Amount", ({ amount }: PayoutLine) => amountText(amount)] as const;
const NAME = [
  "Account name",
  ({ account_name }: PayoutLine) => requireName(plainText(account_name)),
] as const;
const NUMBER = ["Account number", ({ account_number }: PayoutLine) => account_number] as const;
const REFERENCE = ["Reference", ({ reference }: PayoutLine) => reference] as const;

export const NIGERIAN_PAYOUTS = csv([
  NAME,
  ["Bank", ({ bank_name }) => bank_name],
  ["Bank code", ({ bank_code }) => bank_code],
  NUMBER,
  AMOUNT,
  REFERENCE,
]);

export const NEW_ZEALAND_PAYOUTS = csv([NUMBER, NAME, AMOUNT, REFERENCE]);

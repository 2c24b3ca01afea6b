/**
 * Payouts in Australia: a Direct Entry file ("ABA"), as APCA's CS2 rules and the banks' own specifications of it have it. Records of 120
 * characters: one that describes the file (0), one for each payment (1), one with the totals (7).
 */
import { plainText, requireName } from "./plain-letters.ts";
import type { PayoutBatch, PayoutFormat, PayoutLine } from "./payout-format.ts";

const RECORD = 120;
/** Ten digits of cents. */
const LARGEST = 9_999_999_999n;
/** "General credit". */
const CREDIT = "50";
const FILLER_BSB = "999-999";
const DESCRIPTION = "WITHDRAWALS";

/** The columns of a payee's name. */
const TITLE = 32;

/** Letters without accents; anything that banks do not take becomes a space. */
const plain = (text: string): string => plainText(text, /[^A-Za-z0-9 &'()*+,\-./:;=?@#$%!]/g);
const writtenName = (name: string): string => plain(name).slice(0, TITLE).trim();

const left = (text: string, width: number): string => plain(text).slice(0, width).padEnd(width);
const right = (text: string, width: number): string => text.padStart(width);
const blank = (width: number): string => " ".repeat(width);

/** @throws RangeError if it has more digits than there is room for */
function digits(value: bigint | number | string, width: number): string {
  const text = String(value).padStart(width, "0");
  if (text.length > width) throw new RangeError(`${text} has more than ${width} digits`);
  return text;
}

/** @throws RangeError if a field was too long: the bank would read all that follows wrong */
function record(...fields: readonly string[]): string {
  const text = fields.join("");
  if (text.length !== RECORD) throw new RangeError(`a record of ${text.length} characters: ${text}`);
  return text;
}

/** `2026-11-22` as `221126`. */
const ddmmyy = (date: string): string => `${date.slice(8, 10)}${date.slice(5, 7)}${date.slice(2, 4)}`;

const descriptive = ({ from, settings, date }: PayoutBatch): string =>
  record(
    "0",
    blank(17),
    "01",
    left(settings.bank_abbreviation ?? "", 3),
    blank(7),
    left(from.account_name, 26),
    digits(settings.user_number ?? "", 6),
    left(DESCRIPTION, 12),
    digits(ddmmyy(date), 6),
    blank(40),
  );

const detail = (line: PayoutLine, { from, settings }: PayoutBatch): string =>
  record(
    "1",
    right(line.bsb ?? "", 7),
    right(line.account_number, 9),
    " ",
    CREDIT,
    digits(line.amount, 10),
    requireName(writtenName(line.account_name)).padEnd(TITLE),
    left(line.reference, 18),
    right(settings.trace_bsb ?? from.bsb ?? "", 7),
    right(settings.trace_account_number ?? from.account_number ?? "", 9),
    left(settings.remitter ?? "", 16),
    digits(0, 8),
  );

function totals(lines: readonly PayoutLine[]): string {
  const sum = lines.reduce((total, { amount }) => total + amount, 0n);
  return record(
    "7",
    FILLER_BSB,
    blank(12),
    digits(sum, 10),
    digits(sum, 10),
    digits(0, 10),
    blank(24),
    digits(lines.length, 6),
    blank(40),
  );
}

export const AUSTRALIAN_PAYOUTS: PayoutFormat = {
  extension: "aba",
  required: ["bank_abbreviation", "user_number", "remitter"],
  largest: LARGEST,
  writtenName,
  write: (batch) =>
    [descriptive(batch), ...batch.lines.map((line) => detail(line, batch)), totals(batch.lines)]
      .map((text) => `${text}\r\n`)
      .join(""),
};

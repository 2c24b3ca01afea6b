import { csvLine } from "@wattle/contracts/csv-cell";
import { currencyOf } from "@wattle/contracts/markets";
import type { HistoryWalk, Transaction } from "@wattle/contracts/history";

/**
 * Koinly's "custom CSV" (support.koinly.io, "How to create a custom CSV file with your data"), which other tax tools read
 * as well. A sent amount does not include the fee: both leave the wallet.
 */
const COLUMNS = [
  "Date",
  "Sent Amount",
  "Sent Currency",
  "Received Amount",
  "Received Currency",
  "Fee Amount",
  "Fee Currency",
  "Net Worth Amount",
  "Net Worth Currency",
  "Label",
  "Description",
  "TxHash",
] as const;
type TaxRow = Readonly<Partial<Record<(typeof COLUMNS)[number], string | null>>>;

const WORDS: Readonly<Record<Transaction["transaction_type"], string>> = {
  exchange: "Exchange",
  deposit: "Deposit",
  withdraw: "Withdrawal",
  adjustment: "Adjustment",
};

const isFiat = (code: string): boolean => currencyOf(code)?.kind === "fiat";
const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

/**
 * Amounts that moved, per column. A card payment pays for coins with money that was never in the balance: they are
 * received, and worth what was paid.
 */
function amountsOf(row: Transaction): TaxRow {
  const { transaction_type, credit, credit_currency, debit, debit_currency } = row;
  const sent = { "Sent Amount": credit, "Sent Currency": credit_currency };
  const received = { "Received Amount": debit, "Received Currency": debit_currency };
  switch (transaction_type) {
    case "exchange": {
      const converted = row.converted ?? credit;
      const [worth, currency] = isFiat(credit_currency)
        ? [converted, credit_currency]
        : [debit, debit_currency];
      return {
        ...sent,
        "Sent Amount": converted,
        ...received,
        ...(row.fee_amount !== null &&
          !isZero(row.fee_amount) && { "Fee Amount": row.fee_amount, "Fee Currency": row.fee_currency }),
        "Net Worth Amount": worth,
        "Net Worth Currency": currency,
      };
    }
    case "deposit":
      return {
        ...received,
        ...(isFiat(credit_currency) && { "Net Worth Amount": credit, "Net Worth Currency": credit_currency }),
      };
    case "withdraw":
      return {
        ...sent,
        ...(isFiat(debit_currency) && { "Net Worth Amount": debit, "Net Worth Currency": debit_currency }),
      };
    case "adjustment":
      return isZero(credit) ? received : sent;
  }
}

/** `2026-01-31 09:30:00 UTC`: no tool mistakes it for local time. */
const dateText = (iso: string): string => `${iso.slice(0, 19).replace("T", " ")} UTC`;

/** A transaction as a line of the tax file; undefined if no money has moved for good. */
export function taxLine(row: Transaction): string | undefined {
  if (row.status !== "completed") return undefined;
  const cells: TaxRow = {
    Date: dateText(row.transaction_type === "exchange" ? row.created_at : row.updated_at),
    ...amountsOf(row),
    Description: [`${WORDS[row.transaction_type]} ${row.reference}`, row.note]
      .filter((part) => part !== null)
      .join(": "),
    TxHash: row.id,
  };
  return csvLine(COLUMNS.map((column) => cells[column] ?? null));
}

/**
 * A history as the text of a tax file, a piece at a time: never more than one piece is held.
 * @param first the walk's first piece
 * @param next gives the piece after a position
 */
export async function* taxCsv(
  first: HistoryWalk,
  next: (after: string) => Promise<HistoryWalk>,
): AsyncGenerator<string> {
  yield `${COLUMNS.join(",")}\r\n`;
  for (let piece = first; ; piece = await next(piece.next)) {
    const lines = piece.data.flatMap((row) => taxLine(row) ?? []);
    if (lines.length > 0) yield lines.join("");
    if (piece.next === null) return;
  }
}

import { isZero } from "@wattle/exchange-core/decimal";
import type { Transaction } from "@wattle/contracts/history";
import { amountText } from "../money/price-figures.ts";

/** Whether money moved for good: only then is there anything to have a receipt of. */
export const hasReceipt = ({ status }: Transaction): boolean =>
  status === "completed" || status === "returned";

/** Amounts that left and reached the balance, with their sign; undefined if none did. */
export interface Effect {
  readonly out: string | undefined;
  readonly in: string | undefined;
  /** Nothing has moved: it is only planned, or came to nothing. The amounts have no sign. */
  readonly isVoid: boolean;
}

/** Whether no money has moved, or it is back. The money of a withdrawal is set aside when it is requested. */
export const isVoid = ({
  transaction_type,
  status,
}: Pick<Transaction, "transaction_type" | "status">): boolean =>
  status !== "completed" &&
  !(transaction_type === "withdraw" && (status === "requested" || status === "sent"));

export function effectOf(row: Transaction): Effect {
  const { transaction_type: type } = row;
  const text = (sign: string, amount: string, code: string): string | undefined =>
    isZero(amount) ? undefined : `${isVoid(row) ? "" : sign}${amountText(amount, code)}`;
  return {
    out: type === "deposit" ? undefined : text("−", row.credit, row.credit_currency),
    in: type === "withdraw" ? undefined : text("+", row.debit, row.debit_currency),
    isVoid: isVoid(row),
  };
}

/** Amounts given and got, in the words of each type. */
export function amountFacts(row: Transaction): readonly (readonly [string, string])[] {
  const [given, got] = [
    amountText(row.credit, row.credit_currency),
    amountText(row.debit, row.debit_currency),
  ];
  switch (row.transaction_type) {
    case "exchange":
      return [
        ["You paid", given],
        ["You got", got],
      ];
    case "deposit":
      return given === got
        ? [["Amount", got]]
        : [
            ["You paid", given],
            ["You got", got],
          ];
    case "withdraw":
      return [[isVoid(row) ? "Amount" : "You withdrew", given]];
    case "adjustment":
      return isZero(row.debit) ? [["Taken off", given]] : [["Added", got]];
  }
}

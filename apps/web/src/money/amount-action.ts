/** The two amounts of an exchange: the customer pays `credit` and gets `debit`. */
export type Side = "credit" | "debit";

/** A text at an amount that stays until the next edit. */
export interface Note {
  readonly text: string;
  readonly tone: "error" | "info";
}

/** Actions of an amount field. */
export type AmountAction =
  | { readonly type: "typed"; readonly side: Side; readonly text: string }
  | { readonly type: "stepped"; readonly side: Side; readonly direction: 1 | -1 }
  | { readonly type: "entered"; readonly side: Side }
  | { readonly type: "left"; readonly side: Side }
  | { readonly type: "credit_currency_chosen"; readonly code: string }
  | { readonly type: "debit_currency_chosen"; readonly code: string };

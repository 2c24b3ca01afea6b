/** Needs of a country's bank about a batch of payouts: see `payout-files.ts` for the list. */

/** Settings of the account that a file is paid from, apart from its number. */
export const PAYOUT_SETTINGS = [
  "bank_abbreviation",
  "user_number",
  "trace_bsb",
  "trace_account_number",
  "remitter",
] as const;
export type PayoutSetting = (typeof PAYOUT_SETTINGS)[number];
export type PayoutSettings = Readonly<Record<PayoutSetting, string | null>>;

/** One payment. */
export interface PayoutLine {
  /** The withdrawal's, `AAAA-BBBB-CCCC`. */
  readonly reference: string;
  /** Above zero, hundredths. */
  readonly amount: bigint;
  readonly account_name: string;
  readonly bank_name: string;
  readonly bsb: string | null;
  readonly bank_code: string | null;
  readonly account_number: string;
}

/** A batch as it is paid. */
export interface PayoutBatch {
  /** The operator's account that it is paid from. */
  readonly from: {
    readonly account_name: string;
    readonly bsb: string | null;
    readonly account_number: string | null;
  };
  readonly settings: PayoutSettings;
  /** The local day of the payment, `2026-11-22`. */
  readonly date: string;
  readonly lines: readonly PayoutLine[];
}

/** How a country's banks take a batch. */
export interface PayoutFormat {
  readonly extension: "aba" | "csv";
  /** The settings it cannot be without. */
  readonly required: readonly PayoutSetting[];
  /** Most that a whole file can be, hundredths. */
  readonly largest: bigint;
  /** A name as the file has it. */
  readonly writtenName: (name: string) => string;
  readonly write: (batch: PayoutBatch) => string;
}

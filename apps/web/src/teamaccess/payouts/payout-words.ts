import type { Payout, PayoutStatus, PayoutSummary } from "@wattle/contracts/payouts";
import type { StatusKind } from "../../controls/status.tsx";
import { signedText } from "../parts/signed-money.ts";

export const BATCH_WORDS: Readonly<Record<PayoutStatus, readonly [StatusKind, string]>> = {
  open: ["waiting", "Open"],
  released: ["waiting", "Released"],
  sent: ["waiting", "Sent"],
  settled: ["done", "Settled"],
  cancelled: ["stopped", "Given up"],
};

export const payoutsText = (count: number): string => `${count} payout${count === 1 ? "" : "s"}`;
export const batchMoney = ({ total, currency }: Pick<PayoutSummary, "total" | "currency">): string =>
  signedText(total, currency);

type Row = Payout["rows"][number];

export const checkText = ({ warnings }: Pick<Row, "warnings">): string =>
  warnings.length === 0 ? "Nothing unusual" : warnings.join(". ");

/** What is taken out is in no file: that is over once the bank's file was taken. */
export const mayTakeOut = ({
  status,
  filed_at: filed,
}: Pick<PayoutSummary, "status" | "filed_at">): boolean =>
  filed === null && (status === "open" || status === "released");

import type { Transaction } from "@wattle/contracts/history";
import { PENDING_STATUSES } from "@wattle/contracts/transaction-transitions";
import { currencyOf } from "@wattle/contracts/markets";
import { DepositIcon, MinusIcon, PlusIcon, StoppedIcon, WaitingIcon, WithdrawIcon } from "../ui/icons.tsx";
import styles from "./transaction-icon.module.css";

const SIZE = 18;

const Sign = ({ plus }: { readonly plus: boolean }) =>
  plus ? <PlusIcon size={SIZE} /> : <MinusIcon size={SIZE} />;

function drawingOf({ status, transaction_type, debit, debit_currency }: Transaction) {
  if (PENDING_STATUSES.has(status)) return <WaitingIcon size={SIZE} />;
  if (status !== "completed") return <StoppedIcon size={SIZE} />;
  switch (transaction_type) {
    case "deposit":
      return <DepositIcon size={SIZE} />;
    case "withdraw":
      return <WithdrawIcon size={SIZE} />;
    case "exchange":
      return <Sign plus={currencyOf(debit_currency)?.kind === "crypto"} />;
    case "adjustment":
      return <Sign plus={/[1-9]/.test(debit)} />;
  }
}

/** A transaction as an icon: more or less of a coin, money in, money out, waiting, or nothing in the end. */
export function TransactionIcon({ row }: { readonly row: Transaction }) {
  return (
    <span className={styles["icon"]} data-open={PENDING_STATUSES.has(row.status) || undefined}>
      {drawingOf(row)}
    </span>
  );
}

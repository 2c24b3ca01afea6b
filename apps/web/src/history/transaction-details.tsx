import { displayTime } from "@wattle/exchange-core/display";
import { Link } from "@tanstack/react-router";
import type { Transaction } from "@wattle/contracts/history";
import type { ReactNode } from "react";
import { amountText, coinPrice } from "../money/price-figures.ts";
import { Unbroken } from "../ui/unbroken.tsx";
import { Status } from "../controls/status.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Facts } from "../ui/facts.tsx";
import { ChainTransaction } from "./chain-transaction.tsx";
import { TYPE_WORDS } from "./history-search.ts";
import { amountFacts, hasReceipt } from "./transaction-words.ts";
import { STATUS_WORDS } from "./statuses.ts";
import { transactionPage } from "./transaction-page.ts";
import styles from "./transaction-details.module.css";

type Fact = readonly [string, ReactNode];

/** Details of a transaction, and the ways to its own page and its receipt. */
export function TransactionDetails({ row }: { readonly row: Transaction }) {
  const page = transactionPage(row);
  return (
    <>
      <Facts facts={factsOf(row)} />
      <p className={styles["actions"]}>
        {page !== undefined && (
          <Link to={page} search={{ id: row.id }} className={buttonClass("primary", true)}>
            {TYPE_WORDS[row.transaction_type]} details
          </Link>
        )}
        {hasReceipt(row) && (
          <Link
            to="/dashboard/transactions-history/receipt"
            search={{ id: row.id }}
            className={buttonClass("quiet", true)}
          >
            Receipt
          </Link>
        )}
      </p>
    </>
  );
}

function factsOf(row: Transaction): readonly Fact[] {
  const { rate, fee, fee_amount, fee_currency, status } = row;
  const coin = rate === null ? undefined : coinPrice({ ...row, rate });
  const feeText =
    fee_amount === null || fee_currency === null
      ? `${fee}%`
      : `${amountText(fee_amount, fee_currency)} (${rate === null ? "network fee" : `${fee}%`})`;
  const { kind, word } = STATUS_WORDS[status];
  return [
    [
      "Status",
      <Status key="status" kind={kind}>
        {word}
      </Status>,
    ],
    ...amountFacts(row),
    ...(coin === undefined ? [] : [["Rate", `${coin.price} per ${coin.coin}`] as const]),
    ...(fee === null ? [] : [["Fee", feeText] as const]),
    ["Reference", <Unbroken key="reference">{row.reference}</Unbroken>],
    ...(row.bill_reference === null ? [] : [["Reference in digits", row.bill_reference] as const]),
    ...(row.txid === null
      ? []
      : [
          [
            "Network transaction",
            <ChainTransaction key="txid" txid={row.txid} currency={row.debit_currency} />,
          ] as const,
        ]),
    ["Time", displayTime(Date.parse(row.created_at))],
    // An exchange is completed when it is made.
    ...(status === "completed" && row.updated_at !== row.created_at && row.transaction_type !== "exchange"
      ? [["Completed", displayTime(Date.parse(row.updated_at))] as const]
      : []),
  ];
}

import { keepPreviousData } from "@tanstack/react-query";
import { currencyOf } from "@wattle/exchange-core/currency";
import { parseAmount } from "@wattle/exchange-core/amount";
import { displayAmount, displayDecimal, displayTime } from "@wattle/exchange-core/display";
import type { Transaction } from "@wattle/contracts/history";
import { useEffect } from "react";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable, type Column } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Pagination } from "../ui/pagination.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Status, type StatusKind } from "../ui/status.tsx";
import styles from "./history-page.module.css";

const TYPES: Readonly<Record<Transaction["transaction_type"], string>> = {
  exchange: "Exchange",
  deposit: "Deposit",
  withdraw: "Withdrawal",
  adjustment: "Adjustment",
};

const STATUSES: Readonly<Record<Transaction["status"], readonly [StatusKind, string]>> = {
  completed: ["done", "Completed"],
  awaiting_payment: ["waiting", "Awaiting payment"],
  requested: ["waiting", "Requested"],
  cancelled: ["stopped", "Cancelled"],
  expired: ["stopped", "Expired"],
  rejected: ["failed", "Rejected"],
  returned: ["stopped", "Returned"],
};

/** Decimals of a rate on screen: beyond these a bitcoin's price in naira no longer reads. */
const RATE_DECIMALS = 8;

/** An amount of the wire as the display rules have it, followed by its currency. */
function amountText(text: string, code: string): string {
  const currency = currencyOf(code);
  const parsed = currency === undefined ? undefined : parseAmount(text, currency);
  return currency !== undefined && parsed?.ok === true
    ? `${displayAmount(parsed.amount, currency)} ${code}`
    : `${text} ${code}`;
}

/** A rate says what one unit of crypto is worth, whichever way the exchange went. */
function rateText({ rate, credit_currency, debit_currency }: Transaction): string {
  if (rate === null) return "–";
  const decimals = currencyOf(debit_currency)?.kind === "fiat" ? 2 : RATE_DECIMALS;
  return `${displayDecimal(rate, decimals)} ${credit_currency}/${debit_currency}`;
}

function feeText({ fee, fee_amount, fee_currency }: Transaction): string {
  if (fee === null) return "–";
  const percent = `${fee}%`;
  return fee_amount === null || fee_currency === null
    ? percent
    : `${amountText(fee_amount, fee_currency)} (${percent})`;
}

const COLUMNS: readonly Column<Transaction>[] = [
  {
    key: "created_at",
    title: "Time",
    cell: (row) => <time dateTime={row.created_at}>{displayTime(Date.parse(row.created_at))}</time>,
  },
  { key: "type", title: "Type", cell: (row) => TYPES[row.transaction_type] },
  {
    key: "credit",
    title: "You paid",
    figures: true,
    cell: (row) => amountText(row.credit, row.credit_currency),
  },
  { key: "debit", title: "You got", figures: true, cell: (row) => amountText(row.debit, row.debit_currency) },
  { key: "rate", title: "Rate", figures: true, cell: rateText },
  { key: "fee", title: "Fee", figures: true, cell: feeText },
  {
    key: "reference",
    title: "Reference",
    cell: (row) => <span className={styles["reference"]}>{row.reference}</span>,
  },
  {
    key: "status",
    title: "Status",
    cell: (row) => <Status kind={STATUSES[row.status][0]}>{STATUSES[row.status][1]}</Status>,
  },
];

interface HistoryPageProps {
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** All of the customer's transactions, newest first, a page at a time. */
export function HistoryPage({ page, onPage }: HistoryPageProps) {
  const history = trpc.history.list.useQuery({ page, per_page: 20 }, { placeholderData: keepPreviousData });

  useEffect(() => {
    if (history.error !== null) alertFailure("Get transactions", history.error);
  }, [history.error]);

  return (
    <>
      <ScreenHead title="Transactions history" lead="Every movement of your balances, newest first." />
      <Card>
        <HistoryList
          history={history.data}
          failed={history.isError}
          stale={history.isPlaceholderData}
          onPage={onPage}
          onRetry={() => void history.refetch()}
        />
      </Card>
    </>
  );
}

interface HistoryListProps {
  readonly history:
    | {
        readonly data: readonly Transaction[];
        readonly meta: { current_page: number; last_page: number; total: number };
      }
    | undefined;
  readonly failed: boolean;
  readonly stale: boolean;
  readonly onPage: (page: number) => void;
  readonly onRetry: () => void;
}

function HistoryList({ history, failed, stale, onPage, onRetry }: HistoryListProps) {
  if (history === undefined) {
    return failed ? (
      <EmptyState
        title="Your transactions could not be read"
        action={
          <Button kind="quiet" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        They are safe on our side; only this list is missing.
      </EmptyState>
    ) : (
      <div aria-busy="true" aria-label="Your transactions are on their way">
        <Skeleton lines={8} />
      </div>
    );
  }
  const { data, meta } = history;
  if (meta.total === 0) {
    return (
      <EmptyState
        title="No transactions yet"
        action={
          <SiteLink to="/dashboard/currency-exchange" className={buttonClass("primary")}>
            Make your first exchange
          </SiteLink>
        }
      >
        What you deposit, exchange and withdraw will stand here, each with its rate and its fee.
      </EmptyState>
    );
  }
  return (
    <div className={styles["list"]}>
      <DataTable
        caption="Your transactions, newest first"
        columns={COLUMNS}
        rows={data}
        rowKey={(row) => row.id}
        stale={stale}
      />
      <div className={styles["foot"]}>
        <output className={styles["count"]}>
          Page {meta.current_page} of {meta.last_page}, {meta.total}{" "}
          {meta.total === 1 ? "transaction" : "transactions"}
        </output>
        <Pagination
          label="Pages of your transactions"
          page={meta.current_page}
          lastPage={meta.last_page}
          onPage={onPage}
        />
      </div>
    </div>
  );
}

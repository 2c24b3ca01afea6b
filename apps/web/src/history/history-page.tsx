import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PageMeta } from "@wattle/contracts/paging";
import { displayBalances, displayTime } from "@wattle/exchange-core/display";
import { knownMarkets } from "@wattle/contracts/markets";
import type { Transaction } from "@wattle/contracts/history";
import { SEARCH_LIMIT } from "@wattle/contracts/history-rules";
import { useEffect, useState, type MouseEvent, type ReactNode } from "react";
import { amountText, coinPrice } from "../money/price-figures.ts";
import { alertFailure } from "../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../controls/data-table.tsx";
import type { Column } from "../controls/table-rows.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { activityWords } from "./activity-words.ts";
import { DoneIcon } from "../ui/icons.tsx";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { ListFoot } from "../controls/list-foot.tsx";
import { Status } from "../controls/status.tsx";
import { Loaded, type Answer } from "../controls/loaded.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import { CsvLinks } from "./csv-links.tsx";
import { filterInput, isFiltered, type HistorySearch } from "./history-search.ts";
import { pollInterval } from "./poll-interval.ts";
import { STATUS_WORDS } from "./statuses.ts";
import { TransactionDetails } from "./transaction-details.tsx";
import { transactionPage } from "./transaction-page.ts";
import { transactionMonths, type PagePlace } from "./transaction-groups.ts";
import { TransactionRows } from "./transaction-rows.tsx";
import { effectOf, hasReceipt } from "./transaction-words.ts";
import styles from "./history-page.module.css";

/** The price of one coin, whichever way the exchange went, as the exchange form showed it. */
function Price({ row }: { readonly row: Transaction }) {
  const { rate, fee, fee_amount, converted } = row;
  if (rate === null || fee === null || fee_amount === null || converted === null) return null;
  const coin = coinPrice({ ...row, rate });
  if (coin === undefined) return null;
  const [figure, code] = coin.price.split(" ");
  return <TwoLines main={figure} small={`${code} per ${coin.coin}`} />;
}

function Fee({ row }: { readonly row: Transaction }) {
  const { rate, fee, fee_amount, fee_currency } = row;
  if (fee === null) return null;
  return fee_amount === null || fee_currency === null ? (
    `${fee}%`
  ) : (
    <TwoLines main={amountText(fee_amount, fee_currency)} small={rate === null ? "network fee" : `${fee}%`} />
  );
}

/** A link in a row leads to its own page; it does not open the row. */
const inItsRow = (event: MouseEvent): void => event.stopPropagation();

/** A deposit's or withdrawal's reference leads to its own page. */
function Reference({ row }: { readonly row: Transaction }) {
  const page = transactionPage(row);
  return page === undefined ? (
    <span translate="no">{row.reference}</span>
  ) : (
    <Link to={page} search={{ id: row.id }} translate="no" onClick={inItsRow}>
      {row.reference}
    </Link>
  );
}

function TwoLines({ main, small }: { readonly main: ReactNode; readonly small: ReactNode }) {
  return (
    <span className={styles["lines"]}>
      <span>{main}</span> <span className={styles["small"]}>{small}</span>
    </span>
  );
}

const COLUMNS: readonly Column<Transaction>[] = [
  {
    key: "created_at",
    title: "Time",
    cell: (row) => (
      <time dateTime={row.created_at} className={styles["time"]}>
        {displayTime(Date.parse(row.created_at))}
      </time>
    ),
  },
  {
    key: "type",
    title: "Transaction",
    cell: (row) => (
      <TwoLines
        main={<span className={styles["title"]}>{activityWords(row).title}</span>}
        small={<Reference row={row} />}
      />
    ),
  },
  { key: "out", title: "Out", figures: true, cell: (row) => <Moved row={row} way="out" /> },
  { key: "in", title: "In", figures: true, cell: (row) => <Moved row={row} way="in" /> },
  { key: "rate", title: "Rate", figures: true, cell: (row) => <Price row={row} /> },
  { key: "fee", title: "Fee", figures: true, cell: (row) => <Fee row={row} /> },
  {
    key: "status",
    title: "Status",
    cell: ({ status }) => {
      const { kind, word } = STATUS_WORDS[status];
      if (status === "completed")
        return (
          <span className={styles["done"]}>
            <DoneIcon size={18} />
            <span className="visually-hidden">{word}</span>
          </span>
        );
      return <Status kind={kind}>{word}</Status>;
    },
  },
  { key: "receipt", title: "Receipt", cell: (row) => hasReceipt(row) && <ReceiptLink row={row} /> },
];

/** Amount that left or reached the balance; nothing if the transaction goes the other way only. */
function Moved({ row, way }: { readonly row: Transaction; readonly way: "in" | "out" }) {
  const effect = effectOf(row);
  const text = effect[way];
  if (text === undefined) return null;
  return (
    <span className={effect.isVoid ? styles["void"] : way === "in" ? styles["got"] : undefined}>{text}</span>
  );
}

function ReceiptLink({ row }: { readonly row: Transaction }) {
  return (
    <Link to="/dashboard/transactions-history/receipt" search={{ id: row.id }} onClick={inItsRow}>
      Receipt <span className="visually-hidden">of {row.reference}</span>
    </Link>
  );
}

interface HistoryPageProps {
  readonly search: HistorySearch;
  readonly onSearch: (next: HistorySearch) => void;
}

/** All of the customer's transactions, newest first, a page at a time; pending ones are followed. */
export function HistoryPage({ search, onSearch }: HistoryPageProps) {
  const history = trpc.history.list.useQuery(
    { page: search.page ?? 1, per_page: 20, ...filterInput(search) },
    {
      ...SHOWN_IN_PLACE,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => pollInterval(state.data?.data, state.dataUpdateCount),
    },
  );

  useEffect(() => {
    if (history.error !== null) alertFailure("Get transactions", history.error);
  }, [history.error]);

  const narrow = useNarrow();
  // Also while it is not known whether there are any: most have some, and nothing moves then.
  const shown =
    isFiltered(search) || (history.data === undefined ? !history.isError : history.data.meta.total > 0);
  const list = (
    <HistoryList
      history={history}
      narrow={narrow}
      filtered={isFiltered(search)}
      atLimit={search.search !== undefined && history.data?.meta.total === SEARCH_LIMIT}
      onPage={(page) => {
        const { page: _former, ...filters } = search;
        onSearch(page === 1 ? filters : { ...filters, page });
      }}
      onClear={() => onSearch({})}
    />
  );
  return (
    <>
      <ScreenHead
        title="Transactions history"
        {...(!narrow && {
          lead: "All your transactions, newest first.",
          aside: shown && <Files search={search} />,
        })}
      />
      {narrow ? (
        <div className={styles["phone"]}>
          {shown && <FilterBar search={search} onSearch={onSearch} total={history.data?.meta.total} />}
          {list}
        </div>
      ) : (
        <Card>
          {shown && <HistoryFilters search={search} onSearch={onSearch} />}
          {list}
        </Card>
      )}
    </>
  );
}

/** The list's rows as files. */
function Files({ search }: { readonly search: HistorySearch }) {
  return (
    <div className={styles["files"]}>
      <CsvLinks search={search} />
      <SiteLink to="/dashboard/statements" className={buttonClass("quiet")}>
        Statements
      </SiteLink>
    </div>
  );
}

interface HistoryListProps {
  readonly history: Answer<{ readonly data: readonly Transaction[]; readonly meta: PageMeta }>;
  readonly narrow: boolean;
  /** Fewer rows are asked for than there are. */
  readonly filtered: boolean;
  /** Older ones may fit as well, which the search leaves out. */
  readonly atLimit: boolean;
  readonly onPage: (page: number) => void;
  readonly onClear: () => void;
}

function HistoryList({ history, narrow, filtered, atLimit, onPage, onClear }: HistoryListProps) {
  if (history.data === undefined)
    return <Loaded query={history} what="your transactions" note="Your account hasn’t changed." lines={8} />;
  const { data, meta } = history.data;
  const stale = history.isPlaceholderData === true;
  if (meta.total === 0 && filtered) {
    return (
      <EmptyState
        title="No matching transactions"
        // At a desk the filters above have it.
        action={
          narrow && (
            <Button kind="quiet" onClick={onClear}>
              Clear filters
            </Button>
          )
        }
      >
        Search by 4+ characters of a reference, or an exact amount.
      </EmptyState>
    );
  }
  if (meta.total === 0) return <NoTransactions />;
  return (
    <div className={styles["list"]}>
      {atLimit && (
        <p className={styles["count"]}>
          Showing the newest {SEARCH_LIMIT} matches, here and in downloads. Use the filters to find older
          ones.
        </p>
      )}
      {narrow ? (
        <TransactionRows rows={data} place={meta} stale={stale} />
      ) : (
        <TransactionTable rows={data} place={meta} stale={stale} />
      )}
      <ListFoot label="Pages of your transactions" meta={meta} onPage={onPage} />
    </div>
  );
}

/** The history at a desk: a row opens what there is to know of it. */
function TransactionTable({
  rows,
  place,
  stale,
}: {
  readonly rows: readonly Transaction[];
  readonly place: PagePlace;
  readonly stale: boolean;
}) {
  const [openId, setOpenId] = useState<string>();
  const months = transactionMonths(rows, place);
  const monthOf = (row: Transaction) => months.find((month) => month.rows.includes(row));
  const open = rows.find(({ id }) => id === openId);
  return (
    <>
      <DataTable
        caption="Your transactions, newest first"
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.id}
        groupOf={(row) => monthOf(row)?.heading ?? ""}
        groupSays={([first]) => (first === undefined ? "" : (monthOf(first)?.sum ?? ""))}
        stale={stale}
        onOpen={({ id }) => setOpenId(id)}
      />
      <Dialog
        open={open !== undefined}
        title={open === undefined ? "" : activityWords(open).title}
        onClose={() => setOpenId(undefined)}
      >
        {open !== undefined && <TransactionDetails row={open} />}
      </Dialog>
    </>
  );
}

/** Leads to the first step: a deposit, or the exchange if there is money already. */
function NoTransactions() {
  const balances = trpc.balances.get.useQuery();
  const { fiat, crypto } = displayBalances(balances.data ?? {}, knownMarkets().currencies);
  const isBroke = balances.data !== undefined && fiat.length === 0 && crypto.length === 0;
  return (
    <EmptyState
      emblem={<Emblem of="history" />}
      title="No transactions yet"
      action={
        !balances.isPending && (
          <SiteLink
            to={isBroke ? "/dashboard/deposit-money" : "/dashboard/currency-exchange"}
            className={buttonClass("primary")}
          >
            {isBroke ? "Make a deposit" : "Make your first exchange"}
          </SiteLink>
        )
      }
    >
      Your deposits, exchanges and withdrawals will show here.
    </EmptyState>
  );
}

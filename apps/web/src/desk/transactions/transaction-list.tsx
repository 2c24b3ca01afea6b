import { keepPreviousData } from "@tanstack/react-query";
import type { ListedTransaction, TransactionsInput } from "@wattle/contracts/bank-operations";
import { TYPE_WORDS } from "../../history/history-search.ts";
import { STATUS_WORDS } from "../../history/statuses.ts";
import { useMarkets } from "../../markets/use-markets.ts";
import { amountText } from "../../money/price-figures.ts";
import { classNames } from "../../ui/class-names.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { momentColumn, nameColumn, referenceColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { CursorPages } from "../parts/cursor-pages.tsx";
import { FilterForm } from "../parts/filter-form.tsx";
import { SavedViews } from "../parts/saved-views.tsx";
import { byAmount } from "../parts/sorting.ts";
import parts from "../parts/parts.module.css";
import { useDeskSearch } from "../parts/use-desk-search.ts";

const customerName = ({ customer }: ListedTransaction): string =>
  `${customer.first_name} ${customer.last_name}`;

/** An amount that comes in or goes out is the same on both sides. */
const isExchange = ({ transaction_type: type }: ListedTransaction): boolean => type === "exchange";

const COLUMNS: readonly DeskColumn<ListedTransaction>[] = [
  nameColumn("customer", "Customer", customerName),
  textColumn("kind", "Kind", ({ transaction_type: type }) => TYPE_WORDS[type]),
  {
    key: "amount",
    title: "Amount",
    figures: true,
    cell: ({ credit, credit_currency: code }) => amountText(credit, code),
    sort: byAmount(
      ({ credit }) => credit,
      (row) => row.credit_currency,
    ),
    csv: ({ credit, credit_currency: code }) => `${credit} ${code}`,
  },
  {
    key: "for",
    title: "For",
    // Right behind the amount, whose other side it is.
    cell: (row) =>
      isExchange(row) && (
        <span className={classNames(parts["muted"], parts["whole"])}>
          for {amountText(row.debit, row.debit_currency)}
        </span>
      ),
    sort: byAmount(
      (row) => (isExchange(row) ? row.debit : null),
      (row) => row.debit_currency,
    ),
    csv: (row) => (isExchange(row) ? `${row.debit} ${row.debit_currency}` : ""),
  },
  stateColumn(
    // Only a request waits for staff.
    ({ status }) => ({ ...STATUS_WORDS[status], quiet: status !== "requested" }),
    ({ status }) => status,
  ),
  momentColumn("made", "Made", ({ created_at: at }) => at),
  referenceColumn(),
];

const FILTERS = ["type", "status", "currency", "amount", "customer", "from", "to"] as const;
const SHOWN = 50;
/** Rows of a file are read so many at once. */
const PIECE = 100;

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const STATUS_TEXTS = Object.fromEntries(
  Object.entries(STATUS_WORDS).map(([status, { word }]) => [status, word]),
);

/** An amount as people type it: `1,000.00`. */
const plainAmount = (typed: string): string => typed.replaceAll(/[,\s]/g, "");

/** The filter as the address has it. */
function useFilter() {
  const { search } = useDeskSearch();
  const given = FILTERS.flatMap((name) => {
    const text = search[name];
    return text === undefined ? [] : [[name, name === "amount" ? plainAmount(text) : text] as const];
  });
  return { isAny: given.length > 0, input: Object.fromEntries(given) as Partial<Inputs> };
}
type Inputs = Omit<TransactionsInput, "per_page" | "after">;

/** Transactions of all customers, newest first, by filters that the address keeps. @param onOpen takes the wanted reference */
export function TransactionList({ onOpen }: { readonly onOpen: (reference: string) => void }) {
  const { after } = useDeskSearch().search;
  const { isAny, input } = useFilter();
  const { markets } = useMarkets();
  const utils = trpc.useUtils();
  const list = trpc.ops.transactions.list.useQuery(
    { ...input, per_page: SHOWN, ...(after !== undefined && { after }) },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const isAll = after === undefined && list.data?.next === null;
  return (
    <>
      <FilterForm
        choices={[
          { name: "type", label: "Kind", all: "All kinds", options: optionsOf(TYPE_WORDS) },
          { name: "status", label: "State", all: "All states", options: optionsOf(STATUS_TEXTS) },
          {
            name: "currency",
            label: "Currency",
            all: "All currencies",
            options: markets.currencies.map(({ code }) => ({ value: code, label: code })),
          },
        ]}
        texts={[
          ["amount", "Amount", "1,000.00"],
          ["customer", "Customer", "Name or email"],
        ]}
      />
      <SavedViews names={FILTERS} />
      <DeskList
        caption="Transactions"
        columns={COLUMNS}
        card={{ customer: "head", amount: "end", state: "line", kind: "line", made: "line", for: "line" }}
        query={{ ...list, data: list.data?.data }}
        rowKey={({ id }) => id}
        pieceAfter={
          isAll
            ? undefined
            : (place, signal) =>
                utils.client.ops.transactions.list.query(
                  { ...input, per_page: PIECE, ...(place !== undefined && { after: place }) },
                  { signal },
                )
        }
        empty={{
          title: isAny ? "No matching transactions" : "No transactions yet",
          text: isAny ? "Change or clear the filters." : "Deposits, exchanges and withdrawals show here.",
        }}
        onOpen={({ reference }) => onOpen(reference)}
      />
      <CursorPages next={list.data?.next} onward="Older transactions" first="Newest transactions" />
    </>
  );
}

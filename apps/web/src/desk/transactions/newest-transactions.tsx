import type { NewestTransaction } from "@wattle/contracts/bank-operations";
import { TYPE_WORDS } from "../../history/history-search.ts";
import { STATUS_WORDS } from "../../history/statuses.ts";
import { amountText } from "../../money/price-figures.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { momentColumn, nameColumn, referenceColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { byAmount } from "../parts/sorting.ts";

const customerName = ({ customer }: NewestTransaction): string =>
  `${customer.first_name} ${customer.last_name}`;

/** An amount that comes in or goes out is the same on both sides. */
const isExchange = ({ transaction_type: type }: NewestTransaction): boolean => type === "exchange";

const COLUMNS: readonly DeskColumn<NewestTransaction>[] = [
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
    figures: true,
    cell: (row) => isExchange(row) && amountText(row.debit, row.debit_currency),
    sort: byAmount(
      (row) => (isExchange(row) ? row.debit : null),
      (row) => row.debit_currency,
    ),
    csv: (row) => (isExchange(row) ? `${row.debit} ${row.debit_currency}` : ""),
  },
  stateColumn(
    ({ status }) => STATUS_WORDS[status],
    ({ status }) => status,
  ),
  momentColumn("made", "Made", ({ created_at: at }) => at),
  referenceColumn(),
];

/** The last transactions of all customers. @param onOpen takes the reference of the one that is wanted */
export function NewestTransactions({ onOpen }: { readonly onOpen: (reference: string) => void }) {
  const list = trpc.ops.transactions.newest.useQuery(undefined, SHOWN_IN_PLACE);
  return (
    <DeskList
      caption="Newest transactions"
      columns={COLUMNS}
      card={{ customer: "head", amount: "end", state: "line", kind: "line", made: "line" }}
      query={{ ...list, data: list.data?.data }}
      rowKey={({ id }) => id}
      empty={{ title: "No transactions yet", text: "Deposits, exchanges and withdrawals show here." }}
      onOpen={({ reference }) => onOpen(reference)}
    />
  );
}

import type { ReactNode } from "react";
import styles from "../payees/payees.module.css";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { ShortAddress } from "../../money/coin-address.tsx";
import type { WithdrawalRecord } from "../parts/answers.ts";
import { momentColumn, nameColumn, referenceColumn } from "../parts/columns.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import { signedText } from "../parts/signed-money.ts";
import { byAmount } from "../parts/sorting.ts";
import { WithdrawalPanel } from "./withdrawal-panel.tsx";

const MOST = 100;
const GROUPS = ["To be sent", "In a batch", "Left out: customer blocked or on hold"] as const;
const [FREE, IN_BATCH, HELD] = GROUPS;

interface RequestedRow extends WithdrawalRecord {
  readonly group: (typeof GROUPS)[number];
}

const COLUMNS: readonly DeskColumn<RequestedRow>[] = [
  nameColumn("customer", "Customer", ({ customer }) => `${customer.first_name} ${customer.last_name}`),
  {
    key: "address",
    title: "Address",
    cell: ({ coin_payee: payee }) => payee && <ShortAddress address={payee.address} />,
    csv: ({ coin_payee: payee }) => payee?.address ?? "",
  },
  referenceColumn(),
  {
    key: "amount",
    title: "Amount",
    figures: true,
    cell: ({ credit, credit_currency: currency }) => <strong>{signedText(credit, currency)}</strong>,
    sort: byAmount(
      ({ credit }) => credit,
      (row) => row.credit_currency,
    ),
    csv: ({ credit }) => credit,
  },
  { ...momentColumn("asked", "Asked", ({ created_at: at }: RequestedRow) => at), secondary: true },
];

/**
 * Withdrawals of coins that no one has signed yet, each with what can be done with it alone. If there is none, only what
 * is under them.
 */
export function RequestedCoins({ children }: { readonly children: ReactNode }) {
  const payable = trpc.ops.withdrawals.list.useQuery({ status: "requested", per_page: MOST }, SHOWN_IN_PLACE);
  const heldBack = trpc.ops.withdrawals.list.useQuery({ held_back: true, per_page: MOST }, SHOWN_IN_PLACE);
  const rowsOf = (some: readonly WithdrawalRecord[] = [], group: RequestedRow["group"]): RequestedRow[] =>
    some
      .filter(({ coin_payee: payee }) => payee !== null)
      .map((row) => ({ ...row, group: row.being_paid ? IN_BATCH : group }));
  const rows = [...rowsOf(payable.data?.data, FREE), ...rowsOf(heldBack.data?.data, HELD)];
  if (rows.length === 0) return children;
  return (
    <ListAndPanel
      firstShows
      caption="Withdrawals of coins to be paid"
      card={{ customer: "head", amount: "end", reference: "line", address: "line" }}
      columns={COLUMNS}
      query={{ data: rows.toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group)) }}
      groupOf={({ group }) => group}
      empty={{ title: "Nothing to pay" }}
      named={({ reference }) => reference}
      panel={(row, isGone) => (
        <WithdrawalPanel
          withdrawal={row}
          isGone={isGone}
          inBatch={row.group === IN_BATCH}
          held={row.group === HELD}
        />
      )}
    >
      <div className={styles["row"]}>{children}</div>
    </ListAndPanel>
  );
}

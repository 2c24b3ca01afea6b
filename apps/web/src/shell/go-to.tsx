import { useNavigate } from "@tanstack/react-router";
import { CommandBox } from "../controls/command-box.tsx";
import type { CommandGroup } from "../controls/commands.ts";
import { TYPE_WORDS } from "../history/history-search.ts";
import { STATUS_WORDS } from "../history/statuses.ts";
import { transactionPage } from "../history/transaction-page.ts";
import { amountText } from "../money/price-figures.ts";
import { trpc } from "../trpc.ts";
import type { DashboardSection } from "./dashboard-sections.ts";

/** The latest transactions that are offered. */
const TRANSACTIONS = 20;

export interface GoToProps {
  readonly open: boolean;
  readonly sections: readonly DashboardSection[];
  readonly onClose: () => void;
  readonly onLogOut: () => void;
}

/** Leads to a section of the dashboard or to one of the latest transactions, and logs out. */
export function GoTo({ open, sections, onClose, onLogOut }: GoToProps) {
  const navigate = useNavigate();
  const latest = trpc.history.list.useQuery(
    { page: 1, per_page: TRANSACTIONS },
    { enabled: open, trpc: { context: { background: true } } },
  );
  const groups: CommandGroup[] = [
    {
      label: "Sections",
      commands: sections.map(({ to, label }) => ({ key: to, label, run: () => void navigate({ to }) })),
    },
    { label: "Account", commands: [{ key: "log-out", label: "Log out", run: onLogOut }] },
    // Last, as it comes last: what is chosen by then keeps its place.
    {
      label: "Latest transactions",
      commands: (latest.data?.data ?? []).map((row) => ({
        key: row.id,
        label: row.reference,
        detail: `${TYPE_WORDS[row.transaction_type]}, ${amountText(row.credit, row.credit_currency)}, ${STATUS_WORDS[row.status].word}`,
        run: () =>
          void navigate({
            to: transactionPage(row) ?? "/dashboard/transactions-history/receipt",
            search: { id: row.id },
          }),
      })),
    },
  ];
  return (
    <CommandBox open={open} label="Go to" placeholder="Page or reference" groups={groups} onClose={onClose} />
  );
}

import { createFileRoute } from "@tanstack/react-router";
import { HistoryPage } from "../../history/history-page.tsx";
import { historySearch } from "../../history/history-search.ts";

export const Route = createFileRoute("/dashboard/transactions-history")({
  validateSearch: historySearch,
  component: History,
  staticData: {
    name: "transactions-history",
    title: "Transactions history",
    sidebar: { label: "Transactions history", order: 20, icon: "history" },
    unlisted: true,
  },
});

function History() {
  // The root route keeps what the address says; only what was judged here counts.
  const search = historySearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  return <HistoryPage search={search} onSearch={(next) => void navigate({ search: next })} />;
}

import { createFileRoute } from "@tanstack/react-router";
import { RecurringScreen } from "../../recurring/recurring-screen.tsx";
import { recurringSearch } from "../../recurring/recurring-search.ts";

export const Route = createFileRoute("/dashboard/recurring-buys")({
  validateSearch: recurringSearch,
  component: Recurring,
  staticData: {
    name: "recurring-buys",
    title: "Recurring buys",
    sidebar: { label: "Recurring buys", order: 80, icon: "recurring", group: "Account", more: true },
    unlisted: true,
  },
});

function Recurring() {
  // The root route keeps what the address says; only what was judged here counts.
  return <RecurringScreen wanted={recurringSearch({ ...Route.useSearch() })} />;
}

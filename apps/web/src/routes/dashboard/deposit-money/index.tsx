import { createFileRoute } from "@tanstack/react-router";
import { DepositScreen } from "../../../deposits/deposit-screen.tsx";
import { depositSearch } from "../../../deposits/deposit-search.ts";

export const Route = createFileRoute("/dashboard/deposit-money/")({
  validateSearch: depositSearch,
  component: Deposit,
  staticData: {
    name: "deposit-money-page",
    title: "Deposit Money",
    heading: "Deposit money",
    unlisted: true,
  },
});

function Deposit() {
  // The root route keeps what the address says; only what was judged here counts.
  return <DepositScreen search={depositSearch({ ...Route.useSearch() })} />;
}

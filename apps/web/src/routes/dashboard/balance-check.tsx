import { createFileRoute } from "@tanstack/react-router";
import { BalanceCheckPage } from "../../liabilities/balance-check-page.tsx";

export const Route = createFileRoute("/dashboard/balance-check")({
  component: BalanceCheckPage,
  staticData: {
    name: "balance-check",
    title: "Balance check",
    heading: "Check that your balance is counted",
    unlisted: true,
  },
});

import { createFileRoute } from "@tanstack/react-router";
import { transactionSearch } from "../../deposits/payment-search.ts";
import { ReceiptPage } from "../../receipts/receipt-page.tsx";

export const Route = createFileRoute("/dashboard/transactions-history_/receipt")({
  validateSearch: transactionSearch,
  component: Receipt,
  staticData: { name: "receipt", title: "Receipt", heading: "", unlisted: true },
});

function Receipt() {
  return <ReceiptPage id={transactionSearch({ ...Route.useSearch() }).id} />;
}

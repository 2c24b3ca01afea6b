import { createFileRoute } from "@tanstack/react-router";
import { transactionSearch } from "../../../deposits/payment-search.ts";
import { PaymentScreen } from "../../../deposits/payment-screen.tsx";

export const Route = createFileRoute("/dashboard/deposit-money/pay-payment-instruction")({
  validateSearch: transactionSearch,
  component: PayId,
  staticData: { name: "PayPaymentsPage", title: "PayID Page", heading: "", unlisted: true },
});

function PayId() {
  return <PaymentScreen id={Route.useSearch().id} title="Pay by PayID" />;
}

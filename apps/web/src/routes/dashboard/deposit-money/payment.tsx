import { createFileRoute } from "@tanstack/react-router";
import { transactionSearch } from "../../../deposits/payment-search.ts";
import { PaymentScreen } from "../../../deposits/payment-screen.tsx";

export const Route = createFileRoute("/dashboard/deposit-money/payment")({
  validateSearch: transactionSearch,
  component: Payment,
  staticData: { name: "payment", title: "Payments Page", heading: "", unlisted: true },
});

function Payment() {
  return <PaymentScreen id={Route.useSearch().id} title="Payments" />;
}

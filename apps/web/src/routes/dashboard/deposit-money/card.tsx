import { createFileRoute } from "@tanstack/react-router";
import { CardScreen } from "../../../onramp/card-screen.tsx";
import { onrampSearch } from "../../../onramp/onramp-search.ts";

export const Route = createFileRoute("/dashboard/deposit-money/card")({
  validateSearch: onrampSearch,
  component: CardPayment,
  staticData: { name: "card", title: "Card payment", heading: "Pay by card or wallet", unlisted: true },
});

function CardPayment() {
  return <CardScreen order={onrampSearch({ ...Route.useSearch() }).order} />;
}

import { createFileRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { draftOfSearch, exchangeSearch } from "../../exchange/exchange-search.ts";
import { ExchangeScreen } from "../../exchange/exchange-screen.tsx";

export const Route = createFileRoute("/dashboard/currency-exchange")({
  validateSearch: exchangeSearch,
  component: Exchange,
  staticData: {
    name: "currency-exchange",
    title: "Buy/Sell Crypto-Currencies",
    heading: "Exchange Crypto",
    description: "Buy/Sell Crypto-Currencies, a fast and trusted exchange service",
    sidebar: { label: "Buy/Sell Crypto-Currencies", order: 50, icon: "exchange", group: "Money" },
    unlisted: true,
  },
});

function Exchange() {
  // The root route keeps what the address says; only what was judged here counts.
  const wanted = draftOfSearch(exchangeSearch({ ...Route.useSearch() }));
  const navigate = Route.useNavigate();
  const isAsked = wanted !== undefined;
  useEffect(() => {
    // The form has taken it over: loading the page again must not bring back what has been edited or exchanged since.
    if (isAsked) void navigate({ search: {}, replace: true, resetScroll: false });
  }, [isAsked, navigate]);
  return <ExchangeScreen wanted={wanted} />;
}

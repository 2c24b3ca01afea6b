import { createFileRoute } from "@tanstack/react-router";
import { ExchangeScreen } from "../../exchange/exchange-screen.tsx";

export const Route = createFileRoute("/dashboard/currency-exchange")({
  component: ExchangeScreen,
  staticData: {
    name: "currency-exchange",
    title: "Buy/Sell Crypto-Currencies",
    description: "Buy/Sell Crypto-Currencies, a fast and trusted exchange service",
    sidebar: "Buy/Sell Crypto-Currencies",
    unlisted: true,
  },
});

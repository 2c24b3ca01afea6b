import { createFileRoute } from "@tanstack/react-router";
import { BuySellPage } from "../site/buy-sell-page.tsx";

export const Route = createFileRoute("/buy-sell")({
  component: BuySellPage,
  staticData: {
    name: "site.buy.sell",
    title: "Buy and sell cryptocurrencies",
    description:
      "What buying and selling bitcoin costs: today’s rates with the fee, a price taken apart line by line, limits, and a rate held for 45 seconds.",
    background: "hero",
  },
});

import { createFileRoute } from "@tanstack/react-router";
import { BuySellPage } from "../site/buy-sell-page.tsx";

export const Route = createFileRoute("/buy-sell")({
  component: BuySellPage,
  staticData: {
    name: "site.buy.sell",
    title: "Buy and sell cryptocurrencies",
    description:
      "What it costs to buy and sell bitcoin: today’s rates after our fee, every part of the price, limits, and a rate held for 45 seconds.",
    background: "hero",
  },
});

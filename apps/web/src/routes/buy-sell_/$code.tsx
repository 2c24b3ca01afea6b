import { createFileRoute } from "@tanstack/react-router";
import { CoinPage } from "../../site/coins/coin-page.tsx";
import { NotFound } from "../../site/not-found.tsx";

export const Route = createFileRoute("/buy-sell_/$code")({
  loader: ({ context, params }) => context.coin(params.code),
  component: Page,
  staticData: {
    name: "site.buy.sell.coin",
    title: "Page not found",
    titled: (coin) => {
      const { name, code } = coin as { readonly name: string; readonly code: string };
      return {
        title: `${name} (${code}) price, buy and sell`,
        description: `The ${name} price now and over time, what it costs to buy and sell ${code}, and a converter with every part of the price.`,
      };
    },
    background: "hero",
  },
});

function Page() {
  const coin = Route.useLoaderData();
  return coin === undefined ? <NotFound /> : <CoinPage key={coin.code} coin={coin} />;
}

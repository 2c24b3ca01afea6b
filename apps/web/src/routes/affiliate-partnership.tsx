import { createFileRoute } from "@tanstack/react-router";
import { AffiliatePage } from "../site/affiliate-page.tsx";

export const Route = createFileRoute("/affiliate-partnership")({
  component: AffiliatePage,
  staticData: {
    name: "site.affiliate",
    title: "Affiliate Partnership",
    description:
      "Recommend the exchange with a link of your own and see each transaction that comes of it on your partners board.",
    background: "hero",
  },
});

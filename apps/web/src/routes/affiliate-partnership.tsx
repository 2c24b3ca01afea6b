import { createFileRoute } from "@tanstack/react-router";
import { AffiliatePage } from "../site/affiliate-page.tsx";

export const Route = createFileRoute("/affiliate-partnership")({
  component: AffiliatePage,
  staticData: {
    name: "site.affiliate",
    title: "Affiliate Partnership",
    description:
      "Recommend the exchange with your own link and see every transaction your referrals make on your partners board.",
    background: "hero",
  },
});

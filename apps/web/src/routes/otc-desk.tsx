import { createFileRoute } from "@tanstack/react-router";
import { OtcDeskPage } from "../site/otc-desk-page.tsx";

export const Route = createFileRoute("/otc-desk")({
  component: OtcDeskPage,
  staticData: {
    name: "site.otc.desk",
    title: "OTC desk",
    description:
      "Bulk trading of bitcoin and ether for companies and regular clients: one price for the whole amount, and one person to talk to.",
    background: "hero",
  },
});

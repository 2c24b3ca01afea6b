import { createFileRoute } from "@tanstack/react-router";
import { TermsPage } from "../site/legal/terms-page.tsx";

export const Route = createFileRoute("/terms-of-service")({
  component: TermsPage,
  staticData: {
    name: "site.terms",
    title: "Terms of Service",
    description:
      "The agreement between you and us about your account, exchanges, held rates, fees, deposits, withdrawals and the coins we keep for you.",
    background: "hero",
  },
});

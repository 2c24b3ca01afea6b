import { createFileRoute } from "@tanstack/react-router";
import { OwnLegalPage } from "../site/legal/own-legal-page.tsx";
import { TermsPage } from "../site/legal/terms-page.tsx";

export const Route = createFileRoute("/terms-of-service")({
  loader: ({ context }) => context.legalText("terms"),
  component: Page,
  staticData: {
    name: "site.terms",
    title: "Terms of Service",
    description:
      "The agreement between you and us about your account, exchanges, held rates, fees, deposits, withdrawals and the coins we keep for you.",
    background: "hero",
  },
});

function Page() {
  const text = Route.useLoaderData();
  return text === undefined ? <TermsPage /> : <OwnLegalPage seed="site.terms" text={text} />;
}

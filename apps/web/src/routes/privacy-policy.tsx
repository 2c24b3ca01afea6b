import { createFileRoute } from "@tanstack/react-router";
import { OwnLegalPage } from "../site/legal/own-legal-page.tsx";
import { PrivacyPage } from "../site/legal/privacy-page.tsx";

export const Route = createFileRoute("/privacy-policy")({
  loader: ({ context }) => context.legalText("privacy"),
  component: Page,
  staticData: {
    name: "site.privacy",
    title: "Privacy policy",
    description:
      "What personal information this site collects, why, who gets it, how long it is kept, and what you can do about it.",
    background: "hero",
  },
});

function Page() {
  const text = Route.useLoaderData();
  return text === undefined ? <PrivacyPage /> : <OwnLegalPage seed="site.privacy" text={text} />;
}

import { createFileRoute } from "@tanstack/react-router";
import { OwnLegalPage } from "../site/legal/own-legal-page.tsx";
import { AmlPage } from "../site/legal/aml-page.tsx";

export const Route = createFileRoute("/aml")({
  loader: ({ context }) => context.legalText("aml"),
  component: Page,
  staticData: {
    name: "site.aml",
    title: "AML policy",
    description:
      "How we prevent money laundering: how we verify customers and match payments, what our staff can decide and what we ask of you.",
    background: "hero",
  },
});

function Page() {
  const text = Route.useLoaderData();
  return text === undefined ? <AmlPage /> : <OwnLegalPage seed="site.aml" text={text} />;
}

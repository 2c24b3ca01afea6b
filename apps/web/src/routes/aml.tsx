import { createFileRoute } from "@tanstack/react-router";
import { AmlPage } from "../site/legal/aml-page.tsx";

export const Route = createFileRoute("/aml")({
  component: AmlPage,
  staticData: {
    name: "site.aml",
    title: "AML policy",
    description:
      "How money laundering and terrorism financing are kept out: who is verified, what is watched, what is reported and what we ask of you.",
    background: "hero",
  },
});

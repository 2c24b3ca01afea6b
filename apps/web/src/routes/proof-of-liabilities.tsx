import { createFileRoute } from "@tanstack/react-router";
import { ProofOfLiabilitiesPage } from "../site/proof-of-liabilities-page.tsx";

export const Route = createFileRoute("/proof-of-liabilities")({
  component: ProofOfLiabilitiesPage,
  staticData: {
    name: "site.proof-of-liabilities",
    title: "Proof of what we owe",
    description:
      "Every day we publish what we owe to all customers, so that each one can check that their balance is counted. What this proves, and what it doesn’t.",
    background: "hero",
  },
});

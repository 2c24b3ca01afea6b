import { createFileRoute } from "@tanstack/react-router";
import { PrivacyPage } from "../site/legal/privacy-page.tsx";

export const Route = createFileRoute("/privacy-policy")({
  component: PrivacyPage,
  staticData: {
    name: "site.privacy",
    title: "Privacy policy",
    description:
      "What personal information we collect, why, who gets it, how long it is kept, and your rights in Australia and Nigeria.",
    background: "hero",
  },
});

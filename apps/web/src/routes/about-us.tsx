import { createFileRoute } from "@tanstack/react-router";
import { AboutPage } from "../site/about-page.tsx";

export const Route = createFileRoute("/about-us")({
  component: AboutPage,
  staticData: {
    name: "site.about",
    title: "About us",
    description:
      "Who we are and how we exchange money for bitcoin: the rate and the fee shown separately, a rate held for 45 seconds, and nothing else to sell.",
    background: "hero",
  },
});

import { createFileRoute } from "@tanstack/react-router";
import { AboutPage } from "../site/about-page.tsx";

export const Route = createFileRoute("/about-us")({
  component: AboutPage,
  staticData: {
    name: "site.about",
    title: "About us",
    description:
      "Who we are and how we think about changing money for bitcoin: the rate and the fee shown apart, a price that is held, and nothing to sell but the exchange.",
    background: "hero",
  },
});

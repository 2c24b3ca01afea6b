import { createFileRoute } from "@tanstack/react-router";
import { HomePage } from "../site/home/home-page.tsx";

export const Route = createFileRoute("/")({
  component: HomePage,
  staticData: {
    name: "site.home",
    title: "A Better Place to Buy Bitcoin",
    titleAlone: true,
    background: "hero",
  },
});

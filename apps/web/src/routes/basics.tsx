import { createFileRoute } from "@tanstack/react-router";
import { BasicsPage } from "../site/basics/basics-page.tsx";

export const Route = createFileRoute("/basics")({
  component: BasicsPage,
  staticData: {
    name: "site.basics",
    title: "Crypto Basics",
    description:
      "What bitcoin is, in plain words and five drawings: the list everyone keeps, keys, blocks, parts of a coin, supply, and what can go wrong.",
    background: "hero",
  },
});

import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { MarketsPage } from "../../../desk/markets/markets-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/markets")({
  validateSearch: deskSearch,
  component: MarketsPage,
  staticData: { name: "staff.markets", title: "Markets", background: "canvas", unlisted: true },
});

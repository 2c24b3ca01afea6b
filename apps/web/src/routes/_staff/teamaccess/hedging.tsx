import { createFileRoute } from "@tanstack/react-router";
import { HedgingPage } from "../../../desk/hedging/hedging-page.tsx";
import { deskSearch } from "../../../desk/parts/desk-search.ts";

export const Route = createFileRoute("/_staff/teamaccess/hedging")({
  validateSearch: deskSearch,
  component: HedgingPage,
  staticData: { name: "staff.hedging", title: "Hedging", background: "canvas", unlisted: true },
});

import { createFileRoute } from "@tanstack/react-router";
import { ArrivalsPage } from "../../../desk/deposits/arrivals-page.tsx";
import { deskSearch } from "../../../desk/parts/desk-search.ts";

export const Route = createFileRoute("/_staff/teamaccess/arrivals")({
  validateSearch: deskSearch,
  component: ArrivalsPage,
  staticData: { name: "staff.arrivals", title: "Arrivals", background: "canvas", unlisted: true },
});

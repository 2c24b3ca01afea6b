import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../teamaccess/desk-search.ts";
import { ReportsPage } from "../../../teamaccess/reports/reports-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/reports")({
  validateSearch: deskSearch,
  component: ReportsPage,
  staticData: { name: "staff.reports", title: "Reports", background: "canvas", unlisted: true },
});

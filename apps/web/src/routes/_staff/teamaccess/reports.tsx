import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { ReportsPage } from "../../../desk/reports/reports-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/reports")({
  validateSearch: deskSearch,
  component: ReportsPage,
  staticData: { name: "staff.reports", title: "Reports", background: "canvas", unlisted: true },
});

import { createFileRoute } from "@tanstack/react-router";
import { CasesPage } from "../../../desk/compliance/cases-page.tsx";
import { deskSearch } from "../../../desk/parts/desk-search.ts";

export const Route = createFileRoute("/_staff/teamaccess/cases")({
  validateSearch: deskSearch,
  component: CasesPage,
  staticData: { name: "staff.cases", title: "Cases", background: "canvas", unlisted: true },
});

import { createFileRoute } from "@tanstack/react-router";
import { RulesPage } from "../../../desk/compliance/rules-page.tsx";
import { deskSearch } from "../../../desk/parts/desk-search.ts";

export const Route = createFileRoute("/_staff/teamaccess/rules")({
  validateSearch: deskSearch,
  component: RulesPage,
  staticData: { name: "staff.rules", title: "Rules", background: "canvas", unlisted: true },
});

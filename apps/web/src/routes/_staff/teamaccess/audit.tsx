import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { AuditPage } from "../../../desk/audit/audit-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/audit")({
  validateSearch: deskSearch,
  component: AuditPage,
  staticData: { name: "staff.audit", title: "Audit", background: "canvas", unlisted: true },
});

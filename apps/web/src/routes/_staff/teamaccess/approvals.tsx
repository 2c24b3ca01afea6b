import { createFileRoute } from "@tanstack/react-router";
import { ApprovalsPage } from "../../../desk/approvals/approvals-page.tsx";
import { deskSearch } from "../../../desk/parts/desk-search.ts";

export const Route = createFileRoute("/_staff/teamaccess/approvals")({
  validateSearch: deskSearch,
  component: ApprovalsPage,
  staticData: { name: "staff.approvals", title: "Approvals", background: "canvas", unlisted: true },
});

import { createFileRoute } from "@tanstack/react-router";
import { ApprovalsPage } from "../../../teamaccess/approvals/approvals-page.tsx";
import { deskSearch } from "../../../teamaccess/desk-search.ts";

export const Route = createFileRoute("/_staff/teamaccess/approvals")({
  validateSearch: deskSearch,
  component: ApprovalsPage,
  staticData: { name: "staff.approvals", title: "Approvals", background: "canvas", unlisted: true },
});

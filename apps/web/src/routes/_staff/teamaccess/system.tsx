import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { SystemPage } from "../../../desk/system/system-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/system")({
  validateSearch: deskSearch,
  component: SystemPage,
  staticData: { name: "staff.system", title: "System", background: "canvas", unlisted: true },
});

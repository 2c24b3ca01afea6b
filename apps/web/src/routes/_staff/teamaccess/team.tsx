import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { TeamPage } from "../../../desk/team/team-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/team")({
  validateSearch: deskSearch,
  component: TeamPage,
  staticData: { name: "staff.team", title: "Staff", background: "canvas", unlisted: true },
});

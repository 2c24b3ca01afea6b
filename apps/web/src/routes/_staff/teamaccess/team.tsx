import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../teamaccess/desk-search.ts";
import { TeamPage } from "../../../teamaccess/team/team-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/team")({
  validateSearch: deskSearch,
  component: TeamPage,
  staticData: { name: "staff.team", title: "Staff", background: "canvas", unlisted: true },
});

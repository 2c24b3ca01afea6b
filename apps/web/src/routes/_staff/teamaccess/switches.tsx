import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { SwitchesPage } from "../../../desk/switches/switches-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/switches")({
  validateSearch: deskSearch,
  component: SwitchesPage,
  staticData: { name: "staff.switches", title: "Switches", background: "canvas", unlisted: true },
});

import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../teamaccess/desk-search.ts";
import { SwitchesPage } from "../../../teamaccess/switches/switches-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/switches")({
  validateSearch: deskSearch,
  component: SwitchesPage,
  staticData: { name: "staff.switches", title: "Switches", background: "canvas", unlisted: true },
});

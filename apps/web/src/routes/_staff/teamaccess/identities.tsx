import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { IdentitiesPage } from "../../../desk/identities/identities-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/identities")({
  validateSearch: deskSearch,
  component: IdentitiesPage,
  staticData: { name: "staff.identities", title: "Identities", background: "canvas", unlisted: true },
});

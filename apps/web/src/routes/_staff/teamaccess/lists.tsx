import { createFileRoute } from "@tanstack/react-router";
import { ListsPage } from "../../../desk/compliance/lists-page.tsx";
import { deskSearch } from "../../../desk/parts/desk-search.ts";

export const Route = createFileRoute("/_staff/teamaccess/lists")({
  validateSearch: deskSearch,
  component: ListsPage,
  staticData: { name: "staff.lists", title: "Lists", background: "canvas", unlisted: true },
});

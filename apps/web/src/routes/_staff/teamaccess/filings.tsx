import { createFileRoute } from "@tanstack/react-router";
import { FilingsPage } from "../../../desk/compliance/filings-page.tsx";
import { deskSearch } from "../../../desk/parts/desk-search.ts";

export const Route = createFileRoute("/_staff/teamaccess/filings")({
  validateSearch: deskSearch,
  component: FilingsPage,
  staticData: { name: "staff.filings", title: "Filings", background: "canvas", unlisted: true },
});

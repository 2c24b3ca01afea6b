import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { EnquiriesPage } from "../../../desk/enquiries/enquiries-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/enquiries")({
  validateSearch: deskSearch,
  component: EnquiriesPage,
  staticData: { name: "staff.enquiries", title: "Enquiries", background: "canvas", unlisted: true },
});

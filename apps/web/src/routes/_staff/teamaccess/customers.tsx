import { createFileRoute } from "@tanstack/react-router";
import { CustomersPage } from "../../../desk/customers/customers-page.tsx";
import { deskSearch } from "../../../desk/parts/desk-search.ts";

export const Route = createFileRoute("/_staff/teamaccess/customers")({
  validateSearch: deskSearch,
  component: CustomersPage,
  staticData: { name: "staff.customers", title: "Customers", background: "canvas", unlisted: true },
});

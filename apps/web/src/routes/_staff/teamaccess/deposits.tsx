import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { DepositsPage } from "../../../desk/deposits/deposits-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/deposits")({
  validateSearch: deskSearch,
  component: DepositsPage,
  staticData: { name: "staff.deposits", title: "Deposits", background: "canvas", unlisted: true },
});

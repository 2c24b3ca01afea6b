import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { PayoutsPage } from "../../../desk/payouts/payouts-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/payouts")({
  validateSearch: deskSearch,
  component: PayoutsPage,
  staticData: { name: "staff.payouts", title: "Payouts", background: "canvas", unlisted: true },
});

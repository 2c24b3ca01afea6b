import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../teamaccess/desk-search.ts";
import { PayoutsPage } from "../../../teamaccess/payouts/payouts-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/payouts")({
  validateSearch: deskSearch,
  component: PayoutsPage,
  staticData: { name: "staff.payouts", title: "Payouts", background: "canvas", unlisted: true },
});

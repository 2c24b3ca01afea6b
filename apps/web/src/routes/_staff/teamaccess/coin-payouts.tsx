import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { CoinPayoutsPage } from "../../../desk/payouts/coin-payouts-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/coin-payouts")({
  validateSearch: deskSearch,
  component: CoinPayoutsPage,
  staticData: { name: "staff.coin-payouts", title: "Coin payouts", background: "canvas", unlisted: true },
});

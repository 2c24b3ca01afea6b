import { createFileRoute } from "@tanstack/react-router";
import { DepositScreen } from "../../../deposits/deposit-screen.tsx";

export const Route = createFileRoute("/dashboard/deposit-money/")({
  component: DepositScreen,
  staticData: { name: "deposit-money-page", title: "Deposit Money", unlisted: true },
});

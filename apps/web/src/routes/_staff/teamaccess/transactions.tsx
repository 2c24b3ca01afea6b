import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { TransactionsPage } from "../../../desk/transactions/transactions-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/transactions")({
  validateSearch: deskSearch,
  component: TransactionsPage,
  staticData: { name: "staff.transactions", title: "Transactions", background: "canvas", unlisted: true },
});

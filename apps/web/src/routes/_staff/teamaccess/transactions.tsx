import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../teamaccess/desk-search.ts";
import { TransactionsPage } from "../../../teamaccess/transactions/transactions-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/transactions")({
  validateSearch: deskSearch,
  component: TransactionsPage,
  staticData: { name: "staff.transactions", title: "Transactions", background: "canvas", unlisted: true },
});

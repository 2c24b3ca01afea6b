import { createFileRoute } from "@tanstack/react-router";
import { BankPage } from "../../../desk/bank/bank-page.tsx";
import { deskSearch } from "../../../desk/parts/desk-search.ts";

export const Route = createFileRoute("/_staff/teamaccess/bank")({
  validateSearch: deskSearch,
  component: BankPage,
  staticData: { name: "staff.bank", title: "Bank", background: "canvas", unlisted: true },
});

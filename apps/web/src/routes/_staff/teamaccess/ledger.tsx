import { createFileRoute } from "@tanstack/react-router";
import { deskSearch } from "../../../desk/parts/desk-search.ts";
import { LedgerPage } from "../../../desk/ledger/ledger-page.tsx";

export const Route = createFileRoute("/_staff/teamaccess/ledger")({
  validateSearch: deskSearch,
  component: LedgerPage,
  staticData: { name: "staff.ledger", title: "Ledger", background: "canvas", unlisted: true },
});

import { createFileRoute } from "@tanstack/react-router";
import { WalletsPage } from "../../../desk/ledger/wallets-page.tsx";
import { deskSearch } from "../../../desk/parts/desk-search.ts";

export const Route = createFileRoute("/_staff/teamaccess/wallets")({
  validateSearch: deskSearch,
  component: WalletsPage,
  staticData: { name: "staff.wallets", title: "Wallets", background: "canvas", unlisted: true },
});

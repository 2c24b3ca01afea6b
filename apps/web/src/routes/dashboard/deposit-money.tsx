import { createFileRoute } from "@tanstack/react-router";
import { guardPermission } from "../../session/permission-guard.ts";

/** All pages of a deposit, for those who may deposit. */
export const Route = createFileRoute("/dashboard/deposit-money")({
  beforeLoad: async ({ context, preload }) => {
    if (!preload) await guardPermission(context.clients, "deposit-money");
  },
  staticData: {
    name: "deposit-money",
    title: "Deposit money",
    sidebar: { label: "Deposit money", order: 30, icon: "deposit", group: "Money" },
    unlisted: true,
  },
});

import { createFileRoute } from "@tanstack/react-router";
import { guardPermission } from "../../session/permission-guard.ts";
import { ToWalletScreen } from "../../withdrawals/to-wallet-screen.tsx";

export const Route = createFileRoute("/dashboard/withdraw-money_/wallet")({
  validateSearch: ({ payee }: Record<string, unknown>): { payee?: string } =>
    typeof payee === "string" ? { payee } : {},
  beforeLoad: async ({ context, preload }) => {
    if (!preload) await guardPermission(context.clients, "withdraw-money");
  },
  component: ToWallet,
  staticData: {
    name: "withdraw-coins",
    title: "Withdraw crypto",
    heading: "Withdraw crypto",
    unlisted: true,
  },
});

function ToWallet() {
  const navigate = Route.useNavigate();
  const { payee } = Route.useSearch();
  return (
    <ToWalletScreen
      payeeId={payee}
      onRequested={(id) => void navigate({ to: "/dashboard/withdraw-money", search: { id } })}
    />
  );
}

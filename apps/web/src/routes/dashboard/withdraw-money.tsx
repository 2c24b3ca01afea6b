import { createFileRoute } from "@tanstack/react-router";
import { transactionSearch } from "../../deposits/payment-search.ts";
import { guardPermission } from "../../session/permission-guard.ts";
import { WithdrawScreen } from "../../withdrawals/withdraw-screen.tsx";
import { WithdrawalStateScreen } from "../../withdrawals/withdrawal-state-screen.tsx";

export const Route = createFileRoute("/dashboard/withdraw-money")({
  validateSearch: transactionSearch,
  beforeLoad: async ({ context, preload }) => {
    if (!preload) await guardPermission(context.clients, "withdraw-money");
  },
  component: Withdraw,
  staticData: {
    name: "withdraw-money",
    title: "Withdraw money",
    sidebar: { label: "Withdraw money", order: 40, icon: "withdraw", group: "Money" },
    unlisted: true,
  },
});

function Withdraw() {
  const { id } = Route.useSearch();
  const navigate = Route.useNavigate();
  if (id !== undefined) return <WithdrawalStateScreen key={id} id={id} />;
  return <WithdrawScreen onRequested={(requested) => void navigate({ search: { id: requested } })} />;
}

import { createFileRoute } from "@tanstack/react-router";
import { BankAccountsScreen } from "../../bank-accounts/bank-accounts-screen.tsx";

const LONGEST_ID = 64;

export const Route = createFileRoute("/dashboard/bank-account")({
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: string } =>
    typeof edit === "string" && edit !== "" && edit.length <= LONGEST_ID ? { edit } : {},
  component: BankAccounts,
  staticData: {
    name: "bank-account",
    title: "Add/Update Bank Account",
    heading: "Bank accounts",
    sidebar: { label: "Add/Update Bank Account", order: 60, icon: "bank", group: "Account" },
    unlisted: true,
  },
});

function BankAccounts() {
  const { edit } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <BankAccountsScreen
      editing={edit}
      onEditing={(editing) => void navigate({ search: editing === undefined ? {} : { edit: editing } })}
    />
  );
}

import { createFileRoute } from "@tanstack/react-router";
import { AddressBookScreen } from "../../coin-payees/address-book-screen.tsx";

export const Route = createFileRoute("/dashboard/address-book")({
  validateSearch: ({ add }: Record<string, unknown>): { add?: "payee" } => (add === "payee" ? { add } : {}),
  component: AddressBook,
  staticData: {
    name: "address-book",
    title: "Address book",
    sidebar: { label: "Address book", order: 110, icon: "book", group: "Security", sendsCoins: true },
    unlisted: true,
  },
});

function AddressBook() {
  const { add } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AddressBookScreen
      adding={add === "payee"}
      onAdding={(adding) => void navigate({ search: adding ? { add: "payee" } : {} })}
    />
  );
}

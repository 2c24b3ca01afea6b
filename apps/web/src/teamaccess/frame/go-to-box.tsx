import { useNavigate } from "@tanstack/react-router";
import { keepPreviousData } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { CommandBox } from "../../controls/command-box.tsx";
import type { CommandGroup } from "../../controls/commands.ts";
import { trpc } from "../../trpc.ts";
import { IN_PLACE } from "../parts/use-today.ts";
import type { DeskScreen } from "../screens/desk-screen.ts";

interface GoToBoxProps {
  readonly screens: readonly DeskScreen[];
  readonly onClose: () => void;
  readonly onLogOut: () => void;
}

/** Fewer letters find everyone. */
const FEWEST = 2;
const FOUND = 8;

/** Leads to a screen, to a customer, and logs out. */
export function GoToBox({ screens, onClose, onLogOut }: GoToBoxProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(typed.trim());
  const showsCustomers = screens.some(({ to }) => to === "/teamaccess/customers");
  const customers = trpc.ops.customers.search.useQuery(
    { query, per_page: FOUND },
    { enabled: showsCustomers && query.length >= FEWEST, placeholderData: keepPreviousData, ...IN_PLACE },
  );
  const groups: CommandGroup[] = [
    {
      label: "Screens",
      commands: screens.map(({ to, label, letter }) => ({
        key: to,
        label,
        detail: `g ${letter}`,
        run: () => void navigate({ to }),
      })),
    },
    { label: "You", commands: [{ key: "log-out", label: "Log out", run: onLogOut }] },
    {
      label: "Customers",
      found: true,
      commands: (query.length < FEWEST ? [] : (customers.data?.data ?? [])).map((customer) => ({
        key: customer.id,
        label: `${customer.first_name} ${customer.last_name}`.trim() || customer.email,
        detail: `${customer.email}, ${customer.status}`,
        run: () => void navigate({ href: `/teamaccess/customers?id=${customer.id}` }),
      })),
    },
  ];
  return (
    <CommandBox
      open
      label="Search"
      placeholder="Customer, reference or screen"
      groups={groups}
      onQuery={setTyped}
      onClose={onClose}
    />
  );
}

import { useState } from "react";
import { CommandBox } from "../../controls/command-box.tsx";
import type { CommandGroup } from "../../controls/commands.ts";
import { customerState } from "./customer-states.ts";
import { useFound } from "./use-found.ts";

const FOUND = 8;

/** A customer who was chosen. */
export interface ChosenCustomer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly state: string;
}

/** Customers that fit what is typed, as choices of a box. */
export function useCustomerChoices(
  query: string,
  onChoose: (customer: ChosenCustomer) => void,
): CommandGroup {
  const { found } = useFound(query, FOUND);
  return {
    label: "Customers",
    found: true,
    commands: found.map((customer) => {
      const name = `${customer.first_name} ${customer.last_name}`.trim() || customer.email;
      const { id, email } = customer;
      const { word: state } = customerState(customer);
      return {
        key: id,
        label: name,
        detail: `${email}, ${state.toLowerCase()}`,
        run: () => onChoose({ id, name, email, state }),
      };
    }),
  };
}

interface CustomerBoxProps {
  /** Names the box. */
  readonly label: string;
  readonly onChoose: (customer: ChosenCustomer) => void;
  readonly onClose: () => void;
}

/** Finds a customer. It closes itself before one is chosen. */
export function CustomerBox({ label, onChoose, onClose }: CustomerBoxProps) {
  const [typed, setTyped] = useState("");
  const customers = useCustomerChoices(typed.trim(), onChoose);
  return (
    <CommandBox
      open
      label={label}
      placeholder="Name or email"
      onQuery={setTyped}
      onClose={onClose}
      groups={[customers]}
    />
  );
}

import { useState } from "react";
import { CommandBox } from "../../controls/command-box.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import type { BankLineRecord } from "../parts/answers.ts";
import { STATUS_WORDS } from "../../history/statuses.ts";
import { useCustomerChoices } from "../parts/customer-box.tsx";
import { signedText } from "../parts/signed-money.ts";
import type { Target } from "./line-acts.ts";

const FOUND = 8;
const FEWEST = 2;

/** Chooses whom a line is credited to: an open deposit, or a customer who has announced none. */
export function TargetBox({
  line,
  onTarget,
  onClose,
}: {
  readonly line: BankLineRecord;
  readonly onTarget: (target: Target) => void;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  const query = typed.trim();
  const isTyped = query.length >= FEWEST;
  // Fewer letters find no one.
  const customers = useCustomerChoices(query, ({ id, ...customer }) =>
    onTarget({ ...customer, customer: id, planned: null }),
  );
  // Nothing typed yet: deposits of just this amount are the likely ones.
  const deposits = trpc.ops.deposits.list.useQuery(
    {
      ...(isTyped ? { text: query } : { amount: line.amount, status: "awaiting_payment" as const }),
      newest_first: true,
      per_page: FOUND,
    },
    SHOWN_IN_PLACE,
  );
  return (
    <CommandBox
      open
      label="Credit to"
      placeholder="Name, email or reference"
      onQuery={setTyped}
      onClose={onClose}
      groups={[
        {
          label: isTyped ? "Deposits" : "Open deposits of this amount",
          found: true,
          commands: (deposits.data?.data ?? [])
            .filter(({ credit_currency: currency }) => currency === line.currency)
            .map(({ id, reference, customer, announced, credit, credit_currency: currency, status }) => {
              const name = `${customer.first_name} ${customer.last_name}`;
              const planned = signedText(announced ?? credit, currency);
              return {
                key: id,
                label: `${name}, ${reference}`,
                detail: `${planned}, ${customer.email}`,
                run: () =>
                  onTarget({
                    name,
                    deposit: { id, reference, paid: status === "completed" ? credit : "0.00" },
                    email: customer.email,
                    state: STATUS_WORDS[status].word,
                    planned,
                  }),
              };
            }),
        },
        customers,
      ]}
    />
  );
}

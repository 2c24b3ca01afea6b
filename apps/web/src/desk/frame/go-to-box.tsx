import type { StaffProcedure } from "@wattle/contracts/staff-access";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { CommandBox } from "../../controls/command-box.tsx";
import type { CommandGroup } from "../../controls/commands.ts";
import { arrivedText, linePlace, useArrived } from "../parts/arrived.ts";
import { customerState, isClosedAddress } from "../parts/customer-states.ts";
import { depositorName, depositPlace, moneyOf } from "../deposits/deposit-words.ts";
import { useByReferencePart, useOpenDeposits } from "../deposits/use-open-deposits.ts";
import { activeKeys } from "../parts/keys.ts";
import { ArrowIcon } from "../../ui/icons.tsx";
import { useMay } from "../parts/use-may.ts";
import { useFound } from "../parts/use-found.ts";
import { DESK_ICONS } from "../screens/desk-icons.tsx";
import type { DeskScreen } from "../screens/desk-screen.ts";

interface GoToBoxProps {
  readonly screens: readonly DeskScreen[];
  readonly onClose: () => void;
  readonly onLogOut: () => void;
}

const FOUND = 8;

/** Whether a key does something that is worth a line: not moving through lists, the sheet of keys or going elsewhere. */
const isAct = (keys: string): boolean => !/^(?:[jk?]|Home|End|Arrow\w+|g .)$/.test(keys);

/** Acts that begin on a screen of their own, from wherever one is. */
const ANYWHERE: readonly (readonly [
  label: string,
  icon: keyof typeof DESK_ICONS,
  needs: StaffProcedure,
  to: string,
])[] = [
  ["Hold a customer…", "customers", "ops.customers.hold", "/teamaccess/customers?act=hold"],
  ["Pause a market…", "switches", "ops.switches.set", "/teamaccess/switches"],
  ["Import a bank statement…", "bank", "ops.bankLines.credit", "/teamaccess/bank"],
  ["Make a payout batch…", "payouts", "ops.payouts.create", "/teamaccess/payouts"],
];

const MOST_BY_PART = 6;

const ActIcon = () => <ArrowIcon size={18} />;

/** Does what the screen does, leads to a screen, a customer or a transaction, and logs out. */
export function GoToBox({ screens, onClose, onLogOut }: GoToBoxProps) {
  const navigate = useNavigate();
  const may = useMay();
  const [typed, setTyped] = useState("");
  const { found, transaction } = useFound(typed, FOUND);
  // The next step of a deposit that was looked for; with several customers it is not known which one is meant.
  const [only, ...others] = found;
  const arrived = useArrived(transaction?.customer.id ?? (others.length === 0 ? only?.id : undefined));
  const open = useOpenDeposits(transaction, others.length === 0 ? only : undefined);
  const byPart = useByReferencePart(typed).slice(0, MOST_BY_PART);
  const toTransaction = (reference: string): void =>
    void navigate({ to: "/teamaccess/transactions", search: { reference } });
  // As they were when the box opened: in the box, keys are typed.
  const [acts] = useState(() => activeKeys().filter(({ keys }) => isAct(keys)));
  const groups: CommandGroup[] = [
    {
      label: "On this screen",
      commands: acts.map(({ keys, does, run }) => ({
        key: `act ${keys}`,
        label: does,
        detail: keys,
        icon: <ActIcon />,
        run,
      })),
    },
    {
      label: "Actions",
      commands: ANYWHERE.filter(([, , needs]) => may(needs)).map(([label, icon, , to]) => {
        const Icon = DESK_ICONS[icon];
        return { key: label, label, icon: <Icon size={18} />, run: () => void navigate({ to }) };
      }),
    },
    {
      label: "Screens",
      commands: screens.map(({ to, label, letter, icon }) => {
        const Icon = DESK_ICONS[icon];
        return {
          key: to,
          label,
          detail: `g ${letter}`,
          icon: <Icon size={18} />,
          run: () => void navigate({ to }),
        };
      }),
    },
    { label: "You", commands: [{ key: "log-out", label: "Log out", icon: <ActIcon />, run: onLogOut }] },
    {
      label: "Transactions",
      found: true,
      commands: (transaction === undefined ? byPart : [transaction]).map(({ id, reference, customer }) => ({
        key: id,
        label: reference,
        detail: `${customer.first_name} ${customer.last_name}`,
        icon: <DESK_ICONS.transactions size={18} />,
        run: () => toTransaction(reference),
      })),
    },
    {
      label: "Where is it?",
      found: true,
      commands: open.map((deposit) => ({
        key: `where ${deposit.id}`,
        label: `Where is ${moneyOf(deposit)}?`,
        detail: `${depositorName(deposit)}, ${deposit.reference}`,
        icon: <DESK_ICONS.deposits size={18} />,
        run: () => void navigate({ to: depositPlace(deposit) }),
      })),
    },
    {
      label: "At the bank, not credited",
      found: true,
      commands: arrived
        .filter(({ proposal }) => transaction === undefined || proposal.deposit_id === transaction.id)
        .map((line) => ({
          key: line.id,
          label: arrivedText(line),
          detail: line.proposal.reference ?? "",
          icon: <DESK_ICONS.bank size={18} />,
          run: () => void navigate({ to: linePlace(line) }),
        })),
    },
    {
      label: "Customers",
      found: true,
      commands: found.map((customer) => ({
        key: customer.id,
        label:
          `${customer.first_name} ${customer.last_name}`.trim() ||
          (isClosedAddress(customer.email) ? "Closed account" : customer.email),
        // A closed account's address is made up: its state says what it is.
        detail: isClosedAddress(customer.email)
          ? customerState(customer).word.toLowerCase()
          : `${customer.email}, ${customerState(customer).word.toLowerCase()}`,
        icon: <DESK_ICONS.customers size={18} />,
        run: () => void navigate({ to: "/teamaccess/customers", search: { id: customer.id } }),
      })),
    },
  ];
  return (
    <CommandBox
      open
      label="Search"
      placeholder="Customer, reference, screen or action"
      groups={groups}
      onQuery={setTyped}
      onClose={onClose}
    />
  );
}

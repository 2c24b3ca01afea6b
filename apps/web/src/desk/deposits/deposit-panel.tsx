import type { TransactionStatus } from "@wattle/contracts/history-rules";
import { mayChange } from "@wattle/contracts/transaction-transitions";
import { Status } from "../../controls/status.tsx";
import { STATUS_WORDS } from "../../history/statuses.ts";
import type { DepositRecord } from "../parts/answers.ts";
import { actCall } from "../parts/act-call.ts";
import { ActPanel, type PanelAct } from "../parts/act-panel.tsx";
import { MESSAGE, noted, OPTIONAL_NOTE } from "../parts/fields.ts";
import { customerFact, referenceFact } from "../parts/link-facts.tsx";
import { momentText } from "../parts/moment-text.ts";
import { signedText } from "../parts/signed-money.ts";
import { methodOf, moneyOf, depositorName } from "./deposit-words.ts";
import { WhereIsIt } from "./where-is-it.tsx";

/** Typed values, without empty ones. */
const given = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.trim() === "" ? [] : [[name, value.trim()]])),
  );

const mayBecome = ({ status }: DepositRecord, to: TransactionStatus): boolean =>
  mayChange("deposit", status, to, "operator");

/** Credits what came without a line of a statement. */
function useCredit(deposit: DepositRecord): PanelAct {
  const { reference, credit_currency: currency, announced, credit } = deposit;
  const planned = announced ?? credit;
  return {
    act: "credit",
    letter: "y",
    label: "Credit by hand",
    needs: "ops.deposits.confirm",
    possible: mayBecome(deposit, "completed"),
    title: `Credit by hand: ${depositorName(deposit)}, ${reference}`,
    button: "Credit it",
    about: <p>Only if no statement line shows the money. Otherwise, use Bank.</p>,
    fields: [
      { name: "amount", label: `What arrived, in ${currency}`, initial: planned },
      {
        name: "bank_reference",
        label: "Bank’s reference",
        hint: "The bank’s reference for the payment. The customer may see it",
        optional: true,
      },
      { ...MESSAGE, optional: true },
      OPTIONAL_NOTE,
    ],
    done: `Deposit of ${depositorName(deposit)} credited`,
    call: ({ amount = "", ...more }) =>
      actCall("ops.deposits.confirm", { reference, amount: amount.trim(), ...given(more) }),
  };
}

/** Gives the money back to where it came from. */
function useReturn(deposit: DepositRecord): PanelAct {
  const { reference } = deposit;
  const money = moneyOf(deposit);
  return {
    act: "return",
    letter: "r",
    label: "Return deposit",
    needs: "ops.deposits.return",
    possible: mayBecome(deposit, "returned"),
    title: `Return: ${depositorName(deposit)}, ${money}`,
    button: "Return deposit",
    kind: "danger",
    about: <p>Only if no statement line shows the money. Otherwise, use Bank.</p>,
    fields: [
      {
        ...MESSAGE,
        presets: ["The payment came from an account in another name.", "Your bank took the payment back."],
      },
      OPTIONAL_NOTE,
    ],
    done: `${money} returned to ${depositorName(deposit)}`,
    call: ({ message = "", ...more }) =>
      actCall("ops.deposits.return", { reference, message, ...noted(more) }),
  };
}

/** Ends an unpaid deposit early. */
function useExpire(deposit: DepositRecord): PanelAct {
  const { reference } = deposit;
  return {
    act: "expire",
    letter: "x",
    label: "Expire deposit",
    needs: "ops.deposits.expire",
    possible: mayBecome(deposit, "expired"),
    title: `Expire: ${depositorName(deposit)}, ${moneyOf(deposit)}`,
    button: "Expire deposit",
    kind: "danger",
    about: <p>This happens by itself in time. Late payments can still be credited.</p>,
    fields: [{ ...MESSAGE, optional: true }, OPTIONAL_NOTE],
    done: `Deposit of ${depositorName(deposit)} expired`,
    call: (values) => actCall("ops.deposits.expire", { reference, ...given(values) }),
  };
}

interface DepositPanelProps {
  readonly deposit: DepositRecord;
  /** The request that waits for a second person to credit it. */
  readonly request: string | undefined;
}

/** One deposit, and what staff can do with it. */
export function DepositPanel({ deposit, request }: DepositPanelProps) {
  const credit = useCredit(deposit);
  const acts = [
    { ...credit, possible: credit.possible && request === undefined },
    useReturn(deposit),
    useExpire(deposit),
  ];
  const { id, customer, status, announced, expires_at: expires } = deposit;
  const { kind, word } = STATUS_WORDS[status];
  // It says itself when it was started, and with what.
  const isOpen = status === "awaiting_payment" && request === undefined;
  return (
    <ActPanel
      title={`${depositorName(deposit)}, ${moneyOf(deposit)}`}
      aside={<Status kind={kind}>{word}</Status>}
      acts={acts}
      kind="deposit"
      subject={id}
      request={request}
      lead={isOpen && <WhereIsIt deposit={deposit} />}
      facts={[
        customerFact(customer.id, customer.email),
        ["Planned", isOpen ? null : announced && signedText(announced, deposit.credit_currency)],
        ["Paid by", methodOf(deposit)],
        ["Started", isOpen ? null : momentText(deposit.created_at)],
        ["Expires", expires && momentText(expires)],
        ["Reference in digits", deposit.bill_reference],
        ["Bank’s reference", deposit.bank_reference],
        referenceFact(deposit.reference),
      ]}
    />
  );
}

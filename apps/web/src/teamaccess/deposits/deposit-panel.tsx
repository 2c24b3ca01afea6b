import { mayChange } from "@wattle/contracts/transaction-transitions";
import type { StaffProcedure } from "@wattle/contracts/staff-access";
import type { TransactionStatus } from "@wattle/contracts/history-rules";
import { displayMoment } from "@wattle/exchange-core/display";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { STATUS_WORDS } from "../../history/statuses.ts";
import { trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import type { DepositRecord } from "../answers.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { SecondPerson } from "../parts/act-panel.tsx";
import { ActDrawer, type ActField } from "../parts/act-drawer.tsx";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { LookingAt, useHere } from "../parts/presence.tsx";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { methodOf, moneyOf, nameOf } from "./deposit-words.ts";

const NOTE: ActField = {
  name: "internal_note",
  label: "Why",
  hint: "For staff only",
  lines: true,
  optional: true,
};
const MESSAGE: ActField = {
  name: "message",
  label: "Message",
  hint: "The customer reads it",
  lines: true,
};

/** What was typed, without what was left empty. */
const given = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.trim() === "" ? [] : [[name, value.trim()]])),
  );

interface DepositActProps {
  readonly deposit: DepositRecord;
  /** A colleague was first, or the customer cancelled it. */
  readonly late: boolean;
  readonly onClose: () => void;
}

/** Credits what came without a line of a statement. */
function Credit({ deposit, late, onClose }: DepositActProps) {
  const confirm = trpc.ops.deposits.confirm.useMutation();
  const { reference, credit_currency: currency, announced, credit } = deposit;
  const planned = announced ?? credit;
  return (
    <ActDrawer
      title={`Credit by hand: ${nameOf(deposit)}, ${reference}`}
      button="Credit it"
      about={<p>Only where no line of a statement shows the money. Bank credits the others.</p>}
      fields={[
        { name: "amount", label: `What arrived, in ${currency}`, initial: planned },
        {
          name: "bank_reference",
          label: "Bank’s reference",
          hint: "What the bank calls the payment. The customer may read it",
          optional: true,
        },
        { ...MESSAGE, optional: true },
        NOTE,
      ]}
      reads={({ message = "" }) => message.trim() || "An email that the money arrived, with the amount."}
      changes={({ amount = "" }) => [
        {
          what: "Amount",
          before: `${signedText(planned, currency)} planned`,
          after: `${amount} ${currency}`,
        },
        { what: "State", before: STATUS_WORDS[deposit.status][1], after: STATUS_WORDS.completed[1] },
      ]}
      subject={deposit.id}
      late={late}
      done="Deposit credited"
      run={({ amount = "", ...more }) =>
        confirm.mutateAsync({ reference, amount: amount.trim(), ...given(more) })
      }
      onClose={onClose}
    />
  );
}

/** Gives the money back to where it came from. */
function Return({ deposit, late, onClose }: DepositActProps) {
  const giveBack = trpc.ops.deposits.return.useMutation();
  const { reference } = deposit;
  const money = moneyOf(deposit);
  const isCredited = deposit.status === "completed";
  return (
    <ActDrawer
      title={`Return: ${nameOf(deposit)}, ${money}`}
      button="Return it"
      kind="danger"
      about={<p>Only where no line of a statement shows the money. Bank returns the others.</p>}
      fields={[
        {
          ...MESSAGE,
          presets: ["The payment came from an account in another name.", "Your bank took the payment back."],
        },
        NOTE,
      ]}
      reads={({ message = "" }) => message}
      changes={[
        {
          what: money,
          before: isCredited ? "On the balance" : STATUS_WORDS[deposit.status][1],
          after: isCredited ? "Taken from the balance and given back" : "Given back",
        },
      ]}
      subject={deposit.id}
      late={late}
      done={`${money} returned`}
      run={({ message = "", internal_note: note = "" }) =>
        giveBack.mutateAsync({ reference, message, ...given({ internal_note: note }) })
      }
      onClose={onClose}
    />
  );
}

/** Ends a deposit that no one has paid, before its time. */
function Expire({ deposit, late, onClose }: DepositActProps) {
  const expire = trpc.ops.deposits.expire.useMutation();
  const { reference } = deposit;
  return (
    <ActDrawer
      title={`Expire: ${nameOf(deposit)}, ${moneyOf(deposit)}`}
      button="Expire it"
      kind="danger"
      about={<p>The server does so by itself in time. Money that comes later can still be credited.</p>}
      fields={[{ ...MESSAGE, optional: true }, NOTE]}
      reads={({ message = "" }) => message.trim() || "The deposit is listed as expired."}
      changes={[{ what: "State", before: STATUS_WORDS[deposit.status][1], after: STATUS_WORDS.expired[1] }]}
      subject={deposit.id}
      late={late}
      done="Deposit expired"
      run={(values) => expire.mutateAsync({ reference, ...given(values) })}
      onClose={onClose}
    />
  );
}

const ACTS: readonly {
  readonly act: string;
  readonly letter: string;
  readonly button: string;
  readonly needs: StaffProcedure;
  readonly to: TransactionStatus;
}[] = [
  {
    act: "credit",
    letter: "y",
    button: "Credit by hand",
    needs: "ops.deposits.confirm",
    to: "completed",
  },
  { act: "return", letter: "r", button: "Return", needs: "ops.deposits.return", to: "returned" },
  { act: "expire", letter: "x", button: "Expire", needs: "ops.deposits.expire", to: "expired" },
];

interface DepositPanelProps {
  readonly deposit: DepositRecord;
  /** The request that waits for a second person to credit it. */
  readonly request: string | undefined;
}

/** One deposit, and what staff can do with it. */
export function DepositPanel({ deposit, request }: DepositPanelProps) {
  const may = useMay();
  const { search, change } = useDeskSearch();
  useHere({ kind: "deposit", id: deposit.id });
  const { customer, reference, status, announced, credit_currency: currency } = deposit;
  const acts = ACTS.filter(
    ({ act, needs, to }) =>
      may(needs) &&
      mayChange("deposit", status, to, "operator") &&
      (act !== "credit" || request === undefined),
  );
  const can = (act: string | undefined): boolean => acts.some((each) => each.act === act);
  const doing = useActAsOpened(can(search["act"]) ? search["act"] : undefined);
  const drawer = { deposit, late: !can(doing), onClose: () => change({ act: "" }) };
  const [kind, word] = STATUS_WORDS[status];
  return (
    <Panel title={`${nameOf(deposit)}, ${moneyOf(deposit)}`} aside={<Status kind={kind}>{word}</Status>}>
      <div className={parts["form"]}>
        <LookingAt subject={deposit.id} />
        {acts.length > 0 && (
          <ActButtons acts={acts.map((each) => ({ ...each, run: () => change({ act: each.act }) }))} />
        )}
        {request !== undefined && <SecondPerson request={request} />}
        <Facts
          facts={[
            [
              "Customer",
              <SiteLink key="customer" to={`/teamaccess/customers?id=${customer.id}`}>
                {customer.email}
              </SiteLink>,
            ],
            ...(announced === null ? [] : [["Planned", signedText(announced, currency)] as const]),
            ["Paid by", methodOf(deposit)],
            ["Started", displayMoment(Date.parse(deposit.created_at))],
            ...(deposit.expires_at === null
              ? []
              : [["Expires", displayMoment(Date.parse(deposit.expires_at))] as const]),
            ...(deposit.bank_reference === null
              ? []
              : [["Bank’s reference", deposit.bank_reference] as const]),
            [
              "Reference",
              <SiteLink key="reference" to={`/teamaccess/transactions?reference=${reference}`}>
                {reference}
              </SiteLink>,
            ],
          ]}
        />
      </div>
      {doing === "credit" && <Credit {...drawer} />}
      {doing === "return" && <Return {...drawer} />}
      {doing === "expire" && <Expire {...drawer} />}
    </Panel>
  );
}

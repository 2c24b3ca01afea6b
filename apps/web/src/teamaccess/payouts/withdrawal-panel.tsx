import { bankFormat } from "@wattle/contracts/bank-formats/formats";
import { displayMoment } from "@wattle/exchange-core/display";
import { Panel } from "../../controls/panel.tsx";
import { trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import type { WithdrawalRecord } from "../answers.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { ActDrawer, type ActField } from "../parts/act-drawer.tsx";
import { LookingAt, useHere } from "../parts/presence.tsx";
import { signedText } from "../parts/signed-money.ts";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import styles from "./payouts.module.css";

const NOTE: ActField = {
  name: "internal_note",
  label: "Why",
  hint: "For staff only",
  lines: true,
  optional: true,
};
const noted = (note = "") => (note.trim() === "" ? {} : { internal_note: note });

interface WithdrawalActProps {
  readonly withdrawal: WithdrawalRecord;
  /** A colleague was first, or a batch has it now. */
  readonly late: boolean;
  readonly onClose: () => void;
}

const moneyOf = ({ credit, credit_currency: currency }: WithdrawalRecord): string =>
  signedText(credit, currency);
const nameOf = ({ customer }: WithdrawalRecord): string => `${customer.first_name} ${customer.last_name}`;

/** Writes down that it was paid apart from any batch. */
function Complete({ withdrawal, late, onClose }: WithdrawalActProps) {
  const complete = trpc.ops.withdrawals.complete.useMutation();
  const money = moneyOf(withdrawal);
  return (
    <ActDrawer
      title={`Paid by hand: ${nameOf(withdrawal)}, ${money}`}
      button="Mark as paid"
      about={<p>Only where the bank has paid it already. No batch will have it.</p>}
      fields={[
        { name: "bank_reference", label: "Bank’s reference", hint: "What the bank calls the payment" },
        NOTE,
      ]}
      changes={[{ what: money, before: "To be paid", after: "Paid" }]}
      subject={withdrawal.id}
      late={late}
      done={`${money} marked as paid`}
      run={({ bank_reference: bank = "", internal_note: note }) =>
        complete.mutateAsync({ reference: withdrawal.reference, bank_reference: bank.trim(), ...noted(note) })
      }
      onClose={onClose}
    />
  );
}

/** Refuses it: the money is on the balance again. */
function Refuse({ withdrawal, late, onClose }: WithdrawalActProps) {
  const reject = trpc.ops.withdrawals.reject.useMutation();
  const money = moneyOf(withdrawal);
  return (
    <ActDrawer
      title={`Refuse: ${nameOf(withdrawal)}, ${money}`}
      button="Put it back on the balance"
      kind="danger"
      fields={[
        {
          name: "message",
          label: "Message",
          hint: "The customer reads it",
          lines: true,
          presets: ["The account is in another name.", "Your bank doesn’t accept this payment."],
        },
        NOTE,
      ]}
      reads={({ message = "" }) => message}
      changes={[{ what: money, before: "To be paid", after: "On the balance again" }]}
      subject={withdrawal.id}
      late={late}
      done={`${money} is back on the balance`}
      run={({ message = "", internal_note: note }) =>
        reject.mutateAsync({ reference: withdrawal.reference, message, ...noted(note) })
      }
      onClose={onClose}
    />
  );
}

interface WithdrawalPanelProps {
  readonly withdrawal: WithdrawalRecord;
  /** It is settled, or cancelled, since it was opened. */
  readonly isGone: boolean;
  /** A batch has it, and pays it. */
  readonly inBatch: boolean;
  /** The customer is blocked or on hold: it can be refused, not paid. */
  readonly held: boolean;
}

/** One withdrawal that is to be paid, and what can be done with it alone. */
export function WithdrawalPanel({ withdrawal, isGone, inBatch, held }: WithdrawalPanelProps) {
  const may = useMay();
  const { search, change } = useDeskSearch();
  useHere({ kind: "withdrawal", id: withdrawal.id });
  const { customer, reference, bank_account: account } = withdrawal;
  const acts = [
    ...(!inBatch && !held && may("ops.withdrawals.complete")
      ? [{ act: "complete", letter: "y", button: "Paid by hand" }]
      : []),
    ...(!inBatch && may("ops.withdrawals.reject") ? [{ act: "refuse", letter: "x", button: "Refuse" }] : []),
  ];
  const can = (act: string | undefined): boolean => acts.some((each) => each.act === act);
  const doing = useActAsOpened(can(search["act"]) ? search["act"] : undefined);
  const act = { withdrawal, late: isGone || !can(doing), onClose: () => change({ act: "" }) };
  return (
    <Panel title={`${nameOf(withdrawal)}, ${moneyOf(withdrawal)}`}>
      <div className={styles["row"]}>
        <LookingAt subject={withdrawal.id} />
        {acts.length > 0 && (
          <ActButtons acts={acts.map((each) => ({ ...each, run: () => change({ act: each.act }) }))} />
        )}
        {inBatch && <p>A batch has it. Take it out there to do anything with it alone.</p>}
        {held && <p>The customer is blocked or on hold, so it can’t be paid.</p>}
        <Facts
          facts={[
            [
              "Customer",
              <SiteLink key="customer" to={`/teamaccess/customers?id=${customer.id}`}>
                {customer.email}
              </SiteLink>,
            ],
            ...(account === null
              ? []
              : [
                  ["Account is in the name of", account.account_name] as const,
                  ["Account", bankFormat(withdrawal.credit_currency)?.numbers(account) ?? ""] as const,
                ]),
            ["Asked", displayMoment(Date.parse(withdrawal.created_at))],
            [
              "Reference",
              <SiteLink key="reference" to={`/teamaccess/transactions?reference=${reference}`}>
                {reference}
              </SiteLink>,
            ],
          ]}
        />
      </div>
      {doing === "complete" && <Complete {...act} />}
      {doing === "refuse" && <Refuse {...act} />}
    </Panel>
  );
}

import { bankFormat } from "@wattle/contracts/bank-formats/formats";
import { isUnusual } from "@wattle/contracts/choices";
import type { WithdrawalRecord } from "../parts/answers.ts";
import { actCall } from "../parts/act-call.ts";
import { ActPanel, type PanelAct } from "../parts/act-panel.tsx";
import { MESSAGE, noted, OPTIONAL_NOTE } from "../parts/fields.ts";
import { customerFact, referenceFact } from "../parts/link-facts.tsx";
import { momentText } from "../parts/moment-text.ts";
import { WholeAddress } from "../../money/coin-address.tsx";
import { signedText } from "../parts/signed-money.ts";
import { Warnings } from "../payees/warnings.tsx";

const moneyOf = ({ credit, credit_currency: currency }: WithdrawalRecord): string =>
  signedText(credit, currency);
const customerName = ({ customer }: WithdrawalRecord): string =>
  `${customer.first_name} ${customer.last_name}`;

interface WithdrawalPanelProps {
  readonly withdrawal: WithdrawalRecord;
  /** It is settled, or cancelled, since it was opened. */
  readonly isGone: boolean;
  /** A batch has it, and pays it. */
  readonly inBatch: boolean;
  /** The customer is blocked or on hold: it can be refused, not paid. */
  readonly held: boolean;
}

/** Writing down that it was paid apart from any batch, and refusing it: the money is on the balance again. */
function useWithdrawalActs({ withdrawal, isGone, inBatch, held }: WithdrawalPanelProps): PanelAct[] {
  const { reference } = withdrawal;
  const [name, money] = [customerName(withdrawal), moneyOf(withdrawal)];
  const isFree = !isGone && !inBatch;
  const paying: PanelAct = {
    act: "complete",
    letter: "y",
    label: "Paid by hand",
    needs: "ops.withdrawals.complete",
    // The chain, not a person, completes a withdrawal of coins.
    possible: isFree && !held && withdrawal.bank_account !== null,
    title: `Paid by hand: ${name}, ${money}`,
    button: "Mark as paid",
    about: <p>Only if the bank has already paid it. No batch will include it.</p>,
    fields: [
      { name: "bank_reference", label: "Bank’s reference", hint: "The bank’s reference for the payment" },
      OPTIONAL_NOTE,
    ],
    done: `${money} to ${name} marked as paid`,
    call: ({ bank_reference: bank = "", ...more }) =>
      actCall("ops.withdrawals.complete", { reference, bank_reference: bank.trim(), ...noted(more) }),
  };
  const refusing: PanelAct = {
    act: "refuse",
    letter: "x",
    label: "Refuse",
    needs: "ops.withdrawals.reject",
    possible: isFree,
    title: `Refuse: ${name}, ${money}`,
    button: "Put it back on the balance",
    kind: "danger",
    fields: [
      {
        ...MESSAGE,
        presets:
          withdrawal.bank_account === null
            ? ["We can’t send coins to this address."]
            : ["The account is in another name.", "Your bank doesn’t accept this payment."],
      },
      OPTIONAL_NOTE,
    ],
    done: `${money} is back on the balance of ${name}`,
    call: ({ message = "", ...more }) =>
      actCall("ops.withdrawals.reject", { reference, message, ...noted(more) }),
  };
  // Acts with a reason are at hand first.
  return isUnusual(withdrawal) ? [refusing, paying] : [paying, refusing];
}

/** One withdrawal that is to be paid, and what can be done with it alone. */
export function WithdrawalPanel(props: WithdrawalPanelProps) {
  const { withdrawal, inBatch, held } = props;
  const { id, customer, bank_account: account, coin_payee: payee } = withdrawal;
  return (
    <ActPanel
      title={`${customerName(withdrawal)}, ${moneyOf(withdrawal)}`}
      acts={useWithdrawalActs(props)}
      kind="withdrawal"
      subject={id}
      lead={<Warnings warnings={withdrawal.warnings} />}
      notice={
        inBatch
          ? "It’s in a batch. Take it out of the batch first."
          : held
            ? "The customer is blocked or on hold, so it can’t be paid."
            : undefined
      }
      facts={[
        customerFact(customer.id, customer.email),
        ["Account is in the name of", account && account.account_name],
        ["Account", account && (bankFormat(withdrawal.credit_currency)?.numbers(account) ?? "")],
        ["Payee", payee && payee.label],
        ["Address", payee && <WholeAddress key="address" address={payee.address} />],
        ["Asked", momentText(withdrawal.created_at)],
        referenceFact(withdrawal.reference),
      ]}
    />
  );
}

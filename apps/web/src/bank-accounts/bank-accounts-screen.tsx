import { accountNumbers, bankText } from "@wattle/contracts/bank-account-rules";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import { isBankAccountCurrency } from "@wattle/contracts/bank-formats/formats";
import { useEffect, useRef } from "react";
import { NextSteps } from "../controls/next-steps.tsx";
import { useBrand } from "../brand/brand.tsx";
import { currencyChoices } from "../money/currency-choice.ts";
import { countryOf } from "../markets/country.ts";
import { useMarkets } from "../markets/use-markets.ts";
import { alertFailure } from "../failed-call.ts";
import { useSession } from "../session/session-store.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { Card } from "../ui/card.tsx";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { Status } from "../controls/status.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { BankAccountForm } from "./bank-account-form.tsx";
import { holdText } from "./bank-account-words.ts";
import { RemoveBankAccount } from "./remove-bank-account.tsx";
import styles from "./bank-accounts-screen.module.css";

/** The page's view: `new`, the identifier of the account to change, or (undefined) the list. */
export type Editing = string | undefined;

interface BankAccountsScreenProps {
  readonly editing: Editing;
  readonly onEditing: (editing: Editing) => void;
}

interface BankAccountsProps extends BankAccountsScreenProps {
  /** Said in place of that there is none, if one is only offered. */
  readonly offer?: string;
}

const STEPS = [
  { key: "add", title: "You add or change an account", detail: "We email you each time." },
  { key: "hold", title: "It’s on hold for 24 hours", detail: "So you can stop a change you didn’t make." },
  { key: "ready", title: "You can withdraw to it" },
];

/** The customer's bank accounts: the list, and the form that adds or changes one. */
export function BankAccounts({ editing, onEditing, offer }: BankAccountsProps) {
  const accounts = trpc.bankAccounts.list.useQuery(undefined, SHOWN_IN_PLACE);
  const { markets } = useMarkets();
  const session = useSession();
  const choices = currencyChoices(markets, countryOf(session), useBrand().markets);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (accounts.error !== null) alertFailure("Get bank accounts", accounts.error);
  }, [accounts.error]);
  // List and form take each other's place; the focus goes along.
  const began = useRef(false);
  useEffect(() => {
    if (began.current) heading.current?.focus();
    began.current = true;
  }, [editing]);

  // The row that had the focus goes with its account.
  const count = accounts.data?.length;
  const before = useRef(count);
  useEffect(() => {
    if (before.current !== undefined && count !== undefined && count < before.current) {
      heading.current?.focus();
    }
    before.current = count;
  }, [count]);

  const edited = accounts.data?.find(({ id }) => id === editing);
  const formShown = editing === "new" || edited !== undefined;
  return (
    <div className={styles["main"]}>
      {accounts.data === undefined ? (
        <Card>
          <Loaded query={accounts} what="your bank accounts" lines={9} />
        </Card>
      ) : formShown ? (
        <Card className={styles["form"]}>
          <h2 ref={heading} tabIndex={-1} className={styles["title"]}>
            {edited === undefined ? "Add a bank account" : "Edit bank account"}
          </h2>
          <BankAccountForm
            key={editing}
            account={edited}
            codes={choices.fiat.filter(isBankAccountCurrency)}
            holder={session === null ? "" : `${session.user.first_name} ${session.user.last_name}`}
            onDone={() => onEditing(undefined)}
          />
        </Card>
      ) : (
        <>
          <h2 ref={heading} tabIndex={-1} className="visually-hidden">
            Your bank accounts
          </h2>
          <AccountList accounts={accounts.data} onEditing={onEditing} offer={offer} />
          {accounts.data.length > 0 && (
            <div className={styles["add"]}>
              <Button onClick={() => onEditing("new")}>Add a bank account</Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** The page of bank accounts: what they are for, the accounts, and what happens after one is added. */
export function BankAccountsScreen({ editing, onEditing }: BankAccountsScreenProps) {
  return (
    <>
      <ScreenHead title="Bank accounts" lead="Where your withdrawals go. Use accounts in your own name." />
      <div className={styles["screen"]}>
        <BankAccounts editing={editing} onEditing={onEditing} />
        <NextSteps title="Adding an account" steps={STEPS}>
          <p>Deposits can come from any account in your name.</p>
        </NextSteps>
      </div>
    </>
  );
}

interface AccountListProps extends Pick<BankAccountsProps, "onEditing"> {
  readonly accounts: readonly BankAccount[];
  readonly offer: string | undefined;
}

function AccountList({ accounts, onEditing, offer }: AccountListProps) {
  if (accounts.length === 0) {
    return (
      <Card>
        <EmptyState
          emblem={offer === undefined && <Emblem of="bank" />}
          title={offer ?? "No bank account yet"}
          action={<Button onClick={() => onEditing("new")}>Add a bank account</Button>}
        >
          {offer === undefined
            ? "Add one early: you can withdraw to it after 24 hours."
            : "You can withdraw to it after 24 hours."}
        </EmptyState>
      </Card>
    );
  }
  return (
    <ul className={styles["list"]}>
      {accounts.map((account) => (
        <li key={account.id}>
          <Card className={styles["account"]}>
            <div className={styles["words"]}>
              <p className={styles["bank"]}>{bankText(account)}</p>
              <p translate="no">{account.account_name}</p>
              <p translate="no" className={styles["numbers"]}>
                {accountNumbers(account)}
              </p>
            </div>
            <div className={styles["side"]}>
              <span className={styles["code"]}>{account.currency}</span>
              {account.held_until === null ? (
                <Status kind="done">Ready for withdrawals</Status>
              ) : (
                <Status kind="waiting">{holdText(account.held_until)}</Status>
              )}
              <div className={styles["acts"]}>
                <Button kind="quiet" onClick={() => onEditing(account.id)}>
                  Edit
                  <span className="visually-hidden" translate="no">
                    {" "}
                    {account.bank_name} {account.account_number}
                  </span>
                </Button>
                <RemoveBankAccount account={account} />
              </div>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

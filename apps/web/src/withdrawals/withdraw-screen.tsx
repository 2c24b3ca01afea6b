import type { HoldReason } from "@wattle/contracts/withdrawals";
import { ownMessage } from "@wattle/contracts/own-messages";
import { ReviewNotice } from "../accounts/review-notice.tsx";
import { currencyOf } from "@wattle/contracts/markets";
import { noBalanceMessage } from "@wattle/exchange-core/exchange-messages";
import { accountLine, accountNumbers, bankText } from "@wattle/contracts/bank-account-rules";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import { isBankAccountCurrency } from "@wattle/contracts/bank-formats/formats";
import { useEffect, useRef, useState } from "react";
import { useBrand } from "../brand/brand.tsx";
import { Facts } from "../ui/facts.tsx";
import { TypedAmountField } from "../money/typed-amount-field.tsx";
import { useTypedAmount } from "../money/use-typed-amount.ts";
import { newIdempotencyKey } from "../money/idempotency-key.ts";
import { alertFailure } from "../failed-call.ts";
import { amountText } from "../money/price-figures.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { NextSteps } from "../controls/next-steps.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { HoldNotice, OnHold, Warning } from "./hold-notice.tsx";
import { PendingWithdrawals } from "./pending-withdrawals.tsx";
import { spendable } from "./spendable.ts";
import { WithdrawTabs } from "./withdraw-tabs.tsx";
import { withdrawalStepsAhead } from "./withdrawal-steps.ts";
import styles from "./withdrawals.module.css";
import { classNames } from "../ui/class-names.ts";
import { Form } from "../ui/form.tsx";
import stickyFoot from "../ui/sticky-foot.module.css";

const LEAD = "To your own bank account. No fee, up to your full balance.";

/** Requesting a withdrawal: amount and bank account, then the answers once more, then it is made. */
export function WithdrawScreen({ onRequested }: { readonly onRequested: (id: string) => void }) {
  const { times } = useBrand();
  const accounts = trpc.bankAccounts.list.useQuery(undefined, SHOWN_IN_PLACE);
  const balances = trpc.balances.get.useQuery(undefined, SHOWN_IN_PLACE);
  const state = trpc.withdrawals.state.useQuery(undefined, SHOWN_IN_PLACE);
  const failed = [accounts, balances, state].filter(({ isError }) => isError);
  const read = accounts.data !== undefined && balances.data !== undefined && state.data !== undefined;
  return (
    <>
      <ScreenHead title="Withdraw money" lead={LEAD} />
      <div className={styles["screen"]}>
        <Card className={styles["card"]}>
          <WithdrawTabs />
          {read ? (
            <Withdraw
              accounts={accounts.data}
              balances={balances.data}
              heldUntil={state.data.held_until}
              heldBecause={state.data.held_because}
              emailWhenFree={state.data.email_when_free}
              onRequested={onRequested}
            />
          ) : (
            <Loaded
              query={{
                data: undefined,
                isError: failed.length > 0,
                refetch: () => failed.forEach((query) => void query.refetch()),
              }}
              what="your balance"
              lines={18}
            />
          )}
        </Card>
        <div className={styles["companion"]}>
          <PendingWithdrawals />
          <NextSteps steps={withdrawalStepsAhead(times)}>
            <p>A new bank account is on hold for 24 hours.</p>
          </NextSteps>
        </div>
      </div>
    </>
  );
}

interface WithdrawProps {
  readonly accounts: readonly BankAccount[];
  readonly balances: Readonly<Record<string, string>>;
  /** Until then nothing can be withdrawn; null if it can. */
  readonly heldUntil: string | null;
  readonly heldBecause: HoldReason | null;
  /** Bank accounts about which an email is wanted. */
  readonly emailWhenFree: readonly string[];
  readonly onRequested: (id: string) => void;
}

/** The later of two moments, ISO 8601; null if neither is. */
const latest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && Date.parse(other) > Date.parse(one)) ? other : one;

function Withdraw({ accounts, balances, heldUntil, heldBecause, emailWhenFree, onRequested }: WithdrawProps) {
  const codes = Object.keys(balances).filter(isBankAccountCurrency);
  const [code, setCode] = useState<string>(
    () => codes.find((each) => spendable(balances, each) > 0n) ?? codes[0] ?? "",
  );
  const [accountId, setAccountId] = useState("");
  const [accountError, setAccountError] = useState<string>();
  const [checking, setChecking] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const [key, setKey] = useState(newIdempotencyKey);
  const form = useRef<HTMLFormElement>(null);
  const balance = spendable(balances, code);
  const amount = useTypedAmount(code, (units) => {
    if (units <= balance) return undefined;
    const currency = currencyOf(code);
    return balance === 0n && currency !== undefined
      ? noBalanceMessage(currency)
      : ownMessage.maximum(amountText(balances[code] ?? "0.00", code));
  });
  const own = accounts.filter(({ currency }) => currency === code);
  const ready = own.filter(({ held_until }) => held_until === null);
  const only = own.length === 1 ? own[0] : ready.length === 1 ? ready[0] : undefined;
  const account = own.find(({ id }) => id === accountId) ?? only;

  const freeFrom = latest(heldUntil, account?.held_until ?? null);
  const change = (): void => {
    setChecking(false);
    setKey(newIdempotencyKey());
  };

  if (accounts.length === 0) return <NoBankAccount />;
  if (checking && account !== undefined && amount.text !== undefined) {
    return (
      <Check
        account={account}
        amount={amount.text}
        code={code}
        idempotencyKey={key}
        onChange={change}
        onRequested={onRequested}
        onRefused={(error, errors) => {
          change();
          setRefusal(error);
          amount.refuse(errors["balance.credit"]?.[0]);
          setAccountError(errors["bank_account_id"]?.[0]);
        }}
      />
    );
  }

  const submit = (): void => {
    if (freeFrom !== null) return;
    const wrongAmount = amount.judge();
    const wrongAccount = account === undefined ? "Choose a bank account" : undefined;
    setAccountError(wrongAccount);
    const first =
      wrongAmount !== undefined ? "amount" : wrongAccount !== undefined ? "bank_account_id" : undefined;
    if (first === undefined) {
      setRefusal(undefined);
      setChecking(true);
    } else form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };

  return (
    <Form ref={form} className={styles["form"]} onSubmit={submit}>
      {heldUntil !== null && <OnHold until={heldUntil} because={heldBecause} />}
      <TypedAmountField
        label="Amount"
        amount={amount}
        codes={codes}
        onCode={(next) => {
          setCode(next);
          setAccountId("");
          amount.refuse(undefined);
        }}
        hint={`You can withdraw up to ${amountText(balances[code] ?? "0.00", code)}`}
        aside={
          <button
            type="button"
            className={styles["max"]}
            disabled={balance === 0n}
            onClick={() => amount.set(balance)}
          >
            Max
          </button>
        }
      />
      <BankAccountChoice
        accounts={own}
        code={code}
        chosen={account}
        error={accountError}
        onChange={(id) => {
          setAccountId(id);
          setAccountError(undefined);
        }}
      />
      {account !== undefined && freeFrom !== null && (
        <HoldNotice
          key={account.id}
          bankAccountId={account.id}
          until={freeFrom}
          isEmailWanted={emailWhenFree.includes(account.id)}
        />
      )}
      <WhatArrives amount={amount.text} code={code} />
      <ReviewNotice error={refusal} tried="Withdrawals" />
      <Button type="submit" kind="accent" wide disabled={freeFrom !== null}>
        Review withdrawal
      </Button>
    </Form>
  );
}

function NoBankAccount() {
  return (
    <EmptyState
      emblem={<Emblem of="bank" />}
      title="No bank account yet"
      action={
        <SiteLink to="/dashboard/bank-account" className={buttonClass("primary")}>
          Add a bank account
        </SiteLink>
      }
    >
      Withdrawals go to your own bank account. Add one early: you can withdraw to it after 24 hours.
    </EmptyState>
  );
}

interface BankAccountChoiceProps {
  /** The customer's own that take the currency `code`. */
  readonly accounts: readonly BankAccount[];
  readonly code: string;
  readonly chosen: BankAccount | undefined;
  readonly error: string | undefined;
  readonly onChange: (id: string) => void;
}

/** A short name that no other account of the list has; where two would share one, the whole number. */
function nameIn(accounts: readonly BankAccount[], account: BankAccount): string {
  const name = accountLine(account);
  return accounts.filter((each) => accountLine(each) === name).length > 1
    ? `${account.bank_name} ${account.account_number}`
    : name;
}

/** Target of the money. */
function BankAccountChoice({ accounts, code, chosen, error, onChange }: BankAccountChoiceProps) {
  if (accounts.length === 0) {
    return (
      <Warning>
        <p>
          You don’t have a bank account for {code} yet.{" "}
          <SiteLink to="/dashboard/bank-account">Add one</SiteLink>.
        </p>
      </Warning>
    );
  }
  return (
    <SelectField
      label="Bank account"
      name="bank_account_id"
      value={chosen?.id ?? ""}
      error={error}
      placeholder="Choose a bank account"
      options={accounts.map((each) => ({
        value: each.id,
        label: `${nameIn(accounts, each)}${each.held_until === null ? "" : " (on hold)"}`,
      }))}
      onChange={onChange}
    />
  );
}

interface CheckProps {
  readonly account: BankAccount;
  /** Decimal text. */
  readonly amount: string;
  readonly code: string;
  readonly idempotencyKey: string;
  readonly onChange: () => void;
  readonly onRequested: (id: string) => void;
  readonly onRefused: (error: unknown, errors: Readonly<Record<string, readonly string[]>>) => void;
}

/** The answers once more. The focus starts on the heading, not on the button that sends them. */
function Check({ account, amount, code, idempotencyKey, onChange, onRequested, onRefused }: CheckProps) {
  const { times } = useBrand();
  const utils = trpc.useUtils();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const money = amountText(amount, code);
  const request = trpc.withdrawals.request.useMutation({
    onSuccess: (withdrawal) => {
      void utils.balances.get.invalidate();
      void utils.withdrawals.state.invalidate();
      void utils.history.list.invalidate();
      showAlert({ type: "success", text: `Withdrawal requested: ${money}` });
      onRequested(withdrawal.id);
    },
    onError: (error) => {
      const { status, errors = {} } = alertFailure("Withdraw money", error, "Withdrawals");
      // Without an answer it may have been made: the same button asks again under the same key.
      if (status !== 0 && status < 500) onRefused(error, errors);
    },
  });
  return (
    <div className={styles["form"]}>
      <h2 ref={heading} tabIndex={-1} className={styles["title"]}>
        Review withdrawal
      </h2>
      <Facts
        facts={[
          ["You withdraw", money],
          ["Fee", "No fee"],
          ["You receive", money],
          ["To", account.account_name],
          ["Bank", bankText(account)],
          ["Account", accountNumbers(account)],
          ["We pay it", times.paidOut],
          ["It arrives", times.arrives],
        ]}
      />
      <p className={styles["note"]}>We set the money aside now. You can cancel until we pay it.</p>
      <div className={classNames(stickyFoot["foot"], styles["commit"])}>
        <Button
          kind="accent"
          loading={request.isPending}
          onClick={() =>
            request.mutate({
              transaction_type: "withdraw",
              balance: { credit: amount, credit_currency: code },
              debit: amount,
              debit_currency: code,
              bank_account_id: account.id,
              idempotency_key: idempotencyKey,
            })
          }
        >
          Withdraw {money}
        </Button>
        <Button kind="quiet" disabled={request.isPending} onClick={onChange}>
          Edit
        </Button>
      </div>
    </div>
  );
}

/** Amount and time of a withdrawal. */
function WhatArrives({ amount, code }: { readonly amount: string | undefined; readonly code: string }) {
  const { times } = useBrand();
  return (
    <Facts
      facts={[
        ["Fee", "No fee"],
        ["You receive", amount === undefined ? "–" : amountText(amount, code)],
        ["We pay it", times.paidOut],
        ["It arrives", times.arrives],
      ]}
    />
  );
}

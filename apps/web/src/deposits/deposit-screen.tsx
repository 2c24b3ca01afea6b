import { ReviewNotice } from "../accounts/review-notice.tsx";
import { useNavigate } from "@tanstack/react-router";
import { DEPOSIT_DAYS, type DepositMethod } from "@wattle/contracts/deposit-limits";
import { useRef, useState } from "react";
import { useBrand } from "../brand/brand.tsx";
import { currencyChoices } from "../money/currency-choice.ts";
import { readDraft, type Draft } from "../money/draft.ts";
import { OrderNote } from "../session/kept-order.tsx";
import { newIdempotencyKey } from "../money/idempotency-key.ts";
import { countryOf } from "../markets/country.ts";
import { useMarkets } from "../markets/use-markets.ts";
import { limitProblem, limitTexts } from "../markets/limits.ts";
import { alertFailure } from "../failed-call.ts";
import { CardOffer } from "../onramp/card-offer.tsx";
import { SecureHint } from "../second-factor/secure-hint.tsx";
import { useSession } from "../session/session-store.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { NextSteps } from "../controls/next-steps.tsx";
import { RadioCard } from "../controls/radio-card.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { Loaded } from "../controls/loaded.tsx";
import { plannedDeposit, type DepositSearch, type PlannedDeposit } from "./deposit-search.ts";
import { Facts } from "../ui/facts.tsx";
import { TypedAmountField } from "../money/typed-amount-field.tsx";
import { depositCurrencies, methodsFor, paymentPath } from "../money/deposit-methods.ts";
import { DepositTabs } from "./deposit-tabs.tsx";
import { depositStepsAhead } from "./deposit-steps.ts";
import { OpenDeposits } from "./open-deposits.tsx";
import { useTypedAmount } from "../money/use-typed-amount.ts";
import styles from "./deposit-screen.module.css";
import { Form } from "../ui/form.tsx";
import stickyFoot from "../ui/sticky-foot.module.css";
import { displayAmount } from "@wattle/exchange-core/display";
import { assumedCurrency } from "../markets/assumed-currency.ts";

/** Starting a deposit: how much, in which way; what it costs, how long it takes. Leads to the page that says how to pay. */
export function DepositScreen({ search = {} }: { readonly search?: DepositSearch }) {
  const [draft] = useState(readDraft);
  const accounts = trpc.deposits.systemBankAccounts.useQuery(undefined, SHOWN_IN_PLACE);
  const { markets, isKnown, error } = useMarkets();
  const brand = useBrand();
  const choices = currencyChoices(markets, countryOf(useSession()), brand.markets);
  const codes = depositCurrencies(accounts.data ?? [], choices.fiat);
  const balances = trpc.balances.get.useQuery(undefined, { enabled: draft !== undefined });
  // Asked for by the form as well, whose last row it is: the form waits for it, so that nothing moves in it.
  const offer = trpc.onramp.offer.useQuery(undefined, SHOWN_IN_PLACE);
  // As well: it decides whether there are tabs above the form.
  const incoming = trpc.coins.incoming.useQuery(undefined, SHOWN_IN_PLACE);
  const narrow = useNarrow();
  const planned = plannedDeposit(search, draft, balances.data);
  return (
    <>
      <ScreenHead title="Deposit money" lead="Tell us how much you’ll send, then pay from your bank." />
      <div className={styles["screen"]}>
        {narrow && <OpenDeposits />}
        <div className={styles["main"]}>
          <Card className={styles["form"]}>
            <DepositTabs />
            {accounts.data === undefined ||
            !isKnown ||
            balances.isLoading ||
            offer.isLoading ||
            incoming.isLoading ? (
              <Loaded
                query={{
                  data: undefined,
                  isError: accounts.isError || error !== null,
                  refetch: accounts.refetch,
                }}
                what="the payment methods"
                lines={22}
              />
            ) : codes.length === 0 ? (
              <EmptyState title="Deposits paused">
                We can’t take {choices.fiat.join(" or ")} deposits right now. Your balance isn’t affected.
              </EmptyState>
            ) : (
              <DepositForm
                key={codes.join()}
                codes={codes}
                accounts={accounts.data}
                planned={planned}
                order={draft?.from === planned?.code ? draft : undefined}
              />
            )}
          </Card>
        </div>
        <div className={styles["next"]}>
          {!narrow && <OpenDeposits />}
          <NextSteps steps={depositStepsAhead(brand.times)}>
            <p>Pay from an account in your own name.</p>
          </NextSteps>
          <SecureHint />
        </div>
      </div>
    </>
  );
}

/** `1,500.00 AUD` */
function moneyOf({ code, amount }: PlannedDeposit): string {
  return `${displayAmount(amount, assumedCurrency(code, "fiat"))} ${code}`;
}

interface DepositFormProps {
  readonly codes: readonly string[];
  readonly accounts: Parameters<typeof methodsFor>[0];
  /** First values of the form. */
  readonly planned: PlannedDeposit | undefined;
  /** The exchange that it is for, where it is for one. */
  readonly order: Draft | undefined;
}

function DepositForm({ codes, accounts, planned, order }: DepositFormProps) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [start] = useState(() =>
    planned !== undefined && codes.includes(planned.code) ? planned : undefined,
  );
  const [code, setCode] = useState(start?.code ?? codes[0] ?? "");
  const methods = methodsFor(accounts, code);
  const [chosen, setChosen] = useState<DepositMethod>();
  const method = (methods.find((each) => each.method === chosen) ?? methods[0])?.method;
  const amount = useTypedAmount(code, (units) => limitProblem(units, code, "deposit"), start?.amount);
  const key = useRef(newIdempotencyKey());
  const form = useRef<HTMLFormElement>(null);

  const announce = trpc.deposits.announce.useMutation({
    onSuccess: async (deposit) => {
      key.current = newIdempotencyKey();
      void utils.history.list.invalidate();
      await navigate({ to: paymentPath(deposit.payment_method), search: { id: deposit.id } });
    },
    onError: (error) => {
      const failure = alertFailure("Deposit money", error, "Deposits");
      amount.refuse(failure.errors?.["balance.credit"]?.[0]);
      // The same key may only repeat the same request.
      if (failure.status !== 0) key.current = newIdempotencyKey();
    },
  });

  const submit = (): void => {
    if (announce.isPending || method === undefined) return;
    if (amount.judge() !== undefined || amount.text === undefined) {
      form.current?.querySelector<HTMLInputElement>("[name=amount]")?.focus();
      return;
    }
    announce.mutate({
      transaction_type: "deposit",
      payment_method: method,
      balance: { credit: amount.text, credit_currency: code },
      debit: amount.text,
      debit_currency: code,
      idempotency_key: key.current,
    });
  };

  const { times } = useBrand();
  const limits = limitTexts(code, "deposit");
  return (
    <Form ref={form} className={styles["fields"]} onSubmit={submit}>
      {order !== undefined && start !== undefined && (
        <OrderNote order={order}>You need {moneyOf(start)} more.</OrderNote>
      )}
      <TypedAmountField
        label="Amount"
        amount={amount}
        codes={codes}
        onCode={(next) => {
          setCode(next);
          amount.refuse(undefined);
          key.current = newIdempotencyKey();
        }}
      />
      <fieldset className={styles["methods"]}>
        <legend className={styles["legend"]}>How will you pay?</legend>
        {methods.map(({ method: name, title, about }) => (
          <RadioCard
            key={name}
            name="payment_method"
            value={name}
            title={title}
            about={about}
            aside={times.reaches[name]}
            checked={name === method}
            onChoose={() => setChosen(name)}
          />
        ))}
        <CardOffer />
        <p className={styles["note"]}>
          Bank payments are {times.matched}, once they reach us. We’ll email you.
        </p>
      </fieldset>
      <Facts
        facts={[
          ["Fee", "No fee"],
          ...(limits === undefined ? [] : ([["Limits", `${limits.min} to ${limits.max}`]] as const)),
          ["Time to pay", `Pay within ${DEPOSIT_DAYS} days. Late payments are still credited.`],
        ]}
      />
      <ReviewNotice error={announce.error} tried="Deposits" />
      <div className={stickyFoot["foot"]}>
        <Button type="submit" kind="accent" wide loading={announce.isPending}>
          Start deposit
        </Button>
      </div>
    </Form>
  );
}

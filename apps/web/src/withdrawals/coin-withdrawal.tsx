import type { CoinPayee } from "@wattle/contracts/coin-payees";
import type { OutgoingCoins } from "@wattle/contracts/coins";
import { currencyOf } from "@wattle/contracts/markets";
import { ownMessage } from "@wattle/contracts/own-messages";
import type { WithdrawalState } from "@wattle/contracts/withdrawals";
import { formatAmount, toAmount } from "@wattle/exchange-core/amount";
import { noBalanceMessage } from "@wattle/exchange-core/exchange-messages";
import { useEffect, useRef, useState } from "react";
import { ReviewNotice } from "../accounts/review-notice.tsx";
import { freeText, isOnHold, kindText } from "../coin-payees/payee-words.ts";
import { Button } from "../controls/button.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { alertFailure } from "../failed-call.ts";
import { WholeAddress } from "../money/coin-address.tsx";
import { newIdempotencyKey } from "../money/idempotency-key.ts";
import { NETWORK_NAMES } from "../money/network-names.ts";
import { amountText } from "../money/price-figures.ts";
import { TypedAmountField } from "../money/typed-amount-field.tsx";
import { useTypedAmount } from "../money/use-typed-amount.ts";
import { useCoinPrice, useHomeCurrency, worthOf } from "../portfolio/position-panel.tsx";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Facts } from "../ui/facts.tsx";
import { classNames } from "../ui/class-names.ts";
import { Form } from "../ui/form.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import stickyFoot from "../ui/sticky-foot.module.css";
import { useAt } from "../ui/use-at.ts";
import { OnHold, Warning } from "./hold-notice.tsx";
import { amountUnits, spendable } from "./spendable.ts";
import styles from "./withdrawals.module.css";

type Coin = OutgoingCoins["coins"][number];

interface CoinWithdrawalProps {
  /** Coins that can be sent. */
  readonly coins: readonly Coin[];
  /** Wallets for them, one at least. */
  readonly payees: readonly CoinPayee[];
  readonly balances: Readonly<Record<string, string>>;
  readonly state: WithdrawalState;
  /** The one that was asked for. */
  readonly payeeId?: string | undefined;
  /** When payouts are signed next, as it is read. */
  readonly signing: string;
  readonly onRequested: (id: string) => void;
}

/** Smallest units of a coin as decimal text. */
function coinText(units: bigint, code: string): string {
  const currency = currencyOf(code);
  return currency === undefined ? `${units}` : formatAmount(toAmount(units, currency), currency);
}

/** Decimal texts of what a payee receives, and of the fee; undefined as long as the amount doesn't cover the fee. */
function arrivingOf(amount: string | undefined, { currency, withdrawal_fee }: Coin): string | undefined {
  const units =
    amount === undefined ? 0n : amountUnits(amount, currency) - amountUnits(withdrawal_fee, currency);
  return units > 0n ? coinText(units, currency) : undefined;
}

/** The problem of an amount in smallest units. The fee is part of it. */
function limitProblem(units: bigint, coin: Coin, balances: Readonly<Record<string, string>>) {
  const { currency: code, withdrawal_min, withdrawal_fee } = coin;
  const balance = spendable(balances, code);
  const currency = currencyOf(code);
  if (balance === 0n && currency !== undefined) return noBalanceMessage(currency);
  if (units > balance) return ownMessage.maximum(amountText(balances[code] ?? "0", code));
  const least = amountUnits(withdrawal_min, code) + amountUnits(withdrawal_fee, code);
  return units < least ? ownMessage.minimum(amountText(coinText(least, code), code)) : undefined;
}

/** Requesting a withdrawal of coins: payee and amount, then the answers once more, then it is made. */
export function CoinWithdrawal(props: CoinWithdrawalProps) {
  const { coins, payees, balances, state, signing, onRequested } = props;
  const utils = trpc.useUtils();
  const [payeeId, setPayeeId] = useState(
    () =>
      (payees.find(({ id }) => id === props.payeeId) ?? payees.find((each) => !isOnHold(each)) ?? payees[0])
        ?.id ?? "",
  );
  const [payeeError, setPayeeError] = useState<string>();
  const [checking, setChecking] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const [key, setKey] = useState(newIdempotencyKey);
  const form = useRef<HTMLFormElement>(null);
  const payee = payees.find(({ id }) => id === payeeId);
  const coin = coins.find(({ currency }) => currency === payee?.currency) ?? coins[0];
  const code = coin?.currency ?? "";
  const amount = useTypedAmount(
    code,
    (units) => (coin === undefined ? undefined : limitProblem(units, coin, balances)),
    undefined,
    "crypto",
  );
  const isHeld = payee !== undefined && isOnHold(payee);
  useAt(isHeld ? payee.available_at : null, () => void utils.coinPayees.list.invalidate());
  const isClosed = isHeld || state.held_until !== null;
  const change = (): void => {
    setChecking(false);
    setKey(newIdempotencyKey());
  };
  if (coin === undefined) return null;
  const arriving = arrivingOf(amount.text, coin);
  if (checking && payee !== undefined && amount.text !== undefined && arriving !== undefined) {
    return (
      <Check
        {...{ payee, coin, arriving, signing, onRequested }}
        amount={amount.text}
        idempotencyKey={key}
        onChange={change}
        onRefused={(error, errors) => {
          change();
          setRefusal(error);
          amount.refuse(errors["balance.credit"]?.[0]);
          setPayeeError(errors["coin_payee_id"]?.[0]);
        }}
      />
    );
  }
  const submit = (): void => {
    if (isClosed) return;
    const wrongAmount = amount.judge();
    const wrongPayee = payee === undefined ? "Choose a payee" : undefined;
    setPayeeError(wrongPayee);
    if (wrongAmount === undefined && wrongPayee === undefined) {
      setRefusal(undefined);
      setChecking(true);
      return;
    }
    const first = wrongPayee === undefined ? "amount" : "coin_payee_id";
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
  const balance = balances[code] ?? "0";
  const tooMuch = ownMessage.maximum(amountText(balance, code));
  const isPossible =
    amount.text !== undefined && limitProblem(amountUnits(amount.text, code), coin, balances) === undefined;
  return (
    <Form ref={form} className={classNames(styles["form"], styles["coins"])} onSubmit={submit}>
      {state.held_until !== null && <OnHold until={state.held_until} because={state.held_because} />}
      <div className={styles["payee"]}>
        <SelectField
          label="Pay to"
          name="coin_payee_id"
          value={payee?.id ?? ""}
          error={payeeError}
          {...(payee === undefined && { placeholder: "Choose a payee" })}
          options={payees.map((each) => ({
            value: each.id,
            label: `${each.label} (${each.currency}, ${each.address.slice(0, 9)}…${each.address.slice(-6)})${isOnHold(each) ? ", on hold" : ""}`,
          }))}
          onChange={(id) => {
            setPayeeId(id);
            setPayeeError(undefined);
            amount.refuse(undefined);
          }}
        />
        <SiteLink to="/dashboard/address-book?add=payee">Add a payee</SiteLink>
      </div>
      {isHeld && <PayeeHold payee={payee} />}
      <TypedAmountField
        label="Amount"
        amount={amount}
        codes={[code]}
        onCode={() => undefined}
        hint={amount.error === tooMuch ? undefined : `You have ${amountText(balance, code)}`}
        aside={
          <button
            type="button"
            className={styles["max"]}
            disabled={spendable(balances, code) === 0n}
            onClick={() => amount.set(spendable(balances, code))}
          >
            Max
          </button>
        }
      />
      <Figures
        amount={isPossible ? amount.text : undefined}
        arriving={isPossible ? arriving : undefined}
        coin={coin}
      />
      {payee !== undefined && <Recipient payee={payee} />}
      <ReviewNotice error={refusal} tried="Withdrawals" />
      <Button type="submit" kind="accent" wide disabled={isClosed}>
        Review withdrawal
      </Button>
    </Form>
  );
}

/** When coins can be sent to a payee, and how that comes sooner. */
function PayeeHold({ payee }: { readonly payee: CoinPayee }) {
  return (
    <Warning>
      <p>
        You can send to {payee.label} from {freeText(payee)}.{" "}
        {payee.proof_message !== null && (
          <SiteLink to="/dashboard/address-book">Prove that it’s yours to skip the hold</SiteLink>
        )}
      </p>
    </Warning>
  );
}

interface FiguresProps {
  /** Decimal texts; undefined as long as there is no amount that can be sent. */
  readonly amount: string | undefined;
  readonly arriving: string | undefined;
  readonly coin: Coin;
}

/** The amount, the fee, and the rest, which arrives. */
function Figures({ amount, arriving, coin: { currency, withdrawal_fee } }: FiguresProps) {
  const home = useHomeCurrency();
  const price = useCoinPrice(currency, home);
  const worth =
    arriving === undefined || price === undefined ? undefined : worthOf(arriving, currency, price, home);
  const text = (figure: string | undefined): string =>
    figure === undefined ? "–" : amountText(figure, currency);
  return (
    <div>
      <Facts
        facts={[
          ["Leaves your balance", text(amount)],
          ["Network fee", `−${amountText(withdrawal_fee, currency)}`],
        ]}
      />
      <p className={styles["receives"]}>
        <span>The wallet receives</span>
        <strong>{text(arriving)}</strong>
        {worth !== undefined && <small>about {amountText(worth, home)}</small>}
      </p>
    </div>
  );
}

/** The travel rule's data about a payee. */
function Recipient({ payee }: { readonly payee: CoinPayee }) {
  return (
    <section className={styles["recipient"]} aria-labelledby="recipient">
      <h2 id="recipient">Who gets the coins</h2>
      <p className={styles["note"]}>
        The law asks us to know who receives them. We keep this with the payee, encrypted.
      </p>
      <Facts
        facts={[
          ["Wallet", kindText(payee)],
          ["Network", NETWORK_NAMES[payee.network]],
          ["Address", <WholeAddress key="address" address={payee.address} />],
        ]}
      />
    </section>
  );
}

interface CheckProps extends Pick<CoinWithdrawalProps, "signing" | "onRequested"> {
  readonly payee: CoinPayee;
  readonly coin: Coin;
  /** Decimal text, as the next. */
  readonly amount: string;
  readonly arriving: string;
  readonly idempotencyKey: string;
  readonly onChange: () => void;
  readonly onRefused: (error: unknown, errors: Readonly<Record<string, readonly string[]>>) => void;
}

/** The answers once more. The focus starts on the heading, not on the button that sends them. */
function Check({ payee, coin, amount, arriving, signing, idempotencyKey, ...call }: CheckProps) {
  const utils = trpc.useUtils();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { currency } = coin;
  const coins = amountText(amount, currency);
  const request = trpc.withdrawals.request.useMutation({
    onSuccess: (withdrawal) => {
      void utils.balances.get.invalidate();
      void utils.history.list.invalidate();
      showAlert({ type: "success", text: `Withdrawal requested: ${coins}` });
      call.onRequested(withdrawal.id);
    },
    onError: (error) => {
      const { status, code, errors = {} } = alertFailure("Withdraw crypto", error, "Withdrawals");
      if (code === "coins_sending_off") void utils.coins.sending.invalidate();
      void utils.withdrawals.state.invalidate();
      // Without an answer it may have been made: the same button asks again under the same key.
      if (status !== 0 && status < 500) call.onRefused(error, errors);
    },
  });
  return (
    <div className={styles["form"]}>
      <h2 ref={heading} tabIndex={-1} className={styles["title"]}>
        Review withdrawal
      </h2>
      <Figures amount={amount} arriving={arriving} coin={coin} />
      <Facts
        facts={[
          ["To", payee.label],
          ["Address", <WholeAddress key="address" address={payee.address} />],
          ["Wallet", kindText(payee)],
          ["Network", NETWORK_NAMES[payee.network]],
          ["We sign it", signing],
        ]}
      />
      <p className={styles["note"]}>
        We set the coins aside now. You can cancel until we sign it. A sent payment can’t be undone.
      </p>
      <div className={classNames(stickyFoot["foot"], styles["commit"])}>
        <Button
          kind="accent"
          loading={request.isPending}
          onClick={() =>
            request.mutate({
              transaction_type: "withdraw",
              balance: { credit: amount, credit_currency: currency },
              debit: arriving,
              debit_currency: currency,
              coin_payee_id: payee.id,
              idempotency_key: idempotencyKey,
            })
          }
        >
          Withdraw {coins}
        </Button>
        <Button kind="quiet" disabled={request.isPending} onClick={call.onChange}>
          Edit
        </Button>
      </div>
    </div>
  );
}

import type { OnrampOffer, StartOnrampInput } from "@wattle/contracts/onramp";
import { currencyOf } from "@wattle/contracts/markets";
import type { Amount } from "@wattle/exchange-core";
import { useRef, useState } from "react";
import { useCoinPrice } from "../portfolio/position-panel.tsx";
import { Facts } from "../ui/facts.tsx";
import { TypedAmountField } from "../money/typed-amount-field.tsx";
import { useTypedAmount } from "../money/use-typed-amount.ts";
import { limitProblem, limitTexts } from "../markets/limits.ts";
import { Button } from "../controls/button.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { aboutText } from "./about-text.ts";
import styles from "./onramp.module.css";
import { Form } from "../ui/form.tsx";

interface EstimateProps {
  readonly fiat: string;
  readonly coin: string;
  readonly paid: Amount | undefined;
}

/** Coins for the money at the price now, before the provider's fee. Its place is kept while nothing is known. */
function Estimate({ fiat, coin, paid }: EstimateProps) {
  const price = useCoinPrice(coin, fiat);
  const [money, got] = [currencyOf(fiat), currencyOf(coin)];
  const about =
    price === undefined || paid === undefined || money === undefined || got === undefined
      ? undefined
      : aboutText(paid, money, got, price);
  return (
    <p className={styles["estimate"]} aria-live="polite">
      {about !== undefined &&
        `About ${about} ${coin} before the provider’s fee. The provider sets the exact amount.`}
    </p>
  );
}

interface OnrampFormProps {
  readonly offer: OnrampOffer;
  readonly busy: boolean;
  readonly onStart: (input: StartOnrampInput) => void;
}

/** How much to pay and which coin to get; leads to the provider's checkout. */
export function OnrampForm({ offer, busy, onStart }: OnrampFormProps) {
  const [fiat, setFiat] = useState(offer.fiat[0] ?? "");
  const [crypto, setCrypto] = useState(offer.crypto[0] ?? "");
  const amount = useTypedAmount(fiat, (units) => limitProblem(units, fiat, "card"));
  const form = useRef<HTMLFormElement>(null);
  const limits = limitTexts(fiat, "card");

  const submit = (): void => {
    if (busy) return;
    if (amount.judge() !== undefined || amount.text === undefined) {
      form.current?.querySelector<HTMLInputElement>("[name=amount]")?.focus();
      return;
    }
    onStart({ fiat_amount: amount.text, fiat_currency: fiat, crypto_currency: crypto });
  };

  return (
    <Form ref={form} className={styles["form"]} onSubmit={submit}>
      <TypedAmountField
        label="You pay by card"
        amount={amount}
        codes={offer.fiat}
        onCode={(code) => {
          setFiat(code);
          amount.refuse(undefined);
        }}
      />
      <SelectField
        label="You get"
        name="crypto"
        options={offer.crypto.map((code) => ({ value: code, label: code }))}
        value={crypto}
        onChange={setCrypto}
      />
      <Estimate fiat={fiat} coin={crypto} paid={amount.entry.amount} />
      <Facts
        facts={[
          ["Our fee", "No fee"],
          ["Provider’s fee", "Shown at checkout, before you pay"],
          ...(limits === undefined ? [] : ([["Limits", `${limits.min} to ${limits.max}`]] as const)),
          ["Usual time", "Minutes"],
        ]}
      />
      <Button type="submit" kind="accent" wide loading={busy}>
        Continue to checkout
      </Button>
    </Form>
  );
}

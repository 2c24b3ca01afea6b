import type { AlertDirection } from "@wattle/contracts/alerts";
import { currencyOf } from "@wattle/contracts/markets";
import { priceText } from "@wattle/contracts/recurring-words";
import { displayDecimal } from "@wattle/exchange-core/display";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useCoinPrice } from "../portfolio/position-panel.tsx";
import { Button } from "../controls/button.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { TextField } from "../controls/text-field.tsx";
import { alertFailure } from "../failed-call.ts";
import { amountText } from "../money/price-figures.ts";
import { typedPrice } from "../money/typed-price.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Chips } from "../ui/chips.tsx";
import { Form } from "../ui/form.tsx";
import { Segments } from "../ui/segments.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { movedPrice } from "./moved-price.ts";
import styles from "./alerts.module.css";

const DIRECTIONS = [
  { value: "above", label: "Above" },
  { value: "below", label: "Below" },
] as const satisfies readonly { readonly value: AlertDirection; readonly label: string }[];

/** How far from the price of now an alert can be set by a press. */
const MOVES = [
  { percent: 5n, text: "+5%", to: "above" },
  { percent: 10n, text: "+10%", to: "above" },
  { percent: -5n, text: "−5%", to: "below" },
  { percent: -10n, text: "−10%", to: "below" },
] as const;

interface AlertFormProps {
  /** The currency that prices are in. */
  readonly home: string;
  readonly coins: readonly [string, ...string[]];
  readonly coin: string;
  readonly onCoin: (coin: string) => void;
  readonly direction: AlertDirection;
  readonly onDirection: (direction: AlertDirection) => void;
  /** Says which price is typed, decimal text; undefined while it is none. */
  readonly onPrice: (price: string | undefined) => void;
}

/** Which coin, above or below which price. */
export function AlertForm(props: AlertFormProps) {
  const { home, coins, coin, onCoin, direction, onDirection, onPrice } = props;
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const price = useCoinPrice(coin, home);
  const { values, field, set, check, refuse, reset } = useCheckedForm({
    fields: ["price"],
    form,
    problemOf: (_, value) => (typedPrice(value, home) === undefined ? "Enter a price above zero" : undefined),
  });
  /** A chip's amount is of no use to another coin. */
  const [chip, setChip] = useState<string>();
  const create = trpc.alerts.create.useMutation({
    onSuccess: () => {
      showAlert({ type: "success", text: "Alert created" });
      reset();
      return utils.alerts.list.invalidate();
    },
    onError: (error) => refuse(alertFailure("Price alert", error).errors ?? {}),
  });
  const typed = typedPrice(values.price, home);
  const report = useEffectEvent((text: string | undefined) => onPrice(text));
  useEffect(() => report(typed), [typed]);
  const submit = (): void => {
    if (create.isPending || !check() || typed === undefined) return;
    create.mutate({ symbol: coin, direction, price: typed });
  };
  return (
    <Form ref={form} className={styles["form"]} onSubmit={submit}>
      <SelectField
        label="Email me when"
        name="coin"
        value={coin}
        options={coins.map((code) => ({
          value: code,
          label: `${currencyOf(code)?.full_name ?? code} (${code})`,
        }))}
        onChange={(other) => {
          if (values.price === chip) reset();
          onCoin(other);
        }}
      />
      <Segments
        legend={`When ${coin} is`}
        name="direction"
        options={DIRECTIONS}
        value={direction}
        onChange={onDirection}
      />
      <div className={styles["wanted"]}>
        <TextField
          {...field("price")}
          label={`Price of 1 ${coin}`}
          hint={price === undefined ? "Getting the price of now." : `Now about ${amountText(price, home)}.`}
          inputMode="decimal"
          autoComplete="off"
          required
          end={<span className={styles["code"]}>{home}</span>}
        />
        <Chips
          legend="So far from the price of now"
          chips={MOVES.map(({ percent, text, to }) => {
            const moved = movedPrice(price, percent);
            const shown = moved && priceText(moved);
            return {
              text,
              note: moved && displayDecimal(moved, 0),
              disabled: shown === undefined,
              isOn: shown === values.price,
              onPress: () => {
                onDirection(to);
                setChip(shown);
                set("price", shown ?? "");
              },
            };
          })}
        />
      </div>
      <Button type="submit" wide loading={create.isPending}>
        Create alert
      </Button>
    </Form>
  );
}

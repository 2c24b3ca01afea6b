import { currencyOf } from "@wattle/contracts/markets";
import { AMOUNT_TEXTS } from "@wattle/contracts/amount-texts";
import { dayText } from "@wattle/contracts/days";
import type { CoinsFromOutside } from "@wattle/contracts/tax";
import { parseAmount } from "@wattle/exchange-core/amount";
import { displayExact } from "@wattle/exchange-core/display";
import { useRef } from "react";
import { Button } from "../controls/button.tsx";
import { DateField } from "../controls/date-field.tsx";
import { isoDate } from "../controls/date-text.ts";
import { Dialog } from "../controls/dialog.tsx";
import { TextField } from "../controls/text-field.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Form } from "../ui/form.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import styles from "./tax.module.css";

interface CostDialogProps {
  readonly coins: CoinsFromOutside;
  readonly home: string;
  readonly onClose: () => void;
}

/** When coins from elsewhere were bought, and for how much. */
export function CostDialog({ coins, home, onClose }: CostDialogProps) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const isStated = coins.basis === "stated";
  const { values, field, set, check, refuse } = useCheckedForm({
    fields: ["acquired_on", "cost"],
    form,
    initial: { acquired_on: coins.acquired_on, cost: isStated ? coins.cost : "" },
    problemOf: (name, value) => (name === "cost" ? costProblem(value, home) : dayProblem(value, coins)),
  });
  const state = trpc.tax.stateCost.useMutation({
    onSuccess: () => {
      showAlert({ type: "success", text: "Cost saved" });
      onClose();
      return utils.tax.invalidate();
    },
    onError: (error) => refuse(alertFailure("Save the cost", error).errors ?? {}),
  });
  const submit = (): void => {
    const acquired = isoDate(values.acquired_on);
    if (state.isPending || !check() || acquired === undefined) return;
    state.mutate({ id: coins.transaction_id, acquired_on: acquired, cost: values.cost });
  };
  return (
    <Dialog open title="What these coins cost you" onClose={onClose}>
      <Form ref={form} className={styles["form"]} onSubmit={submit}>
        <p className={styles["note"]}>
          {displayExact(coins.units)} {coins.currency}, received on {dayText(coins.received_on)}.
        </p>
        <DateField
          {...field("acquired_on")}
          label="Bought on"
          hint="They may have been yours before they arrived here."
          max={coins.received_on}
          level="decade"
          required
          onChoose={(day) => set("acquired_on", day)}
        />
        <TextField
          {...field("cost")}
          label={`Paid in ${home}, with fees`}
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <Button type="submit" loading={state.isPending}>
          Save
        </Button>
      </Form>
    </Dialog>
  );
}

function costProblem(text: string, home: string): string | undefined {
  const currency = currencyOf(home);
  const parsed = currency && parseAmount(text, currency);
  return parsed === undefined || parsed.ok ? undefined : AMOUNT_TEXTS[parsed.problem];
}

function dayProblem(text: string, { received_on }: CoinsFromOutside): string | undefined {
  const day = isoDate(text);
  if (day === undefined) return "Enter a date like 28/02/2024";
  return day > received_on ? "Enter a day up to their arrival" : undefined;
}

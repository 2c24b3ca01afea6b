import type { KeyboardEvent, ReactNode } from "react";
import { CurrencySelect } from "./currency-select.tsx";
import { FieldShell, inputClass } from "../ui/field.tsx";
import { ungroupField } from "../ui/ungroup-field.ts";
import styles from "./fiat-amount-field.module.css";
import { useSilentText } from "./use-silent-text.ts";
import type { FiatAmount } from "./use-fiat-amount.ts";

interface FiatAmountFieldProps {
  readonly label: string;
  readonly amount: FiatAmount;
  /** Codes to choose from; with one there is nothing to choose. */
  readonly codes: readonly string[];
  readonly onCode: (code: string) => void;
  readonly hint?: ReactNode;
  readonly aside?: ReactNode;
}

/** An amount of money with its currency inside. Arrow keys step it by a cent; a text that is no amount stays as typed, with the reason. */
export function FiatAmountField({ label, amount, codes, onCode, hint, aside }: FiatAmountFieldProps) {
  const code = amount.currency.code;

  const field = useSilentText(amount.entry.text, amount.typed);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    amount.stepped(event.key === "ArrowUp" ? 1 : -1);
  };

  return (
    <FieldShell
      label={label}
      large
      error={amount.error}
      hint={hint}
      aside={aside}
      end={
        codes.length > 1 ? (
          <CurrencySelect label="Currency" value={code} codes={codes} onChange={onCode} />
        ) : (
          <span className={styles["code"]}>{code}</span>
        )
      }
    >
      {(control) => (
        <input
          {...control}
          ref={field}
          name="amount"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder="0.00"
          className={inputClass}
          value={amount.entry.text}
          onChange={(event) => amount.typed(event.currentTarget.value)}
          onFocus={(event) => {
            ungroupField(event.currentTarget);
            amount.entered();
          }}
          onBlur={amount.left}
          onKeyDown={onKeyDown}
        />
      )}
    </FieldShell>
  );
}

import type { KeyboardEvent, ReactNode } from "react";
import { CurrencySelect } from "./currency-select.tsx";
import { FieldShell, inputClass } from "../ui/field.tsx";
import { ungroupField } from "../ui/ungroup-field.ts";
import styles from "./typed-amount-field.module.css";
import { useSilentText } from "./use-silent-text.ts";
import type { TypedAmount } from "./use-typed-amount.ts";

interface TypedAmountFieldProps {
  readonly label: string;
  readonly amount: TypedAmount;
  /** Codes to choose from; with one there is nothing to choose. */
  readonly codes: readonly string[];
  readonly onCode: (code: string) => void;
  readonly hint?: ReactNode;
  readonly aside?: ReactNode;
}

/** An amount with its currency inside. Arrow keys step it by the smallest unit that can be typed; a text that is no amount stays as typed, with the reason. */
export function TypedAmountField({ label, amount, codes, onCode, hint, aside }: TypedAmountFieldProps) {
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
          placeholder={amount.currency.kind === "fiat" ? "0.00" : "0"}
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

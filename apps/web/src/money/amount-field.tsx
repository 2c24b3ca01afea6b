import type { Dispatch, KeyboardEvent } from "react";
import { classNames } from "../ui/class-names.ts";
import { FieldShell, inputClass } from "../ui/field.tsx";
import { ungroupField } from "../ui/ungroup-field.ts";
import type { AmountEntry } from "./amount-entry.ts";
import { CurrencySelect } from "./currency-select.tsx";
import { useSilentText } from "./use-silent-text.ts";
import type { AmountAction, Note, Side } from "./amount-action.ts";
import styles from "./amount-field.module.css";

interface AmountFieldProps {
  readonly side: Side;
  readonly label: string;
  readonly currencyLabel: string;
  readonly entry: AmountEntry;
  readonly currency: string;
  readonly codes: readonly string[];
  readonly note: Note | undefined;
  readonly aside?: React.ReactNode;
  /** Shown while nothing is typed. */
  readonly placeholder?: string | undefined;
  /** Its message no longer holds. */
  readonly stale?: boolean;
  readonly dispatch: Dispatch<AmountAction>;
  readonly onEnter: () => void;
}

/** An amount with its currency inside. Arrow keys step it, Enter submits; a text that is no amount stays as typed, with the reason. */
export function AmountField(props: AmountFieldProps) {
  const {
    side,
    label,
    currencyLabel,
    entry,
    currency,
    codes,
    note,
    aside,
    placeholder = "0",
    stale = false,
    dispatch,
    onEnter,
  } = props;

  const field = useSilentText(entry.text, (text) => dispatch({ type: "typed", side, text }));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      onEnter();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      dispatch({ type: "stepped", side, direction: event.key === "ArrowUp" ? 1 : -1 });
    }
  };

  const choose = side === "credit" ? "credit_currency_chosen" : "debit_currency_chosen";
  return (
    <div aria-live="polite">
      <FieldShell
        label={label}
        large
        aside={aside}
        error={note?.tone === "error" ? note.text : undefined}
        hint={note?.tone === "info" ? note.text : undefined}
        end={
          <CurrencySelect
            label={currencyLabel}
            value={currency}
            codes={codes}
            onChange={(code) => dispatch({ type: choose, code })}
          />
        }
      >
        {(control) => (
          <input
            {...control}
            ref={field}
            type="text"
            inputMode="decimal"
            enterKeyHint="go"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder={placeholder}
            className={classNames(inputClass, styles["amount"], stale && styles["stale"])}
            value={entry.text}
            onChange={(event) => dispatch({ type: "typed", side, text: event.currentTarget.value })}
            onFocus={(event) => {
              ungroupField(event.currentTarget);
              dispatch({ type: "entered", side });
            }}
            onBlur={() => dispatch({ type: "left", side })}
            onKeyDown={onKeyDown}
          />
        )}
      </FieldShell>
    </div>
  );
}

import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode, type RefObject } from "react";
import type { Amount } from "@wattle/exchange-core";
import type { Transaction } from "@wattle/contracts/history";
import { displayAmount } from "@wattle/exchange-core/display";
import { useSession } from "../session/session-store.ts";
import { createStore } from "../store.ts";
import { AmountField } from "../money/amount-field.tsx";
import { removeDraft, type Draft } from "../money/draft.ts";
import { amountOnly } from "../money/price-figures.ts";
import type { Pair } from "../money/quote.ts";
import { Commit } from "./exchange-commit.tsx";
import type { FullParts } from "./exchange-parts.ts";
import { Limits, Price, Rate } from "./exchange-price.tsx";
import {
  currencyOfSide,
  exchangeable,
  heldQuote,
  type ExchangeMode,
  type ExchangeState,
} from "./exchange-state.ts";
import {
  creditNote,
  debitNote,
  exampleFigures,
  isStale,
  limitsInMoney,
  missingFunds,
  orderText,
  shownLimits,
  shutReason,
  troubleOf,
} from "./exchange-view.ts";
import { newIdempotencyKey } from "../money/idempotency-key.ts";
import { keepDraft, useBalance, useExchangeForm } from "./use-exchange-form.ts";
import { useExchangeSubmit } from "./use-exchange-submit.ts";
import { useOnline } from "./use-online.ts";
import { Way } from "./way.tsx";
import styles from "./exchange-form.module.css";
import { Form } from "../ui/form.tsx";

interface ExchangeFormProps {
  /** The parts of the form in full; without them it is the home page's, which knows no balances. */
  readonly full?: FullParts;
  /** First values of the form; without them, those of the exchange begun before. */
  readonly wanted?: Draft | undefined;
  readonly heading?: ReactNode;
  /** How often a purchase was asked for from outside the form; each time the form turns to one. */
  readonly purchases?: number;
  /** The exchange that was just made. */
  readonly onExchanged?: (done: Transaction) => void;
  /** The pair, whenever it becomes another one. */
  readonly onPair?: (pair: Pair) => void;
}

/** Dialog after Exchange Now!, shown as long as it is open. */
const NEXT = {
  full: "You confirm next.",
  guest: "Log in or sign up next.",
  customer: "Continue in your account.",
};

/** The exchange form: amounts both ways, limits, full price, held rate, and the button that is only open when all is well. */
export function ExchangeForm(props: ExchangeFormProps) {
  const { full, wanted, heading, purchases = 0, onExchanged, onPair } = props;
  const mode: ExchangeMode = full === undefined ? "form-only" : "full";
  const [state, dispatch] = useExchangeForm(mode, wanted);
  const balance = useBalance(mode, state.pair.credit);
  const online = useOnline();
  const session = useSession();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [secondsLeft] = useState(() => createStore(0));
  const reasonId = useId();
  const { yes, refusal } = useExchangeSubmit(state, dispatch, onExchanged);
  const confirming = state.confirmation !== undefined;
  const opener = useRef<Element>(null);

  const { pair, choices } = state;
  const kind = currencyOfSide(state, "credit").kind;
  const reason = shutReason(state, balance, online);
  const trouble = troubleOf(state, online);
  const missing = missingFunds(state, balance);
  const example = full === undefined ? exampleFigures(state) : undefined;
  // The example says what to do: the button needs no reason of its own.
  const isHinted = example !== undefined && trouble === undefined && reason !== undefined;

  useEffect(() => {
    if (purchases > 0) dispatch({ type: "purchase_wanted" });
  }, [purchases, dispatch]);
  useKeepForDeposit(mode, state, missing);
  useReport(onPair, pair);

  const leaveForSignIn = (): void => {
    keepDraft(state);
    void navigate({ to: session === null ? "/login" : "/dashboard/currency-exchange" });
  };
  const submit = (): void => {
    if (reason !== undefined || exchangeable(state, balance) === undefined) dispatch({ type: "submitted" });
    else if (mode === "form-only") leaveForSignIn();
    else {
      opener.current = document.activeElement;
      dispatch({ type: "confirmation_opened", idempotencyKey: newIdempotencyKey(), balance });
    }
  };
  useFocusBack(confirming, opener, form);

  return (
    <Form ref={form} className={styles["form"]} tabIndex={-1} aria-label="Exchange" onSubmit={submit}>
      {heading}
      <Way state={state} dispatch={dispatch} />
      <Limits
        limits={shownLimits(state)}
        inMoney={limitsInMoney(state)}
        hint={pair.credit === state.first.homeCurrency}
        sale={kind === "crypto"}
      />
      <AmountField
        side="credit"
        label="You pay"
        currencyLabel="Currency you pay"
        entry={state.credit}
        currency={pair.credit}
        codes={[...choices.fiat, ...choices.crypto]}
        note={creditNote(state, balance)}
        aside={
          balance !== undefined ? (
            <Owned balance={balance} state={state} />
          ) : (
            example && <Example id={isHinted ? reasonId : undefined} />
          )
        }
        placeholder={example && amountOnly(example.credit, pair.credit)}
        dispatch={dispatch}
        onEnter={submit}
      />
      {full && <full.QuickAmounts state={state} dispatch={dispatch} balance={balance} reasonId={reasonId} />}
      <Price state={state} example={example} online={online} help={full !== undefined} dispatch={dispatch} />
      <AmountField
        side="debit"
        label="You get"
        currencyLabel="Currency you get"
        entry={state.debit}
        currency={pair.debit}
        codes={kind === "crypto" ? choices.fiat : choices.crypto}
        note={debitNote(state)}
        stale={isStale(state, online)}
        placeholder={example && amountOnly(example.debit, pair.debit)}
        dispatch={dispatch}
        onEnter={submit}
      />
      <Rate
        state={state}
        online={online}
        trouble={trouble}
        troubleId={reasonId}
        secondsLeft={secondsLeft}
        help={full !== undefined}
        dispatch={dispatch}
      />
      {full && <full.Refused error={refusal} tried="Trading" />}
      <Commit
        id={reasonId}
        sticky={full !== undefined}
        reason={reason}
        said={trouble !== undefined || isHinted}
        next={`${orderText(state) ?? ""} ${NEXT[mode === "full" ? "full" : session === null ? "guest" : "customer"]}`}
        secondsLeft={secondsLeft}
        missing={missing}
        code={pair.credit}
      />
      {state.confirmation !== undefined && full && (
        <full.Confirmation
          state={state}
          confirmation={state.confirmation}
          secondsLeft={secondsLeft}
          isOutOfBounds={heldQuote(state) !== undefined && exchangeable(state, balance) === undefined}
          onYes={yes}
          onNo={() => dispatch({ type: "confirmation_closed" })}
          onRenew={() => dispatch({ type: "rate_wanted" })}
          onAccept={() => dispatch({ type: "rate_accepted", idempotencyKey: newIdempotencyKey(), balance })}
        />
      )}
    </Form>
  );
}

/** Says that the figures are an example. @param id set if it is the reason of the button, too */
const Example = ({ id }: { readonly id: string | undefined }) => (
  <span id={id} className={styles["owned"]}>
    Example. Type your amount.
  </span>
);

/** Spendable balance of the currency paid. */
function Owned({ balance, state }: { readonly balance: Amount; readonly state: ExchangeState }) {
  const currency = currencyOfSide(state, "credit");
  return (
    <span className={styles["owned"]}>{`You have ${displayAmount(balance, currency)} ${currency.code}`}</span>
  );
}

/** Says which pair the form is at. */
function useReport(onPair: ExchangeFormProps["onPair"], { credit, debit }: Pair): void {
  const report = useEffectEvent((pair: Pair) => onPair?.(pair));
  useEffect(() => report({ credit, debit }), [credit, debit]);
}

/** An exchange that waits for a deposit is kept for after it, whichever way leads there. */
function useKeepForDeposit(
  mode: ExchangeMode,
  state: Parameters<typeof keepDraft>[0],
  missing: string | undefined,
): void {
  const keepForDeposit = useEffectEvent(() => (missing === undefined ? removeDraft() : keepDraft(state)));
  useEffect(() => {
    if (mode === "full") keepForDeposit();
  }, [mode, missing, state.pair.debit]);
}

/** When the popup goes, the focus returns to what opened it; if that has been disabled meanwhile, to the form. */
function useFocusBack(
  open: boolean,
  opener: RefObject<Element | null>,
  form: RefObject<HTMLFormElement | null>,
): void {
  useEffect(() => {
    if (!open) return;
    const [before, whole] = [opener.current, form.current];
    return () => {
      const usable =
        before instanceof HTMLElement && before.isConnected && !before.matches(":disabled, body");
      (usable ? before : whole)?.focus();
    };
  }, [open, opener, form]);
}

import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { useSession } from "../session/session-store.ts";
import { createStore, type Store } from "../store.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { AmountField } from "../money/amount-field.tsx";
import { removeDraft, type Draft } from "./draft.ts";
import { amountText } from "../money/price-figures.ts";
import {
  currencyOfSide,
  exchangeable,
  type Confirmation,
  type ExchangeMode,
  type ExchangeState,
} from "./exchange-state.ts";
import {
  creditNote,
  debitNote,
  figuresAt,
  missingFunds,
  rateProblem,
  shownLimits,
  shownQuote,
  shutReason,
  termsOf,
} from "./exchange-view.ts";
import { newIdempotencyKey } from "../money/idempotency-key.ts";
import { PriceAhead, PriceBreakdown } from "../rates/price-breakdown.tsx";
import { RateAwaited, RateTimer } from "../rates/rate-timer.tsx";
import { keepDraft, useBalance, useExchangeForm } from "./use-exchange-form.ts";
import { useExchangeSubmit } from "./use-exchange-submit.ts";
import { useOnline } from "./use-online.ts";
import styles from "./exchange-form.module.css";
import { Form } from "../ui/form.tsx";

/** What the popup is given; it is drawn by the screen that shows the form in full, so that the home page need not load it. */
export interface ConfirmationProps {
  readonly state: ExchangeState;
  readonly confirmation: Confirmation;
  /** Whole seconds the rate is still held: what the banner counts. */
  readonly secondsLeft: Store<number>;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

interface ExchangeFormProps {
  readonly mode: ExchangeMode;
  /** What the form starts with; without it, with what was begun before. */
  readonly wanted?: Draft | undefined;
  readonly heading: ReactNode;
  readonly renderConfirmation?: (props: ConfirmationProps) => ReactNode;
}

/** What comes after Exchange Now!, shown while it is open. */
const NEXT = {
  full: "You see the full price once more before anything is exchanged.",
  guest: "Log in or sign up to go on; your amount is kept.",
  customer: "Goes on in your account; your amount is kept.",
};

/** The exchange form: amounts both ways, limits, full price, held rate, and the button that is only open when all is well. */
export function ExchangeForm({ mode, wanted, heading, renderConfirmation }: ExchangeFormProps) {
  const [state, dispatch] = useExchangeForm(mode, wanted);
  const balance = useBalance(mode, state.pair.credit);
  const online = useOnline();
  const session = useSession();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [secondsLeft] = useState(() => createStore(0));
  const reasonId = useId();
  const yes = useExchangeSubmit(state, dispatch);
  const confirming = state.confirmation !== undefined;
  const opener = useRef<Element>(null);

  const { pair, choices, rate } = state;
  const kind = currencyOfSide(state, "credit").kind;
  const quote = shownQuote(state);
  const reason = shutReason(state, balance, online);
  const limits = shownLimits(state);
  const problem = rateProblem(state);
  const missing = missingFunds(state, balance);

  useKeepForDeposit(mode, state, missing);

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
      <Limits limits={limits} hint={pair.credit === state.first.homeCurrency} />
      <AmountField
        side="credit"
        label="You pay"
        currencyLabel="Currency you pay"
        entry={state.credit}
        currency={pair.credit}
        codes={[...choices.fiat, ...choices.crypto]}
        note={creditNote(state, balance)}
        aside={
          mode === "full" && (
            <button
              type="button"
              className={styles["max"]}
              disabled={balance === undefined || quote === undefined}
              aria-describedby={reasonId}
              onClick={() => balance !== undefined && dispatch({ type: "max_wanted", balance })}
            >
              Buy Max
            </button>
          )
        }
        dispatch={dispatch}
        onEnter={submit}
      />
      {quote !== undefined && state.credit.amount !== undefined && state.debit.amount !== undefined ? (
        <PriceBreakdown
          show="steps"
          figures={figuresAt(state.credit.amount, quote)}
          stale={rate.status === "expired"}
          help={mode === "full"}
        />
      ) : (
        <PriceAhead
          coin={kind === "crypto" ? pair.credit : pair.debit}
          terms={quote && termsOf(quote)}
          stale={rate.status === "expired"}
          help={mode === "full"}
        />
      )}
      <AmountField
        side="debit"
        label="You get"
        currencyLabel="Currency you get"
        entry={state.debit}
        currency={pair.debit}
        codes={kind === "crypto" ? choices.fiat : choices.crypto}
        note={debitNote(state)}
        dispatch={dispatch}
        onEnter={submit}
      />
      <div className={styles["rate"]}>
        {quote !== undefined ? (
          <RateTimer
            quote={quote}
            expired={rate.status === "expired"}
            secondsLeft={secondsLeft}
            help={mode === "full"}
            dispatch={dispatch}
          />
        ) : (
          problem === undefined && <RateAwaited pair={pair} />
        )}
        <RateProblem problem={problem} onAgain={() => dispatch({ type: "rate_wanted" })} />
      </div>
      <Commit
        id={reasonId}
        reason={reason}
        next={mode === "full" ? NEXT.full : session === null ? NEXT.guest : NEXT.customer}
        missing={missing}
        code={pair.credit}
      />
      {state.confirmation !== undefined &&
        renderConfirmation?.({
          state,
          confirmation: state.confirmation,
          secondsLeft,
          onYes: yes,
          onNo: () => dispatch({ type: "confirmation_closed" }),
        })}
    </Form>
  );
}

/** An exchange that waits for a deposit is kept for after it, whichever way leads there. */
function useKeepForDeposit(
  mode: ExchangeFormProps["mode"],
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

interface LimitsProps {
  readonly limits: ReturnType<typeof shownLimits>;
  /** Whether to say what they come to in US dollars. */
  readonly hint: boolean;
}

/** What can be exchanged at once. */
function Limits({ limits, hint }: LimitsProps) {
  return (
    <div className={styles["limits"]}>
      <p className={styles["amountTitle"]}>Amount to Exchange</p>
      <p className={styles["range"]}>
        <span>
          Min: <span className={styles["figure"]}>{limits.min}</span>
        </span>
        <span>
          Max: <span className={styles["figure"]}>{limits.max}</span>
        </span>
      </p>
      {hint && <p className={styles["hint"]}>100.00 to 100 000.00 USD equivalent</p>}
    </div>
  );
}

/** Why there is no rate; an empty live region while there is one. */
function RateProblem({
  problem,
  onAgain,
}: {
  readonly problem: string | undefined;
  readonly onAgain: () => void;
}) {
  return (
    <div role="alert">
      {problem !== undefined && (
        <p className={styles["problem"]}>
          <span>{problem}</span>{" "}
          <button type="button" className={styles["again"]} onClick={onAgain}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}

interface CommitProps {
  /** Of the text that says why the button is disabled or what comes next. */
  readonly id: string;
  readonly reason: string | undefined;
  readonly next: string;
  /** What the balance lacks, decimal text of the currency `code`. */
  readonly missing: string | undefined;
  readonly code: string;
}

/** Exchange Now!, why it is disabled, and the deposit that would help. */
function Commit({ id, reason, next, missing, code }: CommitProps) {
  return (
    <div className={styles["commit"]}>
      <Button type="submit" kind="accent" wide disabled={reason !== undefined} aria-describedby={id}>
        Exchange Now!
      </Button>
      <p id={id} className={styles["reason"]}>
        {missing === undefined ? (reason ?? next) : `You need ${amountText(missing, code)} more.`}
      </p>
      {missing !== undefined && (
        <Link
          to="/dashboard/deposit-money"
          search={{ currency: code, amount: missing }}
          className={buttonClass("quiet")}
        >
          Deposit {amountText(missing, code)}
        </Link>
      )}
    </div>
  );
}

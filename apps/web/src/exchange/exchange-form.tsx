import { Link, useNavigate } from "@tanstack/react-router";
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentType,
  type Dispatch,
  type ReactNode,
  type RefObject,
} from "react";
import type { Amount } from "@wattle/exchange-core";
import type { Transaction } from "@wattle/contracts/history";
import { displayAmount } from "@wattle/exchange-core/display";
import type { Holdable } from "../failed-call.ts";
import { useSession } from "../session/session-store.ts";
import { createStore, useStore, type Store } from "../store.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { AmountField } from "../money/amount-field.tsx";
import { removeDraft, type Draft } from "./draft.ts";
import { amountOnly, amountText, type PriceFigures } from "../money/price-figures.ts";
import type { Pair } from "../rates/quote.ts";
import { classNames } from "../ui/class-names.ts";
import { AlertIcon } from "../ui/icons.tsx";
import {
  currencyOfSide,
  exchangeable,
  heldQuote,
  type Confirmation,
  type ExchangeAction,
  type ExchangeMode,
  type ExchangeState,
} from "./exchange-state.ts";
import {
  creditNote,
  debitNote,
  exampleFigures,
  figuresAt,
  limitsInMoney,
  missingFunds,
  shownLimits,
  shownQuote,
  shutReason,
  termsOf,
  troubleOf,
} from "./exchange-view.ts";
import { newIdempotencyKey } from "../money/idempotency-key.ts";
import { PriceAhead, PriceBreakdown } from "../rates/price-breakdown.tsx";
import { isEnding } from "../rates/rate-ring.tsx";
import { RateAwaited, RateTimer } from "../rates/rate-timer.tsx";
import { keepDraft, useBalance, useExchangeForm } from "./use-exchange-form.ts";
import { useExchangeSubmit } from "./use-exchange-submit.ts";
import { useOnline } from "./use-online.ts";
import styles from "./exchange-form.module.css";
import { Form } from "../ui/form.tsx";

/** What the popup is given. */
export interface ConfirmationProps {
  readonly state: ExchangeState;
  readonly confirmation: Confirmation;
  /** Whole seconds the rate is still held: what the banner counts. */
  readonly secondsLeft: Store<number>;
  /** The confirmed amount no longer fits what a newer rate or the balance allows. */
  readonly isOutOfBounds: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
  /** Asks for a newer rate. */
  readonly onRenew: () => void;
  /** Takes the newer rate over. */
  readonly onAccept: () => void;
}

/** What a part of the form in full is given. */
export interface PartProps {
  readonly state: ExchangeState;
  readonly dispatch: Dispatch<ExchangeAction>;
}

export interface QuickAmountsProps extends PartProps {
  /** What can be spent; undefined while it is not known. */
  readonly balance: Amount | undefined;
  /** Of the text that says why the form cannot be sent. */
  readonly reasonId: string;
}

interface RefusedProps {
  /** What the last exchange that was confirmed threw. */
  readonly error: unknown;
  readonly tried: Holdable;
}

/** What the form has in full: given to it by the screen, so that the home page need not load it. */
export interface FullParts {
  readonly Way: ComponentType<PartProps>;
  readonly QuickAmounts: ComponentType<QuickAmountsProps>;
  readonly Swap: ComponentType<PartProps>;
  readonly Confirmation: ComponentType<ConfirmationProps>;
  readonly Refused: ComponentType<RefusedProps>;
}

interface ExchangeFormProps {
  /** The parts of the form in full; without them it is the home page's, which knows no balances. */
  readonly full?: FullParts;
  /** What the form starts with; without it, with what was begun before. */
  readonly wanted?: Draft | undefined;
  readonly heading?: ReactNode;
  /** The exchange that was just made. */
  readonly onExchanged?: (done: Transaction) => void;
  /** The pair, whenever it becomes another one. */
  readonly onPair?: (pair: Pair) => void;
}

/** What comes after Exchange Now!, shown while it is open. */
const NEXT = {
  full: "You’ll see the full price before you confirm.",
  guest: "Log in or sign up to continue. We’ll keep your amount.",
  customer: "Continue in your account. We’ll keep your amount.",
};

/** The exchange form: amounts both ways, limits, full price, held rate, and the button that is only open when all is well. */
export function ExchangeForm({ full, wanted, heading, onExchanged, onPair }: ExchangeFormProps) {
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
      {full && <full.Way state={state} dispatch={dispatch} />}
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
            example && <span className={styles["owned"]}>Example</span>
          )
        }
        placeholder={example && amountOnly(example.credit, pair.credit)}
        dispatch={dispatch}
        onEnter={submit}
      />
      {full && <full.QuickAmounts state={state} dispatch={dispatch} balance={balance} reasonId={reasonId} />}
      <Price
        state={state}
        example={example}
        online={online}
        help={full !== undefined}
        swap={full && <full.Swap state={state} dispatch={dispatch} />}
      />
      <AmountField
        side="debit"
        label="You get"
        currencyLabel="Currency you get"
        entry={state.debit}
        currency={pair.debit}
        codes={kind === "crypto" ? choices.fiat : choices.crypto}
        note={debitNote(state)}
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
        said={trouble !== undefined}
        next={mode === "full" ? NEXT.full : session === null ? NEXT.guest : NEXT.customer}
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

/** What can be spent of the currency paid. */
function Owned({ balance, state }: { readonly balance: Amount; readonly state: ExchangeState }) {
  const currency = currencyOfSide(state, "credit");
  return (
    <span className={styles["owned"]}>
      You have {displayAmount(balance, currency)} {currency.code}
    </span>
  );
}

interface PriceProps {
  readonly state: ExchangeState;
  /** What is shown in place of a price before there is one. */
  readonly example: PriceFigures | undefined;
  readonly online: boolean;
  readonly help: boolean;
  /** On the rail between the two amounts. */
  readonly swap: ReactNode;
}

/** The price between what is paid and what is got: as much of it as is known. */
function Price({ state, example, online, help, swap }: PriceProps) {
  const { pair, credit, debit, rate } = state;
  const quote = shownQuote(state);
  const coin = currencyOfSide(state, "credit").kind === "crypto" ? pair.credit : pair.debit;
  const stale = rate.status === "expired" || !online;
  const show = swap === undefined ? "steps" : "rows";
  const lines =
    quote !== undefined && credit.amount !== undefined && debit.amount !== undefined ? (
      <PriceBreakdown show={show} figures={figuresAt(credit.amount, quote)} stale={stale} help={help} />
    ) : example !== undefined ? (
      // Muted, as figures that do not hold.
      <PriceBreakdown show={show} figures={example} stale help={help} />
    ) : (
      <PriceAhead show={show} coin={coin} terms={quote && termsOf(quote)} stale={stale} help={help} />
    );
  if (swap === undefined) return lines;
  return (
    <div className={styles["between"]}>
      <div className={styles["rail"]}>{swap}</div>
      {lines}
    </div>
  );
}

interface RateProps extends PartProps {
  readonly online: boolean;
  /** Why there can be no exchange, and the id of the element that says so. */
  readonly trouble: string | undefined;
  readonly troubleId: string;
  readonly secondsLeft: Store<number>;
  readonly help: boolean;
}

/** How long the rate is held, and what no amount typed can change. */
function Rate({ state, online, trouble, troubleId, secondsLeft, help, dispatch }: RateProps) {
  const quote = shownQuote(state);
  return (
    <div className={styles["rate"]} data-rate>
      {quote !== undefined ? (
        <RateTimer
          quote={quote}
          expired={state.rate.status === "expired"}
          online={online}
          secondsLeft={secondsLeft}
          help={help}
          dispatch={dispatch}
        />
      ) : (
        trouble === undefined && <RateAwaited pair={state.pair} />
      )}
      <div role="alert">
        {trouble !== undefined && (
          <div className={styles["trouble"]} data-offline={!online || undefined}>
            <AlertIcon />
            <p id={troubleId}>{trouble}</p>
            {online && (
              <Button kind="quiet" onClick={() => dispatch({ type: "rate_wanted" })}>
                Try again
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
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

interface LimitsProps {
  readonly limits: ReturnType<typeof shownLimits>;
  /** What they come to in money, where they are in a coin. */
  readonly inMoney: string | undefined;
  /** Whether to say what they come to in US dollars. */
  readonly hint: boolean;
  /** In a coin, whose limits are longer. */
  readonly sale: boolean;
}

/** What can be exchanged at once. */
function Limits({ limits, inMoney, hint, sale }: LimitsProps) {
  return (
    <div className={styles["limits"]} data-sale={sale || undefined}>
      <p className={styles["amountTitle"]}>Amount to Exchange</p>
      <p className={styles["range"]}>
        <span>
          Min: <span className={styles["figure"]}>{limits.min}</span>
        </span>
        <span>
          Max: <span className={styles["figure"]}>{limits.max}</span>
        </span>
      </p>
      {inMoney !== undefined && <p className={styles["hint"]}>{inMoney}</p>}
      {hint && <p className={styles["hint"]}>100.00 to 100 000.00 USD equivalent</p>}
    </div>
  );
}

interface CommitProps {
  /** Of the text that says why the button is disabled or what comes next. */
  readonly id: string;
  /** On a phone the button stays in view. */
  readonly sticky: boolean;
  readonly reason: string | undefined;
  /** The reason has a line of its own above. */
  readonly said: boolean;
  readonly next: string;
  /** What the balance lacks, decimal text of the currency `code`. */
  readonly missing: string | undefined;
  readonly code: string;
  readonly secondsLeft: Store<number>;
}

/** Exchange Now!, why it is disabled, and the deposit that would help. */
function Commit({ id, sticky, reason, said, next, missing, code, secondsLeft }: CommitProps) {
  return (
    <div className={classNames(styles["commit"], sticky && styles["sticky"])}>
      {missing !== undefined && (
        <div className={styles["lacking"]}>
          <p>You need {amountText(missing, code)} more.</p>
          <Link
            to="/dashboard/deposit-money"
            search={{ currency: code, amount: missing }}
            className={buttonClass("primary", true)}
          >
            Deposit {amountText(missing, code)}
          </Link>
        </div>
      )}
      <Button type="submit" kind="accent" wide disabled={reason !== undefined} aria-describedby={id}>
        Exchange Now!
      </Button>
      {!said && (
        <div className={styles["foot"]}>
          <p id={id} className={styles["reason"]}>
            {reason ?? next}
          </p>
          {sticky && reason === undefined && <Seconds left={secondsLeft} />}
        </div>
      )}
    </div>
  );
}

/** What the button and the bar below it cover of a phone's window. */
const COVERED = { rootMargin: "0px 0px -160px 0px", threshold: 0.5 };

/** What is left of the rate, at the button that stays in view, while the banner with its ring does not. The banner says it to everyone. */
function Seconds({ left }: { readonly left: Store<number> }) {
  const seconds = useStore(left, 0);
  const box = useRef<HTMLSpanElement>(null);
  const [isSaidAbove, setSaidAbove] = useState(false);
  useEffect(() => {
    const banner = box.current?.closest("form")?.querySelector("[data-rate]");
    if (banner == null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setSaidAbove(entries.at(-1)?.isIntersecting === true),
      COVERED,
    );
    observer.observe(banner);
    return () => observer.disconnect();
  }, []);
  return (
    <span
      ref={box}
      className={styles["seconds"]}
      data-ending={isEnding(seconds) || undefined}
      data-said={isSaidAbove || undefined}
      aria-hidden="true"
    >
      {seconds} s
    </span>
  );
}

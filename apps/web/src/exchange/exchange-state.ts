import {
  buyMax,
  checkAmount,
  convert,
  creditFor,
  priceBreakdown,
  toAmount,
  type Amount,
  type Currency,
  type PriceBreakdown,
} from "@wattle/exchange-core";
import type { MarketChoice } from "@wattle/contracts/brand";
import type { AmountAction, Note, Side } from "../money/amount-action.ts";
import type { RateAction } from "../rates/rate-timer.tsx";
import { currencyOf, mayUse } from "@wattle/contracts/markets";
import { countryName } from "../accounts/country-options.ts";
import { AMOUNT_TEXTS } from "@wattle/contracts/amount-texts";
import { assumedCurrency } from "../markets/assumed-currency.ts";
import {
  editable,
  EMPTY_ENTRY,
  entryOf,
  formatted,
  readEntry,
  stepped,
  type AmountEntry,
} from "../money/amount-entry.ts";
import {
  allowedPair,
  defaultPair,
  firstChoices,
  isOffered,
  pairForCredit,
  type CurrencyChoices,
} from "../money/currency-choice.ts";
import { quickSums } from "../money/quick-sums.ts";
import type { Draft } from "../money/draft.ts";
import { samePair, type Pair, type Quote } from "../money/quote.ts";

/** `form-only` is the form of the home page: it keeps a draft and knows no balances. */
export type ExchangeMode = "full" | "form-only";

/** Why a rate is looked up: an amount was edited, or the limits of a pair are needed. */
type LookupReason = "edit" | "limits";

/**
 * The rate of the pair. `held` is the only state in which anything can be exchanged; `expired` still shows its rate.
 * `attempt` tells lookups apart, so that an answer to an earlier one is known to be late.
 */
type RateState =
  | { readonly status: "none" }
  | { readonly status: "loading"; readonly attempt: number; readonly reason: LookupReason }
  | { readonly status: "held" | "expired"; readonly quote: Quote }
  | { readonly status: "failed"; readonly reason: LookupReason };

/** Exchange that the customer is asked to confirm. Nothing in here changes once the popup is open. */
export interface Confirmation {
  /** One for each confirmation; a retry of the same one reuses it, so that nothing is exchanged twice. */
  readonly idempotencyKey: string;
  readonly quote: Quote;
  readonly price: PriceBreakdown;
  /** `unanswered`: it was sent and no answer came, so no one knows yet whether it went through. */
  readonly phase: "asking" | "sending" | "unanswered";
}

export interface ExchangeState {
  readonly mode: ExchangeMode;
  /** Country of the offered currencies: see `markets/country.ts`. */
  readonly country: string;
  /** The installation's first offer. */
  readonly first: MarketChoice;
  readonly choices: CurrencyChoices;
  readonly pair: Pair;
  /** Whether the pair was chosen: by hand or by a draft. A chosen pair outlives a change of the defaults. */
  readonly pairChosen: boolean;
  readonly credit: AmountEntry;
  readonly debit: AmountEntry;
  /** The field typed in last; the other one follows it. */
  readonly typed: Side;
  /** The field that has the focus. */
  readonly focused: Side | undefined;
  /** Counts edits, so that the pause after each can be awaited. */
  readonly edits: number;
  /** Whether the pause after the last edit is over, so that its problems may be shown. */
  readonly settled: boolean;
  /** Whether an empty credit field was left or submitted after an edit. */
  readonly missing: boolean;
  readonly note: Note | undefined;
  readonly rate: RateState;
  readonly attempts: number;
  /** The limits of the pair, as the last rate gave them. */
  readonly limits: { readonly min: Amount; readonly max: Amount } | undefined;
  readonly confirmation: Confirmation | undefined;
}

export type ExchangeAction =
  | { readonly type: "started"; readonly draft: Draft | undefined }
  | { readonly type: "customer_known"; readonly country: string }
  | { readonly type: "choices_known"; readonly choices: CurrencyChoices; readonly country: string }
  | AmountAction
  | RateAction
  | { readonly type: "paused" }
  | { readonly type: "submitted" }
  | { readonly type: "swapped" }
  | { readonly type: "purchase_wanted" }
  | { readonly type: "amount_chosen"; readonly side: Side; readonly amount: Amount }
  | { readonly type: "max_wanted"; readonly balance: Amount }
  | { readonly type: "rate_received"; readonly attempt: number; readonly quote: Quote }
  | { readonly type: "rate_failed"; readonly attempt: number }
  | {
      readonly type: "confirmation_opened";
      readonly idempotencyKey: string;
      readonly balance: Amount | undefined;
    }
  | { readonly type: "rate_accepted"; readonly idempotencyKey: string; readonly balance: Amount | undefined }
  | { readonly type: "confirmation_closed" }
  | { readonly type: "confirmed" }
  | { readonly type: "unanswered" }
  | { readonly type: "refused"; readonly renewRate: boolean; readonly note: string | undefined }
  | { readonly type: "exchanged" };

/** The form before anything is known: the default pair, or the default coin for the own currency of `country`; no rate. */
export function initialState(mode: ExchangeMode, country: string, first: MarketChoice): ExchangeState {
  const choices = firstChoices(country, first);
  return {
    mode,
    country,
    first,
    choices,
    pair: defaultPair(choices),
    pairChosen: false,
    credit: EMPTY_ENTRY,
    debit: EMPTY_ENTRY,
    typed: "credit",
    focused: undefined,
    edits: 0,
    settled: true,
    missing: false,
    note: undefined,
    rate: { status: "none" },
    attempts: 0,
    limits: undefined,
    confirmation: undefined,
  };
}

/** The currency of one side of the pair. */
export function currencyOfSide(state: ExchangeState, side: Side): Currency {
  return assumedCurrency(state.pair[side], side === "credit" ? "crypto" : "fiat");
}

/** Whether money is paid and a coin is got. */
export const isPurchase = (state: ExchangeState): boolean => currencyOfSide(state, "credit").kind === "fiat";

/** The rate that may be computed with: held, and of the pair that is shown. */
export function heldQuote(state: ExchangeState): Quote | undefined {
  const { rate } = state;
  return rate.status === "held" && samePair(rate.quote.pair, state.pair) ? rate.quote : undefined;
}

/**
 * Exchange of Exchange Now!: the credit amount and its quote. Undefined unless the rate is held, loaded and found and
 * the amount is within the limits and the balance; the button is open exactly when there is something here.
 * @param balance what the customer can spend of the credit currency; undefined if it is not known or does not count
 */
export function exchangeable(
  state: ExchangeState,
  balance: Amount | undefined,
): { readonly credit: Amount; readonly quote: Quote } | undefined {
  const quote = heldQuote(state);
  const { amount } = state.credit;
  if (quote === undefined || amount === undefined) return undefined;
  const { min, max } = quote;
  const issue = checkAmount({ credit: amount, currency: quote.conversion.from, min, max, balance });
  return issue === undefined ? { credit: amount, quote } : undefined;
}

/** The form after something happened. Pure: asking for rates and sending exchanges is done by those who watch it. */
export function exchangeReducer(state: ExchangeState, action: ExchangeAction): ExchangeState {
  switch (action.type) {
    case "started":
      return started(state, action.draft);
    case "customer_known":
      return action.country === state.country
        ? state
        : withChoices(state, firstChoices(action.country, state.first), action.country);
    case "choices_known":
      return withChoices(state, action.choices, action.country);
    case "typed":
      return edited(state, action.side, readEntry(action.text, currencyOfSide(state, action.side)));
    case "stepped": {
      const entry = stepped(state[action.side], action.direction, currencyOfSide(state, action.side));
      return entry === state[action.side] ? state : edited(state, action.side, entry);
    }
    case "entered":
      return { ...state, focused: action.side, [action.side]: editable(state[action.side]) };
    case "left":
      return left(state, action.side);
    case "paused": {
      const settled = { ...state, settled: true };
      // Under the popup no rate changes by itself: there it is a press that asks for one.
      return state.confirmation === undefined ? lookedUp(settled, "edit") : settled;
    }
    case "submitted":
      return state.credit.text === ""
        ? { ...state, missing: true, settled: true }
        : lookedUp({ ...state, settled: true }, "edit");
    case "credit_currency_chosen":
      return action.code === state.pair.credit || !isListed(action.code, state.choices)
        ? state
        : withPair({ ...state, pairChosen: true }, pairForCredit(action.code, state.choices));
    case "debit_currency_chosen": {
      const pair = { credit: state.pair.credit, debit: action.code };
      if (action.code === state.pair.debit || !isOffered(pair, state.choices)) return state;
      return withPair({ ...state, pairChosen: true }, pair);
    }
    case "swapped":
      return swapped(state);
    case "purchase_wanted":
      return isPurchase(state) ? withFirstAmount(state) : swapped(state);
    case "amount_chosen": {
      const entry = entryOf(action.amount, currencyOfSide(state, action.side));
      return lookedUp({ ...edited(state, action.side, entry), settled: true }, "edit");
    }
    case "max_wanted":
      return filledToMax(state, action.balance);
    case "rate_wanted":
      return state.rate.status === "loading" ? state : lookedUp(withoutRate(state), "limits");
    case "rate_received":
      return received(state, action.attempt, action.quote);
    case "rate_failed":
      return state.rate.status === "loading" && state.rate.attempt === action.attempt
        ? failed(state, state.rate.reason)
        : state;
    case "rate_expired":
      return state.rate.status === "held" && state.rate.quote.hash === action.hash
        ? { ...state, rate: { status: "expired", quote: state.rate.quote } }
        : state;
    case "confirmation_opened":
      return opened(state, action.idempotencyKey, action.balance);
    case "rate_accepted":
      return offeredQuote(state) === undefined
        ? state
        : opened({ ...state, confirmation: undefined }, action.idempotencyKey, action.balance);
    case "confirmation_closed":
      return state.confirmation?.phase === "sending" ? state : { ...state, confirmation: undefined };
    case "confirmed":
      return canConfirm(state) && state.confirmation !== undefined
        ? { ...state, confirmation: { ...state.confirmation, phase: "sending" } }
        : state;
    case "unanswered":
      return state.confirmation?.phase === "sending"
        ? { ...state, confirmation: { ...state.confirmation, phase: "unanswered" } }
        : state;
    case "refused":
      return refused(state, action.renewRate, action.note);
    case "exchanged":
      return exchanged(state);
  }
}

/**
 * Whether Yes may be pressed: while the rate of the confirmation is held. One that was sent before may always be sent
 * again under its own key: that is how one learns what became of it.
 */
export function canConfirm(state: ExchangeState): boolean {
  const { confirmation } = state;
  if (confirmation === undefined || confirmation.phase === "sending") return false;
  return confirmation.phase === "unanswered" || heldQuote(state)?.hash === confirmation.quote.hash;
}

/** A newer rate than the one to be confirmed, which has expired: held, and not accepted yet. */
export function offeredQuote(state: ExchangeState): Quote | undefined {
  const { confirmation } = state;
  const quote = heldQuote(state);
  return confirmation?.phase === "asking" && quote?.hash !== confirmation.quote.hash ? quote : undefined;
}

function started(state: ExchangeState, draft: Draft | undefined): ExchangeState {
  if (draft === undefined) return lookedUp(state, "limits");
  const wanted = { credit: draft.from, debit: draft.to };
  const refused = [draft.from, draft.to]
    .map(currencyOf)
    .find((currency) => currency !== undefined && !mayUse(currency, state.country));
  const pair = refused === undefined ? wanted : allowedPair(wanted, state.choices);
  const known: ExchangeState = { ...state, pair, pairChosen: true, typed: "credit" };
  const currency = currencyOfSide(known, "credit");
  // A number stays with its currency: 100,000 NGN are not 100,000 AUD.
  const credit = pair.credit === draft.from ? readEntry(draft.amount, currency) : EMPTY_ENTRY;
  return lookedUp(
    { ...known, credit: formatted(credit, currency), note: replacedNote(wanted, known) },
    "limits",
  );
}

/** Shown in place of an amount of a currency that is no longer in the pair. */
const enterIn = (code: string): string => `Enter the amount in ${code}.`;

/** Says which currency was not kept and why, and that its amount is gone. Undefined if the wanted pair is there. */
function replacedNote(wanted: Pair, { pair }: ExchangeState): Note | undefined {
  const side: Side = wanted.credit === pair.credit ? "debit" : "credit";
  if (wanted[side] === pair[side]) return undefined;
  const country = currencyOf(wanted[side])?.residents_of ?? undefined;
  const why =
    country === undefined
      ? `We don’t offer ${wanted[side]} now.`
      : `${wanted[side]} is for customers in ${countryName(country)}.`;
  const next = side === "credit" ? ` ${enterIn(pair.credit)}` : "";
  return { text: `${why} We changed it to ${pair[side]}.${next}`, tone: "info" };
}

function withChoices(state: ExchangeState, choices: CurrencyChoices, country: string): ExchangeState {
  const known = { ...state, choices, country };
  const before = defaultPair(state.choices);
  // A pair that no one chose follows the defaults of another country.
  const followed = state.pairChosen || defaultPair(choices).debit === before.debit;
  if (followed && isOffered(state.pair, choices)) return known;
  const kept = allowedPair(state.pair, choices);
  if (!state.pairChosen || !isOffered(kept, choices))
    return withPair({ ...known, pairChosen: false }, defaultPair(choices));
  const moved = withPair(known, kept);
  return { ...moved, note: replacedNote(state.pair, moved) };
}

function isListed(code: string, choices: CurrencyChoices): boolean {
  return choices.fiat.includes(code) || choices.crypto.includes(code);
}

/**
 * Another pair. Each amount stays with its currency and leads if its currency is still there, the typed one first; the
 * other is worked out again. All that came from the old rate goes, and the new pair's limits are looked up.
 */
function withPair(state: ExchangeState, pair: Pair): ExchangeState {
  if (samePair(pair, state.pair)) return state;
  const sideOf = (code: string): Side | undefined =>
    code === pair.credit ? "credit" : code === pair.debit ? "debit" : undefined;
  const other: Side = state.typed === "credit" ? "debit" : "credit";
  const leading = [state.typed, other].find((side) => sideOf(state.pair[side]) !== undefined);
  const typed = (leading && sideOf(state.pair[leading])) ?? "credit";
  const moved: ExchangeState = {
    ...withoutRate(state),
    pair,
    typed,
    credit: EMPTY_ENTRY,
    debit: EMPTY_ENTRY,
    limits: undefined,
    note: undefined,
    missing: false,
    settled: true,
    confirmation: undefined,
  };
  const entry = leading === undefined ? EMPTY_ENTRY : formatted(state[leading], currencyOfSide(moved, typed));
  const isLost = state[state.typed].text !== "" && entry.text === "";
  const note: Note | undefined = isLost ? { text: enterIn(pair.credit), tone: "info" } : undefined;
  const kept: ExchangeState = { ...moved, [typed]: entry, note };
  return state.rate.status === "none" ? kept : lookedUp(kept, "limits");
}

/** The pair the other way round. */
function swapped(state: ExchangeState): ExchangeState {
  const { credit, debit } = state.pair;
  const turned = { ...state, focused: undefined, pairChosen: true };
  return withFirstAmount(withPair(turned, { credit: debit, debit: credit }));
}

/** On the home page a purchase without an amount begins with ten times the smallest one, so that its price is seen. */
function withFirstAmount(state: ExchangeState): ExchangeState {
  const money = currencyOf(state.pair.credit);
  const isEmpty = state.credit.text === "" && state.debit.text === "";
  if (state.mode === "full" || money?.kind !== "fiat" || !isEmpty) return state;
  const [first] = quickSums(money, [100n]);
  return first === undefined
    ? state
    : { ...edited(state, "credit", entryOf(first.amount, money)), settled: true };
}

function withoutRate(state: ExchangeState): ExchangeState {
  return { ...state, rate: { status: "none" } };
}

/** Asks for a rate, unless the pair's rate is held or on its way. */
function lookedUp(state: ExchangeState, reason: LookupReason): ExchangeState {
  if (heldQuote(state) !== undefined || state.rate.status === "loading") return state;
  const attempt = state.attempts + 1;
  return { ...state, attempts: attempt, rate: { status: "loading", attempt, reason } };
}

function edited(state: ExchangeState, side: Side, entry: AmountEntry): ExchangeState {
  return followed({
    ...state,
    [side]: entry,
    typed: side,
    edits: state.edits + 1,
    settled: false,
    missing: false,
    note: undefined,
  });
}

/**
 * Makes the other field follow the one typed in last, by the held rate; without one there is nothing to show.
 *
 * The debit is always converted from the credit amount: a typed debit amount gives the smallest credit that yields it,
 * and gives way to the debit of that credit as soon as the field is left. So what is shown is what is exchanged.
 */
function followed(state: ExchangeState): ExchangeState {
  const other: Side = state.typed === "credit" ? "debit" : "credit";
  const { amount } = state[state.typed];
  const quote = heldQuote(state);
  if (quote === undefined || amount === undefined) return { ...state, [other]: EMPTY_ENTRY };
  const { conversion } = quote;
  try {
    if (state.typed === "credit")
      return { ...state, debit: entryOf(convert(amount, conversion), conversion.to) };
    const credit = creditFor(amount, conversion);
    const shown = { ...state, credit: entryOf(credit, conversion.from) };
    return state.focused === "debit"
      ? shown
      : { ...shown, typed: "credit", debit: entryOf(convert(credit, conversion), conversion.to) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The counter-value does not fit in 64 bits; no limit is anywhere near.
    const unusable = { ...state[state.typed], amount: undefined, problem: AMOUNT_TEXTS.too_large };
    return { ...state, [state.typed]: unusable, [other]: EMPTY_ENTRY };
  }
}

function left(state: ExchangeState, side: Side): ExchangeState {
  const missing = state.missing || (side === "credit" && state.edits > 0 && state.credit.text === "");
  const entry = formatted(state[side], currencyOfSide(state, side));
  const shown: ExchangeState = { ...state, focused: undefined, settled: true, missing, [side]: entry };
  return side === "debit" && state.typed === "debit" && heldQuote(state) !== undefined
    ? followed(shown)
    : shown;
}

function filledToMax(state: ExchangeState, balance: Amount): ExchangeState {
  const { limits } = state;
  if (limits === undefined || state.rate.status === "failed") return state;
  const currency = currencyOfSide(state, "credit");
  const { amount, message } = buyMax({ balance, currency, ...limits });
  const note = (tone: Note["tone"]): Note | undefined =>
    message === undefined ? undefined : { text: message, tone };
  if (amount === undefined) return { ...state, settled: true, missing: false, note: note("error") };
  return { ...edited(state, "credit", entryOf(amount, currency)), settled: true, note: note("info") };
}

function received(state: ExchangeState, attempt: number, quote: Quote): ExchangeState {
  if (state.rate.status !== "loading" || state.rate.attempt !== attempt) return state;
  if (!samePair(quote.pair, state.pair)) return failed(state, state.rate.reason);
  const { min, max } = quote;
  return followed({ ...state, rate: { status: "held", quote }, limits: { min, max } });
}

/** A failed lookup clears the rate; the limits are zero, so that nothing can be within them. */
function failed(state: ExchangeState, reason: LookupReason): ExchangeState {
  const zero = toAmount(0n, currencyOfSide(state, "credit"));
  return followed({ ...state, rate: { status: "failed", reason }, limits: { min: zero, max: zero } });
}

function opened(state: ExchangeState, idempotencyKey: string, balance: Amount | undefined): ExchangeState {
  const ready = exchangeable(state, balance);
  if (ready === undefined || state.confirmation !== undefined) return state;
  const { credit, quote } = ready;
  const price = priceBreakdown(credit, quote.conversion);
  const shown = left(state, "debit");
  return { ...shown, confirmation: { idempotencyKey, quote, price, phase: "asking" } };
}

/** The server said no. The amounts stay; a rate that can no longer be used is replaced. */
function refused(state: ExchangeState, renewRate: boolean, note: string | undefined): ExchangeState {
  const closed: ExchangeState = {
    ...state,
    confirmation: undefined,
    note: note === undefined ? state.note : { text: note, tone: "error" },
  };
  return renewRate && closed.rate.status !== "loading" ? lookedUp(withoutRate(closed), "limits") : closed;
}

/** After success: fields cleared, the default pair again, its rate reloaded. */
function exchanged(state: ExchangeState): ExchangeState {
  const { mode, country, first, choices } = state;
  const fresh = { ...initialState(mode, country, first), choices, attempts: state.attempts };
  return lookedUp({ ...fresh, pair: defaultPair(choices) }, "limits");
}

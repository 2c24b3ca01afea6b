import { formatAmount, parseAmount, type Amount } from "@wattle/exchange-core";
import { currencyOf } from "@wattle/contracts/markets";
import { useEffect, useEffectEvent, useReducer, type Dispatch } from "react";
import { alertFailure } from "../failed-call.ts";
import { beforeSessionLost } from "../session/session-lost.ts";
import { useSession } from "../session/session-store.ts";
import { trpc } from "../trpc.ts";
import { countryOf } from "../markets/country.ts";
import { useMarkets } from "../markets/use-markets.ts";
import { useBrand } from "../brand/brand.tsx";
import { currencyChoices } from "../money/currency-choice.ts";
import { keepForm, readDraft, readKeptForm, removeDraft, saveDraft, type Draft } from "../money/draft.ts";
import {
  currencyOfSide,
  exchangeReducer,
  initialState,
  type ExchangeAction,
  type ExchangeMode,
  type ExchangeState,
} from "./exchange-state.ts";
import { useHeldRate } from "./use-held-rate.ts";

/** Values in the form, with an empty amount if there is none. */
function draftOfForm({ pair, ...state }: ExchangeState): Draft {
  const { amount } = state.credit;
  return {
    amount: amount === undefined ? "" : formatAmount(amount, currencyOfSide({ ...state, pair }, "credit")),
    from: pair.credit,
    to: pair.debit,
  };
}

/** Keeps what is in the form as the stored draft; an amount that is none is not kept. */
export function keepDraft(state: ExchangeState): void {
  if (state.credit.amount !== undefined) saveDraft(draftOfForm(state));
}

/**
 * The form's state, kept up with what is around it: who the customer is, which currencies are offered, the stored
 * draft (restored when the form appears, then removed; kept again when the session is lost), what it held before the page
 * was loaded again, the rate.
 * @param wanted what the form starts with in place of the stored draft; its amount may be empty
 */
export function useExchangeForm(
  mode: ExchangeMode,
  wanted?: Draft,
): readonly [ExchangeState, Dispatch<ExchangeAction>] {
  const { markets: first } = useBrand();
  const [state, dispatch] = useReducer(exchangeReducer, mode, (given) => initialState(given, "", first));
  const session = useSession();
  const { markets, isKnown, error } = useMarkets();

  const start = useEffectEvent(() => {
    dispatch({ type: "customer_known", country: countryOf(session) });
    dispatch({ type: "started", draft: wanted ?? readDraft() ?? readKeptForm() });
    removeDraft();
  });
  useEffect(() => start(), []);

  // After the start, which reads what this writes over.
  const untouched = state.credit.amount === undefined && !state.pairChosen;
  const { amount, from, to } = draftOfForm(state);
  useEffect(() => keepForm(untouched ? undefined : { amount, from, to }), [untouched, amount, from, to]);

  useEffect(() => {
    const country = countryOf(session);
    if (isKnown)
      dispatch({ type: "choices_known", choices: currencyChoices(markets, country, first), country });
    else dispatch({ type: "customer_known", country });
  }, [markets, isKnown, session, first]);
  useEffect(() => {
    if (error !== null) alertFailure("Get currencies", error);
  }, [error]);

  const keep = useEffectEvent(() => keepDraft(state));
  useEffect(() => (mode === "full" ? beforeSessionLost(() => keep()) : undefined), [mode]);

  useHeldRate(state, dispatch);
  return [state, dispatch];
}

/**
 * Spendable balance of a currency; undefined until it is known, and in the home page's form, which knows no balances. A
 * currency that the answer leaves out has nothing.
 */
export function useBalance(mode: ExchangeMode, code: string): Amount | undefined {
  const { data } = trpc.balances.get.useQuery(undefined, { enabled: mode === "full" });
  const currency = currencyOf(code);
  if (mode !== "full" || data === undefined || currency === undefined) return undefined;
  const parsed = parseAmount(Object.hasOwn(data, code) ? (data[code] ?? "0") : "0", currency);
  return parsed.ok ? parsed.amount : undefined;
}

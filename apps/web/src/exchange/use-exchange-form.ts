import { formatAmount, parseAmount, type Amount } from "@wattle/exchange-core";
import { currencyOf } from "@wattle/contracts/markets";
import { useEffect, useEffectEvent, useReducer, type Dispatch } from "react";
import { alertFailure } from "../failed-call.ts";
import { beforeSessionLost } from "../session/session-lost.ts";
import { useSession } from "../session/session-store.ts";
import { trpc } from "../trpc.ts";
import { currencyChoices } from "./currency-choice.ts";
import { readDraft, removeDraft, saveDraft } from "./draft.ts";
import {
  currencyOfSide,
  exchangeReducer,
  initialState,
  type ExchangeAction,
  type ExchangeMode,
  type ExchangeState,
} from "./exchange-state.ts";
import { isNigerian } from "./nigerian.ts";
import { useHeldRate } from "./use-held-rate.ts";

/** Currencies come and go by an operator's hand: once a minute is often enough to look. */
const CURRENCIES_STALE_AFTER = 60_000;

/** Keeps what stands in the form as the stored draft; an amount that is none is not kept. */
export function keepDraft(state: ExchangeState): void {
  const { amount } = state.credit;
  if (amount === undefined) return;
  saveDraft({
    amount: formatAmount(amount, currencyOfSide(state, "credit")),
    from: state.pair.credit,
    to: state.pair.debit,
  });
}

/**
 * The form's state, kept up with what is around it: who the customer is, which currencies are offered, the stored
 * draft (restored when the form appears, then removed; kept again when the session is lost), the rate.
 */
export function useExchangeForm(mode: ExchangeMode): readonly [ExchangeState, Dispatch<ExchangeAction>] {
  const [state, dispatch] = useReducer(exchangeReducer, mode, (given) => initialState(given, false));
  const session = useSession();
  const currencies = trpc.currencies.list.useQuery(undefined, { staleTime: CURRENCIES_STALE_AFTER });

  const start = useEffectEvent(() => {
    dispatch({ type: "customer_known", nigerian: isNigerian(session) });
    dispatch({ type: "started", draft: readDraft() });
    removeDraft();
  });
  useEffect(() => start(), []);

  const { data: maps, error } = currencies;
  useEffect(() => {
    const nigerian = isNigerian(session);
    if (maps === undefined) dispatch({ type: "customer_known", nigerian });
    else dispatch({ type: "choices_known", choices: currencyChoices(maps, nigerian), nigerian });
  }, [maps, session]);
  useEffect(() => {
    if (error !== null) alertFailure("Get currencies", error);
  }, [error]);

  const keep = useEffectEvent(() => keepDraft(state));
  useEffect(() => (mode === "full" ? beforeSessionLost(() => keep()) : undefined), [mode]);

  useHeldRate(state, dispatch);
  return [state, dispatch];
}

/**
 * What can be spent of a currency; undefined while it is not known, and in the home page's form, which knows no
 * balances. A currency that the answer leaves out has nothing.
 */
export function useBalance(mode: ExchangeMode, code: string): Amount | undefined {
  const { data } = trpc.balances.get.useQuery(undefined, { enabled: mode === "full" });
  const currency = currencyOf(code);
  if (mode !== "full" || data === undefined || currency === undefined) return undefined;
  const parsed = parseAmount(Object.hasOwn(data, code) ? (data[code] ?? "0") : "0", currency);
  return parsed.ok ? parsed.amount : undefined;
}

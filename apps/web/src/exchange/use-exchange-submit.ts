import type { Transaction } from "@wattle/contracts/history";
import type { ErrorCode } from "@wattle/contracts/errors";
import { useRef, useState, type Dispatch } from "react";
import { callFailure, failureText, type CallFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { canConfirm, type Confirmation, type ExchangeAction, type ExchangeState } from "./exchange-state.ts";
import { figuresOf } from "./exchange-view.ts";
import { amountText } from "../money/price-figures.ts";

/** The rate is what was refused: only a new one helps. */
const RATE_REFUSED: ReadonlySet<ErrorCode> = new Set([
  "quote_used",
  "quote_expired",
  "quote_invalid",
  "debit_mismatch",
  "idempotency_conflict",
]);

/** Whether no one knows if the exchange went through: no answer came, or the server broke down over it. */
function isUnanswered({ status }: CallFailure): boolean {
  return status === 0 || status >= 500;
}

function refusal(failure: CallFailure): ExchangeAction {
  return {
    type: "refused",
    renewRate: failure.code !== undefined && RATE_REFUSED.has(failure.code),
    note: failure.errors?.["balance.credit"]?.[0],
  };
}

/** 'Success exchange: {credit} {currency} to {debit} {currency}', amounts as they are displayed everywhere. */
function successText(done: {
  readonly credit: string;
  readonly credit_currency: string;
  readonly debit: string;
  readonly debit_currency: string;
}): string {
  return `Success exchange: ${amountText(done.credit, done.credit_currency)} to ${amountText(done.debit, done.debit_currency)}`;
}

/** Request to the server: exactly the confirmed one, under the confirmation's own key. */
function payload(confirmation: Confirmation) {
  const figures = figuresOf(confirmation);
  return {
    transaction_type: "exchange" as const,
    balance: { credit: figures.credit, credit_currency: figures.credit_currency },
    debit: figures.debit,
    debit_currency: figures.debit_currency,
    hash: confirmation.quote.hash,
    idempotency_key: confirmation.idempotencyKey,
  };
}

/**
 * `yes` sends the confirmed exchange, once however often it is called, and says what came of it; `refusal` is what the last
 * one threw.
 * @param onExchanged called with the exchange that was made
 */
export function useExchangeSubmit(
  state: ExchangeState,
  dispatch: Dispatch<ExchangeAction>,
  onExchanged: ((done: Transaction) => void) | undefined,
): { readonly yes: () => void; readonly refusal: unknown } {
  const utils = trpc.useUtils();
  const sending = useRef(false);
  const [lastError, setLastError] = useState<unknown>();

  const refreshCustomer = (): void => {
    void utils.balances.get.invalidate();
    void utils.portfolio.invalidate();
    void utils.sessions.current.invalidate();
    void utils.history.list.invalidate();
  };

  const send = async (confirmation: Confirmation): Promise<void> => {
    try {
      const done = await utils.client.exchange.execute.mutate(payload(confirmation));
      showAlert({ type: "success", text: successText(done) });
      dispatch({ type: "exchanged" });
      onExchanged?.(done);
    } catch (error) {
      const failure = callFailure(error);
      setLastError(error);
      showAlert({ type: "error", text: failureText(failure, "Trading") });
      dispatch(isUnanswered(failure) ? { type: "unanswered" } : refusal(failure));
    }
    refreshCustomer();
  };

  const yes = (): void => {
    const { confirmation } = state;
    // The state of this render may be a click old; the ref is not.
    if (confirmation === undefined || sending.current || !canConfirm(state)) return;
    sending.current = true;
    setLastError(undefined);
    dispatch({ type: "confirmed" });
    void send(confirmation).finally(() => {
      sending.current = false;
    });
  };
  return { yes, refusal: lastError };
}

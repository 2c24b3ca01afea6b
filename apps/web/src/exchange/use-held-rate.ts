import { useEffect, type Dispatch } from "react";
import { alertFailure, callFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { readClocks } from "../money/countdown.ts";
import type { ExchangeAction, ExchangeState } from "./exchange-state.ts";
import { readQuote } from "../money/quote.ts";

/** After an edit, a rate is looked up once this many milliseconds have passed without another. */
const EDIT_PAUSE_MILLISECONDS = 500;

const NO_RATE = "Get rate failed";

/** Tells that there is no rate: the specification's own text where the source failed, else the derived message. */
function alertNoRate(error: unknown): void {
  if (callFailure(error).code === "rate_unavailable") showAlert({ type: "error", text: NO_RATE });
  else alertFailure("Get rate", error);
}

/**
 * Asks for the rates that the form's state wants, one at a time: a newer question makes the older one's answer void.
 * Also waits out the pause after each edit, and asks again when the connection is back after a failure.
 */
export function useHeldRate(state: ExchangeState, dispatch: Dispatch<ExchangeAction>): void {
  const { client } = trpc.useUtils();
  const { rate, edits } = state;
  const { credit, debit } = state.pair;
  const attempt = rate.status === "loading" ? rate.attempt : undefined;

  useEffect(() => {
    if (attempt === undefined) return;
    const questions = new AbortController();
    const askedAt = readClocks();
    const question = { credit_currency: credit, debit_currency: debit, credit: 1 } as const;
    client.quotes.getRate.mutate(question, { signal: questions.signal }).then(
      (answer) => {
        if (questions.signal.aborted) return;
        const quote = readQuote(answer, { credit, debit }, askedAt);
        if (quote !== undefined) {
          dispatch({ type: "rate_received", attempt, quote });
          return;
        }
        showAlert({ type: "error", text: NO_RATE });
        dispatch({ type: "rate_failed", attempt });
      },
      (error: unknown) => {
        if (questions.signal.aborted) return;
        alertNoRate(error);
        dispatch({ type: "rate_failed", attempt });
      },
    );
    return () => questions.abort();
  }, [attempt, credit, debit, client, dispatch]);

  useEffect(() => {
    if (edits === 0) return;
    const pause = setTimeout(() => dispatch({ type: "paused" }), EDIT_PAUSE_MILLISECONDS);
    return () => clearTimeout(pause);
  }, [edits, dispatch]);

  const failed = rate.status === "failed";
  useEffect(() => {
    if (!failed) return;
    const again = (): void => dispatch({ type: "rate_wanted" });
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [failed, dispatch]);
}

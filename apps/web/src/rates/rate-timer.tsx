import { displayTime } from "@wattle/exchange-core";
import { memo, useEffect, useMemo, type Dispatch } from "react";
import type { Store } from "../store.ts";
import { trpc } from "../trpc.ts";
import { HeldRateHint } from "../ui/hints.tsx";
import type { Pair, Quote } from "../money/quote.ts";
import { ENDING_AT, isEnding, Ring } from "./rate-ring.tsx";
import { useCountdown } from "./use-countdown.ts";
import styles from "./rate-timer.module.css";

/** Actions on a held rate. */
export type RateAction =
  | { readonly type: "rate_wanted" }
  | { readonly type: "rate_expired"; readonly hash: string };

interface RateTimerProps {
  readonly quote: Quote;
  readonly expired: boolean;
  /** Without a network the rate still runs out, but no one can use it: the ring is empty. */
  readonly online: boolean;
  /** Called with the seconds, for those who show them elsewhere. */
  readonly secondsLeft: Store<number>;
  /** Offers help about what a held rate is. */
  readonly help: boolean;
  readonly dispatch: Dispatch<RateAction>;
}

/**
 * The banner of a present rate: how long it is held, and when it was updated; expired, a way to update it.
 * The ticking is for the eye; a screen reader hears of it at ten seconds and at the end, politely.
 * It has its own clock and nothing to do with typing, so that a keystroke does not redraw it.
 */
export const RateTimer = memo(function RateTimer({ quote, expired, ...held }: RateTimerProps) {
  const { dispatch } = held;
  return (
    <div className={styles["banner"]}>
      {!expired && <Held key={quote.hash} quote={quote} {...held} />}
      <div aria-live="polite">
        {expired && (
          <div className={styles["held"]}>
            <Ring share={0} />
            <div className={styles["words"]}>
              <p className={styles["expired"]}>
                <span>Exchange rate expired!</span>{" "}
                <button
                  type="button"
                  className={styles["update"]}
                  onClick={() => dispatch({ type: "rate_wanted" })}
                >
                  update rate
                </button>
              </p>
              <Updated quote={quote} />
            </div>
          </div>
        )}
      </div>
    </div>
  );
});

function Held({ quote, online, secondsLeft, help, dispatch }: Omit<RateTimerProps, "expired">) {
  const { client } = trpc.useUtils();
  const { seconds, share } = useCountdown(
    quote,
    async (signal) => {
      const { now } = await client.quotes.serverTime.query(undefined, {
        signal,
        context: { background: true },
      });
      return Date.parse(now);
    },
    (hash) => dispatch({ type: "rate_expired", hash }),
  );
  useEffect(() => secondsLeft.set(seconds), [secondsLeft, seconds]);
  return (
    <>
      <p className={styles["held"]} data-offline={!online || undefined}>
        {online ? <Ring share={share} seconds={seconds} /> : <Ring share={0} />}
        <span className={styles["words"]}>
          {online && (
            // Each element has one text: a browser that translates the page would keep a part of several as it was.
            <span role="timer">
              <span>{`Exchange rate ${pairText(quote.pair)} fixed for `}</span>
              <span translate="no">{seconds}</span>
              <span> seconds</span>
            </span>
          )}
          <span className={styles["line"]}>
            <Updated quote={quote} /> {help && <HeldRateHint />}
          </span>
        </span>
      </p>
      <p className="visually-hidden" aria-live="polite">
        {isEnding(seconds) ? `The exchange rate is fixed for ${ENDING_AT} more seconds.` : ""}
      </p>
    </>
  );
}

function Updated({ quote: { issuedAt } }: { readonly quote: Quote }) {
  const updated = useMemo(() => displayTime(issuedAt), [issuedAt]);
  return <span className={styles["updated"]}>{`Last update: ${updated}`}</span>;
}

function pairText({ credit, debit }: Pair): string {
  return `${credit}/${debit}`;
}

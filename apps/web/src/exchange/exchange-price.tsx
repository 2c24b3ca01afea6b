import type { PriceFigures } from "../money/price-figures.ts";
import { PriceAhead, PriceBreakdown } from "../rates/price-breakdown.tsx";
import { RateTimer } from "../rates/rate-timer.tsx";
import type { Store } from "../store.ts";
import { Button } from "../ui/button.tsx";
import { AlertIcon } from "../ui/icons.tsx";
import type { PartProps } from "./exchange-parts.ts";
import { isPurchase } from "./exchange-state.ts";
import { figuresAt, isStale, shownQuote, termsOf, type shownLimits } from "./exchange-view.ts";
import { Swap } from "./way.tsx";
import styles from "./exchange-form.module.css";

interface LimitsProps {
  readonly limits: ReturnType<typeof shownLimits>;
  /** Their worth in money, if they are in a coin. */
  readonly inMoney: string | undefined;
  /** Whether to say what they come to in US dollars. */
  readonly hint: boolean;
  /** In a coin, whose limits are longer. */
  readonly sale: boolean;
}

/** Range of one exchange. */
export function Limits({ limits, inMoney, hint, sale }: LimitsProps) {
  return (
    <div className={styles["limits"]} data-sale={sale || undefined}>
      <p className={styles["amountTitle"]}>Amount to Exchange</p>
      <p className={styles["range"]}>
        <span>
          Min:{" "}
          <span translate="no" className={styles["figure"]}>
            {limits.min}
          </span>
        </span>
        <span>
          Max:{" "}
          <span translate="no" className={styles["figure"]}>
            {limits.max}
          </span>
        </span>
      </p>
      {inMoney !== undefined && <p className={styles["hint"]}>{inMoney}</p>}
      {hint && <p className={styles["hint"]}>100.00 to 100 000.00 USD equivalent</p>}
    </div>
  );
}

interface PriceProps extends PartProps {
  /** Placeholder until there is a price. */
  readonly example: PriceFigures | undefined;
  readonly online: boolean;
  readonly help: boolean;
}

/** The price between what is paid and what is got, as much of it as is known, next to the button that swaps the two. */
export function Price({ state, example, online, help, dispatch }: PriceProps) {
  const { pair, credit, debit } = state;
  const quote = shownQuote(state);
  const stale = isStale(state, online);
  return (
    <div className={styles["between"]}>
      <div className={styles["rail"]}>
        <Swap state={state} dispatch={dispatch} />
      </div>
      {quote !== undefined && credit.amount !== undefined && debit.amount !== undefined ? (
        <PriceBreakdown show="rows" figures={figuresAt(credit.amount, quote)} stale={stale} help={help} />
      ) : example !== undefined ? (
        // Muted, as figures that do not hold.
        <PriceBreakdown show="rows" figures={example} stale help={help} />
      ) : (
        <PriceAhead
          show="rows"
          coin={isPurchase(state) ? pair.debit : pair.credit}
          terms={quote && termsOf(quote)}
          stale={stale}
          help={help}
        />
      )}
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
export function Rate({ state, online, trouble, troubleId, secondsLeft, help, dispatch }: RateProps) {
  const quote = shownQuote(state);
  return (
    <div className={styles["rate"]} data-rate>
      {quote !== undefined && (
        <RateTimer
          quote={quote}
          expired={state.rate.status === "expired"}
          online={online}
          secondsLeft={secondsLeft}
          help={help}
          dispatch={dispatch}
        />
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

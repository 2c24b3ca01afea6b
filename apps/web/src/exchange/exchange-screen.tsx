import type { Transaction } from "@wattle/contracts/history";
import { Link } from "@tanstack/react-router";
import { currencyOf } from "@wattle/contracts/markets";
import { useEffect, useRef, useState } from "react";
import { BalancesPanel } from "../balances/balances-panel.tsx";
import { useCodeWhenSeen } from "../charts/use-code-when-seen.ts";
import { PositionPanel, tradedIn, useHolding } from "../balances/position-panel.tsx";
import { PriceChartWhenSeen } from "../rates/price-chart-when-seen.tsx";
import type { Pair } from "../rates/quote.ts";
import { Card } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { ScreenHead } from "../ui/screen-head.tsx";
import type { Draft } from "./draft.ts";
import { ExchangeDone } from "./exchange-done.tsx";
import { ExchangeForm } from "./exchange-form.tsx";
import styles from "./exchange-screen.module.css";
import { FULL_PARTS } from "./full-parts.tsx";

interface ExchangeScreenProps {
  /** What the link that led here asks for. */
  readonly wanted?: Draft | undefined;
}

/** What the form starts with; each `round` is a form of its own. */
interface Start {
  readonly round: number;
  readonly wanted: Draft | undefined;
}

/** The currency-exchange page: the form in full, what was just exchanged, and what there is to exchange. */
export function ExchangeScreen({ wanted }: ExchangeScreenProps) {
  const [start, setStart] = useState<Start>({ round: 0, wanted });
  const [done, setDone] = useState<Transaction>();
  const [isDoneShown, setDoneShown] = useState(false);
  const [pair, setPair] = useState<Pair>();
  const form = useRef<HTMLDivElement>(null);

  const { round } = start;
  useEffect(() => {
    if (round > 0) form.current?.querySelector<HTMLElement>("input[inputmode]")?.focus();
  }, [round]);

  const again = ({ credit, credit_currency, debit_currency }: Transaction): void => {
    setStart({
      round: round + 1,
      wanted: { amount: credit, from: credit_currency, to: debit_currency },
    });
    setDoneShown(false);
  };
  // What was just exchanged keeps its chart, while the form behind it is at the default pair again.
  const shownPair =
    isDoneShown && done !== undefined ? { credit: done.credit_currency, debit: done.debit_currency } : pair;
  return (
    <>
      <ScreenHead
        title="Exchange Crypto"
        lead={
          <span className={styles["lead"]}>
            Buy and sell crypto currencies: a fast and trusted exchange service
          </span>
        }
      />
      <div className={styles["screen"]}>
        <div className={styles["main"]}>
          {isDoneShown && done !== undefined && (
            <ExchangeDone key={done.id} done={done} onAgain={() => again(done)} />
          )}
          <div ref={form} hidden={isDoneShown}>
            <Card>
              <ExchangeForm
                key={round}
                full={FULL_PARTS}
                wanted={start.wanted}
                onExchanged={(made) => {
                  setDone(made);
                  setDoneShown(true);
                }}
                onPair={setPair}
              />
            </Card>
          </div>
          {shownPair !== undefined && <RegularlyLink pair={shownPair} />}
        </div>
        <div className={styles["companion"]}>
          {shownPair === undefined ? (
            // As high as what comes once the form has said its pair.
            <>
              <Card className={classNames(styles["wide"], styles["chartAhead"])}>{null}</Card>
              <Card>{null}</Card>
            </>
          ) : (
            <>
              <PairChart pair={shownPair} />
              <PositionPanel pair={shownPair} />
            </>
          )}
          <BalancesPanel moved={done} fiat={shownPair && tradedIn(shownPair).fiat} />
        </div>
        <div className={styles["recent"]} data-under={isDoneShown || undefined}>
          <RecentWhenSeen />
        </div>
      </div>
    </>
  );
}

/** The price of the coin that is traded, with the customer's own trades and average cost. */
function PairChart({ pair }: { readonly pair: Pair }) {
  const { coin, fiat } = tradedIn(pair);
  const holding = useHolding(coin, fiat);
  return (
    <Card className={styles["wide"]}>
      <PriceChartWhenSeen coin={coin} fiat={fiat} own averageCost={holding?.average_cost ?? undefined} />
    </Card>
  );
}

/** The newest exchanges, whose code comes once they are near the window: on a phone they are far below the form. */
function RecentWhenSeen() {
  const { box, loaded } = useCodeWhenSeen("recent exchanges", () => import("./recent-exchanges.tsx"));
  return <div ref={box}>{loaded !== undefined && <loaded.RecentExchanges />}</div>;
}

/** The way from one purchase to one every week. A sale is made once. */
function RegularlyLink({ pair: { credit, debit } }: { readonly pair: Pair }) {
  if (currencyOf(credit)?.kind !== "fiat") return null;
  return (
    <p className={styles["regularly"]}>
      Buy {debit} every week, fortnight or month?{" "}
      <Link to="/dashboard/recurring-buys" search={{ from: credit, to: debit }}>
        Set up recurring buy
      </Link>
    </p>
  );
}

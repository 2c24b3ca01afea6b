import type { Transaction } from "@wattle/contracts/history";
import { Link, useRouter } from "@tanstack/react-router";
import { currencyOf } from "@wattle/contracts/markets";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { BalancesPanel } from "../portfolio/balances-panel.tsx";
import { useCodeWhenSeen } from "../charts/use-code-when-seen.ts";
import { PositionPanel, tradedIn, useHolding } from "../portfolio/position-panel.tsx";
import { PriceChartWhenSeen } from "../rates/price-chart-when-seen.tsx";
import type { Pair } from "../money/quote.ts";
import { Card } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { ScreenHead } from "../ui/screen-head.tsx";
import type { Draft } from "../money/draft.ts";
import { ExchangeDone } from "./exchange-done.tsx";
import { ExchangeForm } from "./exchange-form.tsx";
import styles from "./exchange-screen.module.css";
import { FULL_PARTS } from "./full-parts.tsx";

interface ExchangeScreenProps {
  /** Exchange in the link that led here. */
  readonly wanted?: Draft | undefined;
}

/** First values of the form; each `round` is a form of its own. */
interface Start {
  readonly round: number;
  readonly wanted: Draft | undefined;
}

/** The currency-exchange page: what was just exchanged, the form in full, and what there is to exchange. */
export function ExchangeScreen({ wanted }: ExchangeScreenProps) {
  const [{ round, ...start }, setStart] = useState<Start>({ round: 0, wanted });
  const [done, setDone] = useState<Transaction>();
  const [isDoneShown, setDoneShown] = useState(false);
  const [pair, setPair] = useState<Pair>();
  const form = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (round > 0) form.current?.querySelector<HTMLElement>("input[inputmode]")?.focus();
  }, [round]);

  const startAgain = (next?: Draft): void => {
    setStart({ round: round + 1, wanted: next });
    setDoneShown(false);
  };
  useOwnLink(() => startAgain());
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
        {isDoneShown && done !== undefined && (
          <ExchangeDone
            key={done.id}
            done={done}
            onAgain={() =>
              startAgain({ amount: done.credit, from: done.credit_currency, to: done.debit_currency })
            }
          />
        )}
        <div className={styles["main"]}>
          <div ref={form}>
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
          {pair !== undefined && <RegularlyLink pair={pair} />}
        </div>
        <div className={styles["companion"]}>
          {pair === undefined ? (
            // As high as what comes once the form has said its pair.
            <>
              <Card className={classNames(styles["wide"], styles["chartAhead"])}>{null}</Card>
              <Card>{null}</Card>
            </>
          ) : (
            <>
              <PairChart pair={pair} />
              <PositionPanel pair={pair} />
            </>
          )}
          <BalancesPanel moved={done} fiat={pair && tradedIn(pair).fiat} />
        </div>
        <div className={styles["recent"]}>
          <RecentWhenSeen />
        </div>
      </div>
    </>
  );
}

/** Calls back when a link to the page one is on is pressed: nothing is loaded then, so the page itself has to begin again. */
function useOwnLink(onPress: () => void): void {
  const router = useRouter();
  const press = useEffectEvent(onPress);
  useEffect(
    () => router.subscribe("onBeforeLoad", ({ hrefChanged }) => void (!hrefChanged && press())),
    [router],
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
      <span>{`Buy ${debit} every week, fortnight or month?`}</span>{" "}
      <Link to="/dashboard/recurring-buys" search={{ from: credit, to: debit }}>
        Set up recurring buy
      </Link>
    </p>
  );
}

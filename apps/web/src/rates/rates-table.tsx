import { useLocation } from "@tanstack/react-router";
import { coinPath } from "@wattle/contracts/coin-path";
import { displayDecimal } from "@wattle/exchange-core";
import { SiteLink } from "../ui/site-link.tsx";
import { Change, Sparkline } from "./rate-cards.tsx";
import { shownRate, useRateCards } from "./use-rate-cards.ts";
import styles from "./rates-table.module.css";

/** The route that has the exchange itself and needs no table next to it. */
const EXCHANGE_PATH = "/dashboard/currency-exchange";

interface RatesTableProps {
  /** Also how each coin's day went, and the way to its page. */
  readonly withDay?: boolean;
}

/** The quoted coins in the home currency with the fee included, on every page but currency-exchange. */
export function RatesTable({ withDay = false }: RatesTableProps) {
  const onExchange = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, "") === EXCHANGE_PATH });
  return onExchange ? null : <Table withDay={withDay} />;
}

function Table({ withDay }: Required<RatesTableProps>) {
  const { coins, currency, loading, cards } = useRateCards();
  return (
    <table className={styles["table"]} aria-busy={loading || undefined}>
      <caption className="visually-hidden">1 coin, after our fee</caption>
      <thead>
        <tr>
          <th scope="col" colSpan={withDay ? 2 : 1}>
            DIGITAL CURRENCY
          </th>
          <th scope="col">
            RATE <span className={styles["often"]}>(Update once a day)</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {coins.map(({ symbol, name }) => {
          const card = cards.find((one) => one.symbol === symbol);
          const rate = shownRate(card);
          return (
            <tr key={symbol}>
              <th scope="row">
                {withDay ? <SiteLink to={coinPath(symbol)}>{name}</SiteLink> : name}{" "}
                <span className={styles["code"]}>{symbol}</span>
              </th>
              {withDay && (
                <td className={styles["spark"]}>
                  <Sparkline symbol={symbol} currency={currency} />
                </td>
              )}
              <td>
                {rate === undefined
                  ? loading
                    ? "loading..."
                    : "–"
                  : `${displayDecimal(rate, 2)} ${currency}`}
                {withDay && (
                  <div className={styles["day"]}>
                    {rate !== undefined && card !== undefined && <Change change={card.change_24h} />} 24h
                  </div>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

import { useLocation } from "@tanstack/react-router";
import { displayDecimal } from "@wattle/exchange-core";
import { shownRate, useRateCards } from "./use-rate-cards.ts";
import styles from "./rates-table.module.css";

/** The route that has the exchange itself and needs no table next to it. */
const EXCHANGE_PATH = "/dashboard/currency-exchange";

/** The quoted coins in the home currency with the fee included, on every page but currency-exchange. */
export function RatesTable() {
  const onExchange = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, "") === EXCHANGE_PATH });
  return onExchange ? null : <Table />;
}

function Table() {
  const { coins, currency, loading, cards } = useRateCards();
  return (
    <table className={styles["table"]} aria-busy={loading || undefined}>
      <caption className="visually-hidden">1 coin, after our fee</caption>
      <thead>
        <tr>
          <th scope="col">DIGITAL CURRENCY</th>
          <th scope="col">
            RATE <span className={styles["often"]}>(Update once a day)</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {coins.map(({ symbol, name }) => {
          const rate = shownRate(cards.find((card) => card.symbol === symbol));
          return (
            <tr key={symbol}>
              <th scope="row">
                {name} <span className={styles["code"]}>{symbol}</span>
              </th>
              <td>
                {rate === undefined
                  ? loading
                    ? "loading..."
                    : "–"
                  : `${displayDecimal(rate, 2)} ${currency}`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

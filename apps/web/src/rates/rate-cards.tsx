import { isNegative } from "@wattle/exchange-core/decimal";
import type { RateCard } from "@wattle/contracts/rates";
import { displayDecimal, displayTime, withSign } from "@wattle/exchange-core/display";
import { trpc } from "../trpc.ts";
import { DownIcon, UpIcon } from "../ui/icons.tsx";
import { sparklinePath } from "./sparkline.ts";
import { useFeeWords } from "./use-fee-words.ts";
import { shownRate, useRateCards } from "./use-rate-cards.ts";
import styles from "./rate-cards.module.css";

const SPARKLINE = { width: 240, height: 56 };

/** Live cards of the quoted coins, a row each: what one costs in AUD with the fee, when that was, and how the day went. */
export function RateCards() {
  const { coins, currency, loading, cards } = useRateCards();
  const fee = useFeeWords();
  return (
    <>
      <ul className={styles["cards"]} aria-busy={loading || undefined}>
        {coins.map(({ symbol, name }) => (
          <li key={symbol} className={styles["card"]}>
            <Card
              name={name}
              currency={currency}
              loading={loading}
              card={cards.find((one) => one.symbol === symbol)}
            />
          </li>
        ))}
      </ul>
      <p className={styles["fee"]}>After {fee}</p>
    </>
  );
}

interface CardProps {
  readonly name: string;
  readonly currency: string;
  readonly loading: boolean;
  readonly card: RateCard | undefined;
}

function Card({ name, currency, loading, card }: CardProps) {
  const rate = shownRate(card);
  return (
    <>
      <h3 className={styles["name"]}>{name}</h3>
      <p className={styles["rate"]}>{`${currency}: ${rateText(loading, rate)}`}</p>
      <p className={styles["time"]}>
        {loading
          ? "loading..."
          : rate !== undefined && card !== undefined && displayTime(card.timestamp * 1000)}
      </p>
      <div className={styles["day"]}>
        {rate !== undefined && card !== undefined && <Change change={card.change_24h} />}
        <span>24H</span>
      </div>
    </>
  );
}

function rateText(loading: boolean, rate: string | undefined): string {
  if (loading) return "Loading...";
  return rate === undefined ? "no rate" : displayDecimal(rate, 2);
}

/** The day's change, by sign, icon and colour; nothing while no day has been recorded. */
export function Change({ change }: { readonly change: string | null }) {
  if (change === null) return null;
  const lost = isNegative(change);
  return (
    <p className={lost ? styles["loss"] : styles["gain"]}>
      {lost ? <DownIcon size={14} /> : <UpIcon size={14} />}
      <span>{`${withSign(change)}%`}</span>
    </p>
  );
}

/** How the day went, as a line. */
export function Sparkline({ symbol, currency }: { readonly symbol: string; readonly currency: string }) {
  const { data } = trpc.rates.history.useQuery(
    { symbol, in: currency },
    { staleTime: 60_000, trpc: { context: { background: true } } },
  );
  const { width, height } = SPARKLINE;
  const path = sparklinePath(data?.points.map((point) => point.rate) ?? [], width, height);
  return (
    <svg
      className={styles["sparkline"]}
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {path !== undefined && <path d={path} vectorEffect="non-scaling-stroke" />}
    </svg>
  );
}

import { amountText, coinPrice, type PriceFigures, type PriceTerms } from "../money/price-figures.ts";
import { classNames } from "../ui/class-names.ts";
import { FeeHint } from "../ui/hints.tsx";
import styles from "./price-breakdown.module.css";

interface PriceBreakdownProps {
  readonly figures: PriceFigures;
  /** `rows` leaves out what is paid and got, if the fields around say so. */
  readonly show?: "all" | "rows";
  /** Debit at an earlier rate, decimal text: shown crossed out in front of the present one. */
  readonly before?: string | undefined;
  /** The rate is no longer held: the figures are only what they were. */
  readonly stale?: boolean;
  /** Offers help about the fee next to it. */
  readonly help?: boolean;
}

/** The full price: you pay, our fee, what is converted, the rate and the spread that is in it, you get. The same before, at and after the exchange. */
export function PriceBreakdown({
  figures,
  show = "all",
  before,
  stale = false,
  help = false,
}: PriceBreakdownProps) {
  const coin = coinPrice(figures);
  const paid = figures.credit_currency;
  return (
    <dl className={classNames(styles["price"], stale && styles["stale"])}>
      {show === "all" && <Line strong term="You pay" value={amountText(figures.credit, paid)} />}
      <Line
        term={`Our fee, ${figures.fee}%`}
        feeHelp={help}
        value={`−${amountText(figures.fee_amount, paid)}`}
      />
      <Line term="We convert" value={amountText(figures.converted, paid)} />
      {coin !== undefined && (
        <Line key={coin.price} term={`Rate per ${coin.coin}`} value={coin.price} fresh />
      )}
      {figures.spread !== undefined && (
        <Line
          term={`Spread in this rate, ${figures.spread.percent}%`}
          value={amountText(figures.spread.amount, paid)}
        />
      )}
      {show === "all" && (
        <Line
          strong
          term="You get"
          before={before === undefined ? undefined : amountText(before, figures.debit_currency)}
          value={amountText(figures.debit, figures.debit_currency)}
        />
      )}
    </dl>
  );
}

interface LineProps {
  readonly term: string;
  /** Nothing if it is not known yet. */
  readonly value?: string | undefined;
  readonly strong?: boolean;
  readonly feeHelp?: boolean;
  readonly before?: string | undefined;
  /** Fades in when it appears. */
  readonly fresh?: boolean;
}

function Line({ term, value, strong = false, feeHelp = false, before, fresh = false }: LineProps) {
  return (
    <div className={classNames(styles["line"], strong && styles["strong"], fresh && styles["fresh"])}>
      <dt>
        <span>{term}</span>
        {feeHelp && (
          <>
            {" "}
            <FeeHint />
          </>
        )}
      </dt>
      <dd translate="no">
        {before !== undefined && (
          <>
            <s className={styles["before"]}>{before}</s>{" "}
          </>
        )}
        <span className={value === undefined ? styles["unknown"] : undefined}>{value ?? "–"}</span>
      </dd>
    </div>
  );
}

interface PriceAheadProps {
  /** Pair of the rate. */
  readonly coin: string;
  readonly show?: "all" | "rows";
  /** Amount paid, with its currency, if `show` is `all`. */
  readonly paid?: string | undefined;
  /** The fee and the rate; undefined until there is a rate. */
  readonly terms?: PriceTerms | undefined;
  /** The rate is no longer held. */
  readonly stale?: boolean;
  readonly help?: boolean;
}

/** Known part of a price before an amount is: the fee in percent and the rate. As high as the price will be. */
export function PriceAhead({
  coin,
  show = "all",
  paid,
  terms,
  stale = false,
  help = false,
}: PriceAheadProps) {
  return (
    <dl className={classNames(styles["price"], stale && styles["stale"])}>
      {show === "all" && <Line strong term="You pay" value={paid} />}
      <Line term={terms === undefined ? "Our fee" : `Our fee, ${terms.fee}%`} feeHelp={help} />
      <Line term="We convert" />
      <Line
        key={terms && coinPrice(terms)?.price}
        term={`Rate per ${coin}`}
        value={terms && coinPrice(terms)?.price}
        fresh={terms !== undefined}
      />
      {show === "all" && <Line strong term="You get" />}
    </dl>
  );
}

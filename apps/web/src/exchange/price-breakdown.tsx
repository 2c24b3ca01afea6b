import { amountText, coinPrice, type PriceFigures } from "./price-figures.ts";
import { classNames } from "../ui/class-names.ts";
import { FeeHint } from "../ui/hints.tsx";
import styles from "./price-breakdown.module.css";

interface PriceBreakdownProps {
  readonly figures: PriceFigures;
  /** `steps` leaves out what is paid and got, where the fields around it say so already. */
  readonly show?: "all" | "steps";
  /** The rate is no longer held: the figures are only what they were. */
  readonly stale?: boolean;
  /** Offers help about the fee beside it. */
  readonly help?: boolean;
}

/** The full price: you pay, our fee, what is converted, the rate, you get. The same before, at and after the exchange. */
export function PriceBreakdown({ figures, show = "all", stale = false, help = false }: PriceBreakdownProps) {
  const coin = coinPrice(figures);
  const paid = figures.credit_currency;
  return (
    <dl
      className={classNames(styles["price"], show === "steps" && styles["steps"], stale && styles["stale"])}
    >
      {show === "all" && <Line strong term="You pay" value={amountText(figures.credit, paid)} />}
      <Line
        term={`Our fee, ${figures.fee}%`}
        feeHelp={help}
        value={`−${amountText(figures.fee_amount, paid)}`}
      />
      <Line term="We convert" value={amountText(figures.converted, paid)} />
      {coin !== undefined && <Line term={`Rate per ${coin.coin}`} value={coin.price} />}
      {show === "all" && (
        <Line strong term="You get" value={amountText(figures.debit, figures.debit_currency)} />
      )}
    </dl>
  );
}

interface LineProps {
  readonly term: string;
  readonly value: string;
  readonly strong?: boolean;
  readonly feeHelp?: boolean;
}

function Line({ term, value, strong = false, feeHelp = false }: LineProps) {
  return (
    <div className={classNames(styles["line"], strong && styles["strong"])}>
      <dt>
        {term}
        {feeHelp && (
          <>
            {" "}
            <FeeHint />
          </>
        )}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The place of a price that is not known yet, as high as the price will be. */
export function NoPrice({ coin, help = false }: { readonly coin: string; readonly help?: boolean }) {
  return (
    <dl className={classNames(styles["price"], styles["steps"], styles["stale"])}>
      <Line term="Our fee" feeHelp={help} value="–" />
      <Line term="We convert" value="–" />
      <Line term={`Rate per ${coin}`} value="–" />
    </dl>
  );
}

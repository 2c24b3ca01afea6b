import { displayTime, priceBreakdown } from "@wattle/exchange-core";
import { figuresAt } from "../../exchange/exchange-view.ts";
import { amountText } from "../../money/price-figures.ts";
import { PriceAhead, PriceBreakdown } from "../../rates/price-breakdown.tsx";
import { Facts } from "../../ui/facts.tsx";
import { useExample, useExampleQuote } from "../use-example-quote.ts";
import styles from "./home-below.module.css";

/** Coins for 1,000.00 of the home currency at this minute's rates, and the rest if they are sold straight back. */
export function CostsNow() {
  const { home, coin, paid } = useExample();
  const buying = useExampleQuote({ credit: home, debit: coin });
  const selling = useExampleQuote({ credit: coin, debit: home });
  if (buying.isPending || selling.isPending) {
    return (
      <div className={styles["ledgers"]} aria-busy="true">
        <PriceAhead coin={coin} show="all" />
        <PriceAhead coin={coin} show="all" />
      </div>
    );
  }
  if (buying.data == null || selling.data == null) return <p>No rate right now.</p>;
  const bought = figuresAt(paid, buying.data);
  const sold = figuresAt(priceBreakdown(paid, buying.data.conversion).debit, selling.data);
  return (
    <>
      <div className={styles["ledgers"]}>
        <section className={styles["ledger"]}>
          <h3>On the way in</h3>
          <Facts facts={[["Deposit by bank transfer or PayID", "No fee"]]} />
          <PriceBreakdown figures={bought} />
        </section>
        <section className={styles["ledger"]}>
          <h3>If you sold it straight back</h3>
          <PriceBreakdown figures={sold} />
          <Facts facts={[["Withdrawal to your bank", "No fee"]]} />
        </section>
      </div>
      <p className={styles["sum"]}>
        {amountText(bought.credit, home)} in, {amountText(sold.debit, home)} back, at the rates of{" "}
        {displayTime(buying.data.issuedAt)}.
      </p>
    </>
  );
}

export { StepPicture } from "./step-picture.tsx";

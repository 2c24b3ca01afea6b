import { displayAmount } from "@wattle/exchange-core";
import { figuresAt } from "../../exchange/exchange-view.ts";
import { PriceAhead, PriceBreakdown } from "../../rates/price-breakdown.tsx";
import { useExample, useExampleQuote } from "../use-example-quote.ts";
import styles from "./step-picture.module.css";

const SCREENS = {
  identity: {
    title: "Verify your identity",
    parts: ["Your name and address", "Photo of your ID", "Selfie with your ID", "Verified"],
  },
  deposit: {
    title: "Deposit by PayID",
    parts: [
      "You start a deposit",
      "You pay, with your reference",
      "We match it to your account",
      "It’s in your balance",
    ],
  },
} as const;

export type PictureName = keyof typeof SCREENS | "price";

/** What is on a screen on the way to a first purchase: what is ticked off there, or the price of this minute. */
export function StepPicture({ of }: { readonly of: PictureName }) {
  if (of === "price") return <PriceNow />;
  const { title, parts } = SCREENS[of];
  return (
    <>
      <strong>{title}</strong>
      <ul className={styles["parts"]}>
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </>
  );
}

/** The price of 1,000.00 of the home currency, as the exchange shows it before one confirms. */
function PriceNow() {
  const { home, coin, homeUnits, paid } = useExample();
  const { data: quote } = useExampleQuote({ credit: home, debit: coin });
  return quote == null ? (
    <PriceAhead coin={coin} show="all" paid={`${displayAmount(paid, homeUnits)} ${home}`} />
  ) : (
    <PriceBreakdown figures={figuresAt(paid, quote)} />
  );
}

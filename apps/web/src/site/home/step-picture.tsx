import { displayAmount } from "@wattle/exchange-core";
import { figuresAt } from "../../exchange/exchange-view.ts";
import { amountText } from "../../money/price-figures.ts";
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

export type PictureName = keyof typeof SCREENS | "purchase";

/** Ticked items of a screen on the way to a first purchase. */
export function StepPicture({ of }: { readonly of: PictureName }) {
  return of === "purchase" ? <Purchase /> : <Picture {...SCREENS[of]} />;
}

function Picture({ title, parts }: { readonly title: string; readonly parts: readonly string[] }) {
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

/** Effect of 1,000.00 of the home currency on the balance, at this minute's rate. */
function Purchase() {
  const { home, coin, homeUnits, paid } = useExample();
  const { data: quote } = useExampleQuote({ credit: home, debit: coin });
  const got = quote == null ? coin : amountText(figuresAt(paid, quote).debit, coin);
  return (
    <Picture
      title={`Buy ${coin}`}
      parts={[
        `You enter ${displayAmount(paid, homeUnits)} ${home}`,
        "You see every cost",
        "You confirm within 45 seconds",
        `${got} in your balance`,
      ]}
    />
  );
}

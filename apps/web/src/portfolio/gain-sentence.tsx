import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import { isNegative, isZero, withoutSign } from "@wattle/exchange-core/decimal";
import type { ReactNode } from "react";
import { Change } from "./change.tsx";
import { signedWorth, worthText } from "../history/activity-words.ts";
import styles from "./portfolio.module.css";

const Figure = ({ children }: { readonly children: string }): ReactNode => (
  <strong translate="no">{children}</strong>
);

/** Money put in, its worth, the difference and its parts. The figures add up. */
export function GainSentence({ overview }: { readonly overview: PortfolioOverview }) {
  const { home, total, deposited, withdrawn, added, gain, gain_parts: parts } = overview;
  if (deposited === null || withdrawn === null || added === null || gain === null) return null;
  if ([deposited, withdrawn, added].every(isZero)) return null;
  const money = (value: string) => <Figure>{worthText(withoutSign(value), home)}</Figure>;
  return (
    <p className={styles["story"]}>
      You put in {money(deposited)}
      {!isZero(withdrawn) && <> and took out {money(withdrawn)}</>}
      {!isZero(added) && (
        <>
          , and we {isNegative(added) ? "took back" : "added"} {money(added)}
        </>
      )}
      .{" "}
      {isZero(total) ? (
        "Nothing is left"
      ) : (
        <>
          {isZero(withdrawn) ? "It’s" : "What’s left is"} worth {money(total)}
        </>
      )}
      {!isZero(gain.amount) && (
        <>
          : <Change by={gain.amount}>{signedWorth(gain.amount, home)}</Change>
        </>
      )}
      {parts !== null && !isZero(parts.fees) && (
        <>
          {" "}
          (our fees <span translate="no">{signedWorth(`-${parts.fees}`, home)}</span>, prices{" "}
          <span translate="no">{signedWorth(parts.prices, home)}</span>)
        </>
      )}
      .
    </p>
  );
}

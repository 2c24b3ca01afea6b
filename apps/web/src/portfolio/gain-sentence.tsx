import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import type { ReactNode } from "react";
import { Change } from "./change.tsx";
import { hasWorth, signedWorth, unsigned, worthText } from "../history/activity-words.ts";
import styles from "./portfolio.module.css";

const Figure = ({ children }: { readonly children: string }): ReactNode => (
  <strong translate="no">{children}</strong>
);

/** Money put in, its worth, the difference and its parts. The figures add up. */
export function GainSentence({ overview }: { readonly overview: PortfolioOverview }) {
  const { home, total, deposited, withdrawn, added, gain, gain_parts: parts } = overview;
  if (deposited === null || withdrawn === null || added === null || gain === null) return null;
  if (![deposited, withdrawn, added].some(hasWorth)) return null;
  const money = (value: string) => <Figure>{worthText(unsigned(value), home)}</Figure>;
  return (
    <p className={styles["story"]}>
      You put in {money(deposited)}
      {hasWorth(withdrawn) && <> and took out {money(withdrawn)}</>}
      {hasWorth(added) && (
        <>
          , and we {added.startsWith("-") ? "took back" : "added"} {money(added)}
        </>
      )}
      .{" "}
      {hasWorth(total) ? (
        <>
          {hasWorth(withdrawn) ? "What’s left is" : "It’s"} worth {money(total)}
        </>
      ) : (
        "Nothing is left"
      )}
      {hasWorth(gain.amount) && (
        <>
          : <Change by={gain.amount}>{signedWorth(gain.amount, home)}</Change>
        </>
      )}
      {parts !== null && hasWorth(parts.fees) && (
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

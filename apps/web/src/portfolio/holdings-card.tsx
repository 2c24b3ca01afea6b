import { isZero } from "@wattle/exchange-core/decimal";
import type { Holding, PortfolioOverview } from "@wattle/contracts/portfolio";
import type { CSSProperties } from "react";
import { displayTime } from "@wattle/exchange-core/display";
import { Panel } from "../controls/panel.tsx";
import { lastCount } from "../liabilities/last-count.ts";
import { amountText } from "../money/price-figures.ts";
import { useSession } from "../session/session-store.ts";
import { Seal } from "../ui/seal.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Change } from "./change.tsx";
import {
  gainText,
  currencyName,
  shareText,
  signedPercent,
  signedWorth,
  worthFigure,
} from "../history/activity-words.ts";
import { Swatch } from "./swatch.tsx";
import styles from "./portfolio.module.css";

const NONE = <span className={styles["none"]}>–</span>;

/** The letters of each column's longest figure, added up: the table's letters are as small as these need. */
function lettersOf(holdings: readonly Holding[], home: string): number {
  const columns: readonly ((holding: Holding) => string)[] = [
    ({ amount, currency }) => amountText(amount, currency),
    ({ value }) => (value === null ? "" : worthFigure(value, home)),
    ({ average_cost: cost }) => (cost === null ? "" : worthFigure(cost, home)),
    ({ gain }) => (gain === null ? "" : signedWorth(gain.amount, home)),
  ];
  return columns.reduce((sum, text) => sum + Math.max(...holdings.map((one) => text(one).length)), 0);
}

/** Holdings, currency by currency. */
export function HoldingsCard({ overview }: { readonly overview: PortfolioOverview }) {
  const { holdings, home, gain, realised } = overview;
  if (holdings.length === 0) return null;
  const priced = holdings.filter(({ share }) => share !== null && share > 0);
  return (
    <Panel
      title="What you own"
      aside={<p className={styles["aside"]}>Value, cost and gain in {home}</p>}
      className={styles["holdings"]}
    >
      {priced.length > 0 && (
        <div
          className={styles["bar"]}
          // One picture made of elements, each as wide as its share.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="img"
          aria-label={priced
            .map(({ currency, share }) => `${currencyName(currency)} ${shareText(share ?? 0)}`)
            .join(", ")}
        >
          {priced.map(({ currency, share }) => (
            <Swatch
              key={currency}
              code={currency}
              className={styles["share"]}
              width={`${(share ?? 0) / 10}%`}
            />
          ))}
        </div>
      )}
      <table className={styles["table"]} style={{ "--letters": lettersOf(holdings, home) } as CSSProperties}>
        <caption className="visually-hidden">What you own</caption>
        <thead>
          <tr>
            <th scope="col">Holding</th>
            <th scope="col">Amount</th>
            <th scope="col">Value</th>
            <th scope="col">Price, 24 h</th>
            <th scope="col">Average cost</th>
            <th scope="col">Gain</th>
          </tr>
        </thead>
        <tbody>
          {holdings.map((holding) => (
            <Row key={holding.currency} holding={holding} home={home} />
          ))}
        </tbody>
      </table>
      {gain !== null && realised !== null && (
        <p className={styles["sum"]}>
          All-time gain after fees: <strong>{gainText(gain, home)}</strong>.
          {!isZero(realised) && ` ${signedWorth(realised, home)} ${home} of this is from sales.`}
        </p>
      )}
      <Counted />
    </Panel>
  );
}

/** Whether this browser has found what the customer owns in what we publish that we owe, and the way to look again. */
function Counted() {
  const at = lastCount(useSession()?.user.id ?? "");
  if (at === undefined)
    return (
      <p className={styles["sum"]}>
        <SiteLink to="/dashboard/balance-check">Check that your balance is counted</SiteLink>
      </p>
    );
  return (
    <div className={styles["stamp"]}>
      <Seal size={64} />
      <p>
        <SiteLink to="/dashboard/balance-check">Counted</SiteLink> in our published liabilities of{" "}
        {displayTime(at)}
      </p>
    </div>
  );
}

function Row({ holding, home }: { readonly holding: Holding; readonly home: string }) {
  const {
    currency,
    amount,
    held,
    value,
    share,
    change_24h,
    average_cost,
    assumed_cost: assumed,
    gain,
  } = holding;
  return (
    <tr>
      <th scope="row">
        <Swatch code={currency} />
        <span className={styles["name"]}>
          {currencyName(currency)}
          <small>{share === null ? "" : shareText(share)}</small>
        </span>
      </th>
      <td className={styles["amount"]}>
        {amountText(amount, currency)}
        {!isZero(held) && <small>{amountText(held, currency)} on hold</small>}
      </td>
      <td className={styles["worth"]}>{value === null ? "No price" : worthFigure(value, home)}</td>
      <td className={styles["dayChange"]}>
        {change_24h === null ? (
          NONE
        ) : (
          <Change by={change_24h} icon>
            {signedPercent(change_24h)}
          </Change>
        )}
      </td>
      <td className={styles["cost"]}>
        {average_cost === null ? NONE : worthFigure(average_cost, home)}
        {assumed && average_cost !== null && (
          <small>
            <SiteLink to="/dashboard/tax-report">partly market value</SiteLink>
          </small>
        )}
      </td>
      <td className={styles["profit"]}>
        {gain === null ? (
          NONE
        ) : (
          <>
            <Change by={gain.amount}>{signedWorth(gain.amount, home)}</Change>
            {gain.percent !== null && <small>{signedPercent(gain.percent)}</small>}
          </>
        )}
      </td>
    </tr>
  );
}

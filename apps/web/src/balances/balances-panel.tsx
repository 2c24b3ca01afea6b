import { displayBalances, type DisplayedBalance } from "@wattle/exchange-core";
import { useMarkets } from "../markets/use-markets.ts";
import { trpc } from "../trpc.ts";
import { Panel } from "../controls/panel.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./balances-panel.module.css";

/** What the customer can spend: fiat and crypto apart, above zero only. */
export function BalancesPanel() {
  const { data, isPending, isError, refetch } = trpc.balances.get.useQuery();
  const { fiat, crypto } = displayBalances(data ?? {}, useMarkets().markets.currencies);
  const empty = data !== undefined && fiat.length === 0 && crypto.length === 0;
  return (
    <Panel title="Currency Balance" loading={isPending} skeletonLines={4}>
      {isError && data === undefined && (
        <p className={styles["failed"]}>
          Your balance could not be read.{" "}
          <button type="button" className={styles["again"]} onClick={() => void refetch()}>
            Read it again
          </button>
        </p>
      )}
      {empty && (
        <p>
          Your current balance is empty.{" "}
          <SiteLink to="/dashboard/deposit-money">Please, make a deposit</SiteLink>
        </p>
      )}
      <BalanceList title="Fiat" lines={fiat} />
      <BalanceList title="Crypto" lines={crypto} />
    </Panel>
  );
}

function BalanceList({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly DisplayedBalance[];
}) {
  if (lines.length === 0) return null;
  return (
    <div className={styles["list"]}>
      <h3 className={styles["title"]}>{title}</h3>
      <dl className={styles["lines"]}>
        {lines.map(({ code, text }) => (
          <div key={code} className={styles["line"]}>
            <dt>{code}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

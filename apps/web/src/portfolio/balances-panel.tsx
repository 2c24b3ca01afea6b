import { displayBalances, type DisplayedBalance } from "@wattle/exchange-core";
import type { Transaction } from "@wattle/contracts/history";
import { amountText } from "../money/price-figures.ts";
import { classNames } from "../ui/class-names.ts";
import { useMarkets } from "../markets/use-markets.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Loaded } from "../controls/loaded.tsx";
import { Panel } from "../controls/panel.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Swatch } from "./swatch.tsx";
import { useCoinPrice, worthOf } from "./position-panel.tsx";
import styles from "./balances-panel.module.css";

/** Two currencies that have just moved: what was given and what was got, decimal texts. */
type Moved = Pick<Transaction, "credit" | "credit_currency" | "debit" | "debit_currency">;

interface BalancesPanelProps {
  /** Marks what an exchange has changed. */
  readonly moved?: Moved | undefined;
  /** Says what each coin is worth in it. */
  readonly fiat?: string | undefined;
}

/** By how much a currency has just changed: `+0.00641721`, `−1,000.00`. */
function changeOf(moved: Moved | undefined, code: string): string | undefined {
  if (moved?.credit_currency === code) return `−${displayed(moved.credit, code)}`;
  return moved?.debit_currency === code ? `+${displayed(moved.debit, code)}` : undefined;
}

const displayed = (amount: string, code: string): string =>
  amountText(amount, code).slice(0, -code.length - 1);

/** Spendable balances of the customer: fiat and crypto apart, only those above zero. */
export function BalancesPanel({ moved, fiat }: BalancesPanelProps) {
  const balances = trpc.balances.get.useQuery(undefined, SHOWN_IN_PLACE);
  return (
    <Panel title="Currency Balance">
      <Loaded query={balances} what="your balance" lines={8}>
        {(amounts) => <Balances amounts={amounts} moved={moved} fiat={fiat} />}
      </Loaded>
    </Panel>
  );
}

/** Decimal texts by currency. */
type Amounts = Readonly<Record<string, string>>;

function Balances({ amounts, moved, fiat: worthIn }: BalancesPanelProps & { readonly amounts: Amounts }) {
  const { fiat, crypto } = displayBalances(amounts, useMarkets().markets.currencies);
  if (fiat.length === 0 && crypto.length === 0) {
    return (
      <p>
        Your current balance is empty.{" "}
        <SiteLink to="/dashboard/deposit-money">Please, make a deposit</SiteLink>
      </p>
    );
  }
  return (
    <>
      <BalanceList title="Fiat" lines={fiat} moved={moved} />
      <BalanceList title="Crypto" lines={crypto} moved={moved} fiat={worthIn} amounts={amounts} />
    </>
  );
}

interface WorthProps {
  /** Decimal text. */
  readonly amount: string;
  readonly code: string;
  readonly fiat: string;
}

/** Current worth of a balance, by the price that the chart next to it shows. */
function Worth({ amount, code, fiat }: WorthProps) {
  const price = useCoinPrice(code, fiat);
  const worth = price === undefined ? undefined : worthOf(amount, code, price, fiat);
  return (
    worth !== undefined && (
      <>
        {" "}
        <span className={styles["change"]}>{amountText(worth, fiat)}</span>
      </>
    )
  );
}

function BalanceList({
  title,
  lines,
  moved,
  fiat,
  amounts,
}: BalancesPanelProps & {
  readonly title: string;
  readonly lines: readonly DisplayedBalance[];
  readonly amounts?: Amounts;
}) {
  if (lines.length === 0) return null;
  return (
    <div className={styles["list"]}>
      <h3 className={styles["title"]}>{title}</h3>
      <dl className={styles["lines"]}>
        {lines.map(({ code, text }) => {
          const change = changeOf(moved, code);
          return (
            // Another amount is another line, so that it is marked when it appears and not before.
            <div
              key={`${code} ${text}`}
              className={classNames(styles["line"], change !== undefined && styles["moved"])}
            >
              <dt>
                <Swatch code={code} />
                {code}
              </dt>
              <dd>
                {text}
                {change !== undefined ? (
                  <>
                    {" "}
                    <span className={styles["change"]}>{change}</span>
                  </>
                ) : (
                  fiat !== undefined && <Worth amount={amounts?.[code] ?? "0"} code={code} fiat={fiat} />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import type { ReactNode } from "react";
import { BalancesPanel } from "./balances-panel.tsx";
import { useBrand } from "../brand/brand.tsx";
import { useChartRange } from "../charts/range-buttons.tsx";
import { Loaded, NotLoaded, type Answer } from "../controls/loaded.tsx";
import { Panel } from "../controls/panel.tsx";
import { Skeleton } from "../controls/skeleton.tsx";
import { PriceList } from "../rates/price-list.tsx";
import { ProtectCard } from "../passkeys/protect-card.tsx";
import { trpc } from "../trpc.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { DepositIcon, MinusIcon, PlusIcon, WithdrawIcon } from "../ui/icons.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { ScreenHead } from "../ui/screen-head.tsx";
import { ActivityCard } from "./activity-card.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { HoldingsCard } from "./holdings-card.tsx";
import { NextCard } from "./next-card.tsx";
import { isEarly, ValueCard } from "./value-card.tsx";
import styles from "./portfolio.module.css";

const READ_AGAIN = 60_000;
const ROWS_AHEAD = 8;

/** Known to have nothing, and to have had nothing. */
const isWithoutMoney = (overview: PortfolioOverview | undefined): boolean =>
  overview?.holdings.length === 0 && !overview.progress.deposited && !overview.progress.purchased;

/** Acts with money: deposits, until there is some. Buying is what matters, unless a first step does. */
function Actions({ overview }: { readonly overview: PortfolioOverview | undefined }) {
  return (
    <nav className={styles["actions"]} aria-label="Money">
      <Link to="/dashboard/deposit-money" className={buttonClass("quiet")}>
        <DepositIcon />
        Deposit
      </Link>
      {!isWithoutMoney(overview) && <Uses overview={overview} />}
    </nav>
  );
}

/** The three things that need money. */
function Uses({ overview }: { readonly overview: PortfolioOverview | undefined }) {
  const { homeCurrency, defaultPair } = useBrand().markets;
  const home = overview?.home ?? homeCurrency;
  const coin =
    overview?.holdings.find(({ currency, price }) => currency !== home && price !== null)?.currency ??
    defaultPair.credit;
  const main = overview?.progress.purchased === false ? "quiet" : "accent";
  return (
    <>
      <Link to="/dashboard/withdraw-money" className={buttonClass("quiet")}>
        <WithdrawIcon />
        Withdraw
      </Link>
      <Link
        to="/dashboard/currency-exchange"
        search={{ from: coin, to: home }}
        className={buttonClass("quiet")}
      >
        <MinusIcon />
        Sell
      </Link>
      <Link
        to="/dashboard/currency-exchange"
        search={{ from: home, to: defaultPair.credit }}
        className={buttonClass(main)}
      >
        <PlusIcon />
        Buy
      </Link>
    </>
  );
}

interface OverviewProps {
  /** Next content. It waits for nothing: someone may need it in a hurry. */
  readonly children?: ReactNode;
}

/** The customer's holdings, their worth, and their acts: the beginning of the first page after log-in. */
export function Overview({ children }: OverviewProps) {
  const [range, onRange] = useChartRange("overviewRange");
  const overview = trpc.portfolio.overview.useQuery(
    { range },
    {
      placeholderData: keepPreviousData,
      refetchInterval: READ_AGAIN,
      trpc: { context: { background: true } },
    },
  );
  const { data } = overview;
  const narrow = useNarrow();
  const actions = <Actions overview={data} />;
  // On a phone they are right under the total: below the chart the bar at the edge would cover them.
  const underTotal = narrow ? actions : undefined;
  return (
    <>
      <div className={styles["overview"]} data-early={(data && isEarly(data)) || undefined}>
        <div className={styles["title"]}>
          <ScreenHead title="Personal information" />
        </div>
        <div className={styles["first"]}>
          <Loaded
            query={overview}
            what="your prices"
            ahead={<Waiting actions={underTotal} />}
            failed={<NoPrices query={overview} actions={underTotal} />}
          >
            {(loaded) => (
              <ValueCard
                overview={loaded}
                choice={{ range, onRange, isStale: overview.isPlaceholderData }}
                actions={underTotal}
              />
            )}
          </Loaded>
          {data !== undefined && !data.progress.purchased && <FirstSteps overview={data} />}
        </div>
        {!narrow && actions}
        {data !== undefined ? <Rest overview={data} /> : !overview.isError && <RestAhead />}
      </div>
      {children}
    </>
  );
}

interface WithActions {
  /** Acts with money, if they belong in here. */
  readonly actions: ReactNode;
}

/** The balances need no prices. */
function NoPrices({ query, actions }: { readonly query: Answer<unknown> } & WithActions) {
  return (
    <>
      {actions}
      <Card>
        <NotLoaded what="your prices" note="Your money is safe." onRetry={query.refetch} />
      </Card>
      <BalancesPanel />
    </>
  );
}

/** The value as it comes, so that nothing moves when it does. */
function Waiting({ actions }: WithActions) {
  return (
    <Card className={classNames(styles["value"], styles["ahead"])}>
      <div className={styles["totalAhead"]}>
        <Skeleton lines={2} />
      </div>
      {actions}
      <Skeleton lines={1} />
      <div className={styles["lineAhead"]} />
      <Skeleton lines={1} />
    </Card>
  );
}

/** Content after the value, as it comes. */
function RestAhead() {
  return (
    <>
      <div className={styles["main"]}>
        <Panel title="What you own" loading skeletonLines={ROWS_AHEAD} className={styles["below"]}>
          {null}
        </Panel>
      </div>
      <div className={styles["side"]}>
        <Panel title="Recent activity" loading skeletonLines={ROWS_AHEAD}>
          {null}
        </Panel>
        <Panel title="Prices" loading skeletonLines={ROWS_AHEAD}>
          {null}
        </Panel>
      </div>
    </>
  );
}

function Rest({ overview }: { readonly overview: PortfolioOverview }) {
  return (
    <>
      <ProtectCard total={overview.total} home={overview.home} className={styles["protect"]} />
      <div className={styles["main"]}>
        {overview.progress.purchased && <FirstSteps overview={overview} />}
        <NextCard overview={overview} />
        <HoldingsCard overview={overview} />
      </div>
      <div className={styles["side"]}>
        <ActivityCard overview={overview} />
        <Panel title={`Prices in ${overview.home}`} aside={<Link to="/buy-sell">All prices</Link>}>
          <PriceList fiat={overview.home} />
        </Panel>
      </div>
    </>
  );
}

import { Link } from "@tanstack/react-router";
import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import { BalancesPanel } from "../balances/balances-panel.tsx";
import { useBrand } from "../brand/brand.tsx";
import { Button } from "../controls/button.tsx";
import { Panel } from "../controls/panel.tsx";
import { Skeleton } from "../controls/skeleton.tsx";
import { PriceList } from "../rates/price-list.tsx";
import { trpc } from "../trpc.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { DepositIcon, MinusIcon, PlusIcon, WithdrawIcon } from "../ui/icons.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { ActivityCard } from "./activity-card.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { HoldingsCard } from "./holdings-card.tsx";
import { NextCard } from "./next-card.tsx";
import { ValueCard } from "./value-card.tsx";
import styles from "./portfolio.module.css";

const READ_AGAIN = 60_000;

/** The four things one does with money. Buying is the one that matters, but for someone who has another next step. */
function Actions({ overview }: { readonly overview: PortfolioOverview | undefined }) {
  const { homeCurrency, defaultPair } = useBrand().markets;
  const home = overview?.home ?? homeCurrency;
  const coin =
    overview?.holdings.find(({ currency, price }) => currency !== home && price !== null)?.currency ??
    defaultPair.credit;
  const main = overview?.progress.purchased === false ? "quiet" : "accent";
  return (
    <nav className={styles["actions"]} aria-label="Money">
      <Link to="/dashboard/deposit-money" className={buttonClass("quiet")}>
        <DepositIcon />
        Deposit
      </Link>
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
    </nav>
  );
}

/** What the customer owns, what it is worth, and what can be done with it: the beginning of the first page after log-in. */
export function Overview({ email }: { readonly email: string }) {
  const overview = trpc.portfolio.overview.useQuery(undefined, {
    refetchInterval: READ_AGAIN,
    trpc: { context: { background: true } },
  });
  const { data } = overview;
  return (
    <div className={styles["overview"]}>
      <div className={styles["title"]}>
        <ScreenHead title="Personal information" />
      </div>
      <div className={styles["first"]} aria-busy={data === undefined && !overview.isError}>
        {data === undefined ? (
          overview.isError ? (
            <>
              <Card>
                <EmptyState
                  title="We couldn’t load your prices. Your money is safe."
                  action={
                    <Button
                      kind="quiet"
                      loading={overview.isFetching}
                      onClick={() => void overview.refetch()}
                    >
                      Try again
                    </Button>
                  }
                />
              </Card>
              <BalancesPanel />
            </>
          ) : (
            <Waiting />
          )
        ) : (
          <First overview={data} email={email} />
        )}
      </div>
      <Actions overview={data} />
      {data !== undefined ? (
        <Rest overview={data} />
      ) : (
        !overview.isError && <Card className={classNames(styles["main"], styles["below"])}>{null}</Card>
      )}
    </div>
  );
}

/** As high as what comes, so that nothing moves when it does. */
function Waiting() {
  return (
    <Card className={classNames(styles["value"], styles["ahead"])}>
      <span className="visually-hidden">Loading your balances</span>
      <Skeleton lines={2} />
      <div className={styles["line"]} />
    </Card>
  );
}

/** What matters most: the next step to a first purchase, or the total. */
function First({ overview, email }: { readonly overview: PortfolioOverview; readonly email: string }) {
  const { purchased, deposited } = overview.progress;
  return (
    <>
      {!purchased && <GettingStarted overview={overview} email={email} />}
      {(purchased || deposited) && <ValueCard overview={overview} />}
    </>
  );
}

function Rest({ overview }: { readonly overview: PortfolioOverview }) {
  const { purchased, deposited } = overview.progress;
  return (
    <>
      <div className={styles["main"]}>
        <HoldingsCard overview={overview} />
      </div>
      <div className={styles["side"]}>
        {!purchased && !deposited && <ValueCard overview={overview} />}
        <NextCard overview={overview} />
        <ActivityCard overview={overview} />
        <Panel title={`Prices in ${overview.home}`} aside={<Link to="/buy-sell">All prices</Link>}>
          <PriceList fiat={overview.home} />
        </Panel>
      </div>
    </>
  );
}

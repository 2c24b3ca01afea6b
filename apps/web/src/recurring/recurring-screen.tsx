import { useEffect, useState } from "react";
import { useBrand } from "../brand/brand.tsx";
import { Panel } from "../controls/panel.tsx";
import { Loaded } from "../controls/loaded.tsx";
import type { ExchangeSearch } from "../exchange/exchange-search.ts";
import { alertFailure } from "../failed-call.ts";
import { countryOf } from "../markets/country.ts";
import { useMarkets } from "../markets/use-markets.ts";
import { currencyChoices } from "../money/currency-choice.ts";
import { useSession } from "../session/session-store.ts";
import { PriceChartWhenSeen } from "../rates/price-chart-when-seen.tsx";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Emblem } from "../ui/emblem.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { PlanList } from "./plan-list.tsx";
import { RecurringForm } from "./recurring-form.tsx";
import styles from "./recurring.module.css";

/** Recurring buys: setting one up, and all there are with what happened. */
export function RecurringScreen({ wanted }: { readonly wanted: ExchangeSearch }) {
  const plans = trpc.recurring.list.useQuery(undefined, SHOWN_IN_PLACE);
  const { markets, isKnown } = useMarkets();
  const choices = currencyChoices(markets, countryOf(useSession()), useBrand().markets);
  const [round, setRound] = useState(0);
  const [fiat = choices.fiat[0], setFiat] = useState(wanted.from);
  const [coin = choices.crypto[0], setCoin] = useState(wanted.to);

  useEffect(() => {
    if (plans.error !== null) alertFailure("Get recurring buys", plans.error);
  }, [plans.error]);

  // Existing plans come first; if there are none, the form does.
  const hasPlans = (plans.data?.buys.length ?? 0) > 0;
  const list = (
    <Panel key="list" title="Your recurring buys" className={styles["plans"]}>
      <Loaded query={plans} what="your recurring buys" lines={7}>
        {({ buys }) =>
          hasPlans ? (
            <PlanList plans={buys} />
          ) : (
            <EmptyState emblem={<Emblem of="recurring" />} title="No recurring buys yet">
              Choose an amount and how often. We email you about each buy.
            </EmptyState>
          )
        }
      </Loaded>
    </Panel>
  );
  return (
    <>
      <ScreenHead title="Recurring buys" lead="Buy a coin every week, fortnight or month." />
      <div className={styles["screen"]}>
        {hasPlans && list}
        <Panel
          title="Set up a recurring buy"
          className={styles["setup"]}
          loading={plans.isPending || !isKnown}
          skeletonLines={22}
        >
          {plans.data !== undefined && (
            <RecurringForm
              key={round}
              wanted={round === 0 ? wanted : {}}
              choices={choices}
              fiat={fiat}
              coin={coin}
              onFiat={setFiat}
              onCoin={setCoin}
              calendar={plans.data}
              onMade={() => {
                setRound(round + 1);
                void plans.refetch();
              }}
            />
          )}
        </Panel>
        {!hasPlans && list}
        <Panel title="Price" className={styles["price"]} loading={plans.isPending || !isKnown}>
          <PriceChartWhenSeen coin={coin} fiat={fiat} own />
        </Panel>
      </div>
    </>
  );
}

import { useEffect, useState } from "react";
import { useBrand } from "../brand/brand.tsx";
import { Button } from "../controls/button.tsx";
import { Panel } from "../controls/panel.tsx";
import { alertFailure } from "../failed-call.ts";
import { countryOf } from "../markets/country.ts";
import { useMarkets } from "../markets/use-markets.ts";
import { currencyChoices } from "../money/currency-choice.ts";
import { useSession } from "../session/session-store.ts";
import { PriceChartWhenSeen } from "../rates/price-chart-when-seen.tsx";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { AlertForm } from "./alert-form.tsx";
import { AlertList } from "./alert-list.tsx";
import styles from "./alerts.module.css";

/** Price alerts: setting one, and all there are. */
export function AlertsScreen() {
  const alerts = trpc.alerts.list.useQuery(undefined, SHOWN_IN_PLACE);
  const { markets, isKnown } = useMarkets();
  const { crypto } = currencyChoices(markets, countryOf(useSession()), useBrand().markets);
  const [chosen, setCoin] = useState<string>();
  const coin = chosen ?? crypto[0];

  useEffect(() => {
    if (alerts.error !== null) alertFailure("Get price alerts", alerts.error);
  }, [alerts.error]);

  return (
    <>
      <ScreenHead title="Price alerts" lead="We email you once when a coin reaches your price." />
      <div className={styles["panels"]}>
        <Panel title="Create an alert" loading={alerts.isPending || !isKnown} skeletonLines={5}>
          {alerts.data !== undefined && (
            <AlertForm home={alerts.data.home} coins={crypto} coin={coin} onCoin={setCoin} />
          )}
        </Panel>
        <div className={styles["side"]}>
          <Panel title="Price" loading={alerts.isPending || !isKnown}>
            {alerts.data !== undefined && <PriceChartWhenSeen coin={coin} fiat={alerts.data.home} own />}
          </Panel>
          <Panel title="Your alerts" loading={alerts.isPending}>
            {alerts.data === undefined ? (
              <EmptyState
                title="We couldn’t load your alerts"
                action={
                  <Button kind="quiet" onClick={() => void alerts.refetch()}>
                    Try again
                  </Button>
                }
              />
            ) : alerts.data.alerts.length === 0 ? (
              <EmptyState title="No alerts yet">
                Choose a coin and a price. The alert turns off once it’s reached.
              </EmptyState>
            ) : (
              <AlertList alerts={alerts.data.alerts} />
            )}
          </Panel>
        </div>
      </div>
    </>
  );
}

import type { AlertDirection, PriceAlert } from "@wattle/contracts/alerts";
import { useEffect, useState } from "react";
import { useBrand } from "../brand/brand.tsx";
import { Panel } from "../controls/panel.tsx";
import { Loaded } from "../controls/loaded.tsx";
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
import { AlertForm } from "./alert-form.tsx";
import { AlertList } from "./alert-list.tsx";
import styles from "./alerts.module.css";

/** The newest alert on a coin that still waits. */
const wantedOf = (alerts: readonly PriceAlert[], coin: string): PriceAlert | undefined =>
  alerts.find(({ symbol, reached_at }) => symbol === coin && reached_at === null);

/** Price alerts: setting one, and all there are. */
export function AlertsScreen() {
  const alerts = trpc.alerts.list.useQuery(undefined, SHOWN_IN_PLACE);
  const { markets, isKnown } = useMarkets();
  const { crypto } = currencyChoices(markets, countryOf(useSession()), useBrand().markets);
  const [chosen, setCoin] = useState<string>();
  const coin = chosen ?? crypto[0];
  const [direction, setDirection] = useState<AlertDirection>("above");
  const [typed, setTyped] = useState<string>();

  useEffect(() => {
    if (alerts.error !== null) alertFailure("Get price alerts", alerts.error);
  }, [alerts.error]);

  // Existing alerts come first; if there are none, the form does.
  const hasAlerts = (alerts.data?.alerts.length ?? 0) > 0;
  const list = (
    <Panel key="list" title="Your alerts" className={styles["own"]}>
      <Loaded query={alerts} what="your alerts" lines={7}>
        {(data) =>
          hasAlerts ? (
            <AlertList alerts={data.alerts} />
          ) : (
            <EmptyState emblem={<Emblem of="bell" />} title="No alerts yet">
              Choose a coin and a price. The alert turns off once it’s reached.
            </EmptyState>
          )
        }
      </Loaded>
    </Panel>
  );
  return (
    <>
      <ScreenHead title="Price alerts" lead="We email you once when a coin reaches your price." />
      <div className={styles["screen"]}>
        {hasAlerts && list}
        <Panel
          title="Create an alert"
          className={styles["setup"]}
          loading={alerts.isPending || !isKnown}
          skeletonLines={11}
        >
          {alerts.data !== undefined && (
            <AlertForm
              home={alerts.data.home}
              coins={crypto}
              coin={coin}
              onCoin={setCoin}
              direction={direction}
              onDirection={setDirection}
              onPrice={setTyped}
            />
          )}
        </Panel>
        {!hasAlerts && list}
        <Panel title="Price" className={styles["price"]} loading={alerts.isPending || !isKnown}>
          {alerts.data !== undefined && (
            <PriceChartWhenSeen
              coin={coin}
              fiat={alerts.data.home}
              own
              wanted={typed === undefined ? wantedOf(alerts.data.alerts, coin) : { direction, price: typed }}
            />
          )}
        </Panel>
      </div>
    </>
  );
}

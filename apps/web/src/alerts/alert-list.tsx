import type { PriceAlert } from "@wattle/contracts/alerts";
import { priceText } from "@wattle/contracts/recurring-words";
import { displayMoment } from "@wattle/exchange-core/display";
import { useCoinPrice } from "../portfolio/position-panel.tsx";
import { distanceText } from "../rates/distance.ts";
import { Button } from "../controls/button.tsx";
import { Status } from "../controls/status.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import styles from "./alerts.module.css";

const alertName = ({ symbol, direction, price, in: home }: PriceAlert): string =>
  `${symbol} ${direction} ${priceText(price)} ${home}`;

/** The customer's alerts: those that wait, and those that were reached and are off. */
export function AlertList({ alerts }: { readonly alerts: readonly PriceAlert[] }) {
  const utils = trpc.useUtils();
  const remove = trpc.alerts.remove.useMutation({
    onSuccess: () => showAlert({ type: "success", text: "Alert removed" }),
    onError: (error) => void alertFailure("Price alert", error),
    onSettled: () => utils.alerts.list.invalidate(),
  });
  return (
    <ul className={styles["list"]}>
      {alerts.map((alert) => (
        <li key={alert.id} className={styles["alert"]}>
          <div className={styles["words"]}>
            <p className={styles["name"]}>{alertName(alert)}</p>
            {alert.reached_at === null ? (
              <p className={styles["state"]}>
                <Status kind="done">On</Status> <Distance alert={alert} />
              </p>
            ) : (
              <Status kind="done" quiet>
                Reached on {displayMoment(Date.parse(alert.reached_at))}, now off
              </Status>
            )}
          </div>
          <Button kind="plain" onClick={() => remove.mutate({ id: alert.id })}>
            Remove<span className="visually-hidden"> {alertName(alert)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** How far the price of now is from an alert. */
function Distance({ alert: { symbol, price, in: home } }: { readonly alert: PriceAlert }) {
  const now = useCoinPrice(symbol, home);
  const text = now === undefined ? undefined : distanceText(now, price);
  return text !== undefined && <span className={styles["distance"]}>{text}</span>;
}

import type { WebhookDelivery } from "@wattle/contracts/webhooks";
import { displayMoment } from "@wattle/exchange-core/display";
import { useEffect, useEffectEvent } from "react";
import { Button } from "../controls/button.tsx";
import { Status } from "../controls/status.tsx";
import { outcomeText, STATES, triesText } from "./webhook-words.ts";
import styles from "./webhooks.module.css";

const LOOK_MILLISECONDS = 1000;

type Delivery = Omit<WebhookDelivery, "type">;

/** Whether something is sent within seconds, so that it is worth looking again. */
const isUnderWay = ({ state, next_attempt_at }: Delivery): boolean =>
  state === "pending" && next_attempt_at !== null && Date.parse(next_attempt_at) < Date.now() + 10_000;

/** How soon the deliveries are read again; false while nothing is under way. */
export const lookAgain = (deliveries: readonly Delivery[] | undefined): number | false =>
  deliveries?.some(isUnderWay) === true ? LOOK_MILLISECONDS : false;

interface DeliveryListProps<Row> {
  readonly url: string;
  readonly deliveries: readonly Row[];
  /** When they were read, milliseconds since 1970. */
  readonly readAt: number;
  readonly nameOf: (delivery: Row) => string;
  /** Sends one again; undefined while its webhook is off. */
  readonly onResend: ((id: string) => void) | undefined;
  /** The one that is being sent again. */
  readonly resending: string | undefined;
  /** For its buttons, which are smaller at the desk. */
  readonly buttonClass?: string | undefined;
  /** Called as deliveries have failed: that may have turned the webhook off. */
  readonly onFailed: () => void;
}

/** Past and future deliveries to an endpoint, newest first; all of them can be sent again. */
export function DeliveryList<Row extends Delivery>(props: DeliveryListProps<Row>) {
  const { url, deliveries, readAt, nameOf, onResend, resending, buttonClass, onFailed } = props;
  const failed = deliveries.filter(({ state }) => state === "failed").length;
  const tellFailed = useEffectEvent(onFailed);
  useEffect(() => {
    if (failed > 0) tellFailed();
  }, [failed]);
  if (deliveries.length === 0) {
    return <p className={styles["detail"]}>Nothing sent yet. Send a test to try it.</p>;
  }
  return (
    <ul className={styles["list"]} aria-label={`Deliveries to ${url}`}>
      {deliveries.map((delivery) => (
        <li key={delivery.id} className={styles["row"]}>
          <div className={styles["words"]}>
            <p className={styles["name"]}>{nameOf(delivery)}</p>
            <Status kind={STATES[delivery.state].kind}>{STATES[delivery.state].word}</Status>
            <p className={styles["detail"]}>
              {[
                displayMoment(Date.parse(delivery.created_at)),
                outcomeText(delivery),
                triesText(delivery, readAt),
              ]
                .filter((text) => text !== undefined)
                .join(" · ")}
            </p>
          </div>
          {onResend !== undefined && (
            <Button
              kind="quiet"
              className={buttonClass}
              loading={resending === delivery.id}
              onClick={() => onResend(delivery.id)}
            >
              Send again<span className="visually-hidden"> {nameOf(delivery)}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

import type { WebhookDelivery, WebhookItem } from "@wattle/contracts/webhooks";
import { displayMoment } from "@wattle/exchange-core/display";
import { useEffect } from "react";
import { Button } from "../controls/button.tsx";
import { Status } from "../controls/status.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { alertFailure } from "../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { eventName, outcomeText, STATES, triesText } from "./webhook-words.ts";
import styles from "./webhooks.module.css";

const LOOK_MILLISECONDS = 1000;

/** Whether something is sent within seconds, so that it is worth looking again. */
const isUnderWay = ({ state, next_attempt_at }: WebhookDelivery): boolean =>
  state === "pending" && next_attempt_at !== null && Date.parse(next_attempt_at) < Date.now() + 10_000;

/** Past and future deliveries to an endpoint, newest first; all of them can be sent again. */
export function WebhookDeliveries({ webhook }: { readonly webhook: WebhookItem }) {
  const utils = trpc.useUtils();
  const { id } = webhook;
  const deliveries = trpc.webhooks.deliveries.useQuery(
    { id },
    {
      ...SHOWN_IN_PLACE,
      refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? LOOK_MILLISECONDS : false),
    },
  );
  const resend = trpc.webhooks.resend.useMutation({
    onSuccess: () => showAlert({ type: "success", text: "We’re sending it again" }),
    onError: (error) => void alertFailure("Webhook", error),
    onSettled: () => utils.webhooks.deliveries.invalidate({ id }),
  });
  // The try that failed may have turned the endpoint off.
  const failed = deliveries.data?.filter(({ state }) => state === "failed").length ?? 0;
  useEffect(() => {
    if (failed > 0) void utils.webhooks.list.invalidate();
  }, [failed, utils]);
  if (deliveries.data === undefined) return <Loaded query={deliveries} what="the deliveries" lines={3} />;
  if (deliveries.data.length === 0) {
    return <p className={styles["detail"]}>Nothing sent yet. Send a test to try it.</p>;
  }
  return (
    <ul className={styles["list"]} aria-label={`Deliveries to ${webhook.url}`}>
      {deliveries.data.map((delivery) => (
        <li key={delivery.id} className={styles["row"]}>
          <div className={styles["words"]}>
            <p className={styles["name"]}>{eventName(delivery.type)}</p>
            <Status kind={STATES[delivery.state].kind}>{STATES[delivery.state].word}</Status>
            <p className={styles["detail"]}>
              {[
                displayMoment(Date.parse(delivery.created_at)),
                outcomeText(delivery),
                triesText(delivery, deliveries.dataUpdatedAt),
              ]
                .filter((text) => text !== undefined)
                .join(" · ")}
            </p>
          </div>
          {webhook.disabled_at === null && (
            <Button
              kind="quiet"
              loading={resend.isPending && resend.variables.delivery === delivery.id}
              onClick={() => resend.mutate({ id, delivery: delivery.id })}
            >
              Send again<span className="visually-hidden"> {eventName(delivery.type)}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

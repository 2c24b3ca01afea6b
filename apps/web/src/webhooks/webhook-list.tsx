import type { WebhookItem } from "@wattle/contracts/webhooks";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { DangerDialog } from "../controls/danger-dialog.tsx";
import { Status } from "../controls/status.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";
import { eventsText, offText } from "./webhook-words.ts";
import styles from "./webhooks.module.css";

/** The customer's endpoints, each with what it is sent, how that goes, and the ways to try, turn on and remove it. */
export function WebhookList({ webhooks }: { readonly webhooks: readonly WebhookItem[] }) {
  const utils = trpc.useUtils();
  const [doomed, setDoomed] = useState<WebhookItem>();
  const [open, setOpen] = useState<string>();
  const onError = (error: Parameters<typeof alertFailure>[1]): void => void alertFailure("Webhook", error);
  const remove = trpc.webhooks.remove.useMutation({
    onSuccess: () => showAlert({ type: "success", text: "Webhook removed" }),
    onError,
    onSettled: async () => {
      setDoomed(undefined);
      await utils.webhooks.list.invalidate();
    },
  });
  const enable = trpc.webhooks.enable.useMutation({
    onSuccess: () => showAlert({ type: "success", text: "Webhook turned on" }),
    onError,
    onSettled: () => utils.webhooks.list.invalidate(),
  });
  const test = trpc.webhooks.test.useMutation({
    onSuccess: (_, { id }) => {
      showAlert({ type: "success", text: "We’re sending a test" });
      setOpen(id);
    },
    onError,
    onSettled: () => utils.webhooks.invalidate(),
  });
  return (
    <>
      <ul className={styles["list"]} aria-label="Your webhooks">
        {webhooks.map((webhook) => {
          const { id, url } = webhook;
          const off = offText(webhook);
          return (
            <li key={id} className={styles["webhook"]}>
              <div className={styles["words"]}>
                <p className={styles["name"]}>{url}</p>
                <p className={styles["detail"]}>{eventsText(webhook)}</p>
                {off === undefined ? <Status kind="done">On</Status> : <Status kind="stopped">{off}</Status>}
              </div>
              <div className={styles["acts"]}>
                {off === undefined ? (
                  <Button
                    kind="plain"
                    loading={test.isPending && test.variables.id === id}
                    onClick={() => test.mutate({ id })}
                  >
                    Send test<span className="visually-hidden"> to {url}</span>
                  </Button>
                ) : (
                  <Button
                    kind="plain"
                    loading={enable.isPending && enable.variables.id === id}
                    onClick={() => enable.mutate({ id })}
                  >
                    Turn on<span className="visually-hidden"> {url}</span>
                  </Button>
                )}
                <Button
                  kind="plain"
                  aria-expanded={open === id}
                  onClick={() => setOpen(open === id ? undefined : id)}
                >
                  Deliveries<span className="visually-hidden"> to {url}</span>
                </Button>
                <Button kind="plain" onClick={() => setDoomed(webhook)}>
                  Remove<span className="visually-hidden"> {url}</span>
                </Button>
              </div>
              {open === id && (
                <div className={styles["deliveries"]}>
                  <WebhookDeliveries webhook={webhook} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <DangerDialog
        open={doomed !== undefined}
        title="Remove this webhook?"
        act="Remove webhook"
        keep="Keep webhook"
        acting={remove.isPending}
        onAct={() => {
          if (doomed !== undefined) remove.mutate({ id: doomed.id });
        }}
        onKeep={() => setDoomed(undefined)}
      >
        <p>
          Nothing is sent to <strong className={styles["url"]}>{doomed?.url}</strong> any more. You can’t undo
          this.
        </p>
      </DangerDialog>
    </>
  );
}

import type { OperatorWebhook } from "@wattle/contracts/operator-webhooks";
import { useState } from "react";
import { Loaded } from "../../controls/loaded.tsx";
import { MadeSecret } from "../../controls/made-secret.tsx";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { alertFailure } from "../../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { showAlert } from "../../ui/alert-store.ts";
import { Facts } from "../../ui/facts.tsx";
import { DeliveryList, lookAgain } from "../../webhooks/delivery-list.tsx";
import { ActButtons } from "../parts/act-buttons.tsx";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer, type ActDrawerProps } from "../parts/act-drawer.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { firmEventName, firmEventsText, firmOffText, firmWebhookState } from "./firm-event-words.ts";

interface WebhookAct extends Omit<ActDrawerProps, "late" | "onClose" | "subject"> {
  readonly act: string;
  readonly possible: boolean;
}

/** Acts on a webhook, by their names in the address. */
function useActs(
  { id, url, disabled_at: off }: OperatorWebhook,
  onSecret: (secret: string) => void,
): readonly WebhookAct[] {
  const renew = trpc.ops.webhooks.renewSecret.useMutation();
  const about = <p>{url}</p>;
  return [
    {
      act: "secret",
      possible: true,
      title: "New secret",
      button: "Make a new secret",
      about: (
        <>
          {about}
          <p>The new one is shown only once. The previous one also signs for 24 hours.</p>
        </>
      ),
      done: "Secret made",
      call: () => actCall("ops.webhooks.renewSecret", { id }),
      run: async () => {
        const answer = await renew.mutateAsync({ id });
        onSecret(answer.secret);
        return answer;
      },
    },
    {
      act: "pause",
      possible: off === null,
      title: "Pause webhook",
      button: "Pause webhook",
      about: (
        <>
          {about}
          <p>Events that happen meanwhile are not sent later.</p>
        </>
      ),
      done: "Webhook paused",
      call: () => actCall("ops.webhooks.pause", { id }),
      undo: () => actCall("ops.webhooks.resume", { id }),
    },
    {
      act: "resume",
      possible: off !== null,
      title: "Resume webhook",
      button: "Resume webhook",
      about,
      done: "Webhook on again",
      call: () => actCall("ops.webhooks.resume", { id }),
    },
    {
      act: "remove",
      possible: true,
      title: "Remove webhook",
      button: "Remove webhook",
      kind: "danger",
      about: (
        <>
          {about}
          <p>Nothing is sent to it any more. To add it again takes two people.</p>
        </>
      ),
      done: "Webhook removed",
      call: () => actCall("ops.webhooks.remove", { id }),
    },
  ];
}

/** Events that were sent to a webhook, and how that went. */
function Deliveries({ webhook: { id, url, disabled_at: off } }: { readonly webhook: OperatorWebhook }) {
  const utils = trpc.useUtils();
  const deliveries = trpc.ops.webhooks.deliveries.useQuery(
    { id },
    { ...SHOWN_IN_PLACE, refetchInterval: ({ state }) => lookAgain(state.data) },
  );
  const resend = trpc.ops.webhooks.resend.useMutation({
    onSuccess: () => showAlert({ type: "success", text: "We’re sending it again" }),
    onError: (error) => void alertFailure("Webhook", error),
    onSettled: () => utils.ops.webhooks.invalidate(),
  });
  if (deliveries.data === undefined) return <Loaded query={deliveries} what="the deliveries" lines={3} />;
  return (
    <DeliveryList
      url={url}
      deliveries={deliveries.data}
      readAt={deliveries.dataUpdatedAt}
      nameOf={firmEventName}
      onResend={off === null ? (delivery) => resend.mutate({ id, delivery }) : undefined}
      buttonClass={parts["small"]}
      resending={resend.isPending ? resend.variables.delivery : undefined}
      onFailed={() => void utils.ops.webhooks.list.invalidate()}
    />
  );
}

interface FirmWebhookPanelProps {
  readonly webhook: OperatorWebhook;
  /** A colleague has removed it. */
  readonly isGone: boolean;
}

/** One webhook of the firm: its acts, and the events it was sent. */
export function FirmWebhookPanel({ webhook, isGone }: FirmWebhookPanelProps) {
  const { id, url, disabled_at: off } = webhook;
  const utils = trpc.useUtils();
  const { search, change } = useDeskSearch();
  const [secret, setSecret] = useState<string>();
  const acts = useActs(webhook, setSecret);
  const now = acts.find(({ act, possible }) => possible && !isGone && act === search["act"]);
  const drawn = useActAsOpened(now);
  const test = trpc.ops.webhooks.test.useMutation({
    onSuccess: () => showAlert({ type: "success", text: "We’re sending a test" }),
    onError: (error) => void alertFailure("Webhook", error),
    onSettled: () => utils.ops.webhooks.invalidate(),
  });
  const { kind, word } = firmWebhookState(webhook);
  const open = (act: string) => (): void => change({ act });
  return (
    <Panel title={new URL(url).host}>
      <div className={parts["form"]}>
        {/* Once the drawer is closed: it keeps the focus, which the secret takes. */}
        {secret !== undefined && drawn === undefined && (
          <MadeSecret
            title="Copy the secret now"
            label="Secret"
            secret={secret}
            onDone={() => setSecret(undefined)}
          >
            You won’t see it again. With it your program checks that what it gets comes from us.
          </MadeSecret>
        )}
        {!isGone && (
          <ActButtons
            acts={[
              off === null
                ? { letter: "t", button: "Send test", run: () => test.mutate({ id }) }
                : { letter: "p", button: "Resume", run: open("resume") },
              { letter: "c", button: "New secret", run: open("secret") },
              ...(off === null ? [{ letter: "p", button: "Pause", run: open("pause") }] : []),
              { letter: "x", button: "Remove", harms: true, run: open("remove") },
            ]}
          />
        )}
        <Facts
          facts={[
            ["Address", url],
            ["Events", firmEventsText(webhook)],
            [
              "State",
              <Status key="state" kind={kind}>
                {firmOffText(webhook) ?? word}
              </Status>,
            ],
            ["Added", momentText(webhook.created_at)],
          ]}
        />
        <Deliveries webhook={webhook} />
      </div>
      {drawn !== undefined && (
        <ActDrawer
          key={drawn.act}
          {...drawn}
          subject={id}
          late={now === undefined}
          onDone={() => void utils.ops.webhooks.invalidate()}
          onClose={() => change({ act: "" })}
        />
      )}
    </Panel>
  );
}

import { OPERATOR_EVENT_TYPES, type OperatorEventType } from "@wattle/contracts/operator-event-types";
import type { OperatorWebhook } from "@wattle/contracts/operator-webhooks";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { addressColumn, momentColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import { tickedIn } from "../parts/tick-field.tsx";
import { FIRM_EVENTS, firmEventsText, firmWebhookState } from "./firm-event-words.ts";
import { FirmWebhookPanel } from "./firm-webhook-panel.tsx";

const COLUMNS: readonly DeskColumn<OperatorWebhook>[] = [
  addressColumn("url", "Address", ({ url }) => url),
  stateColumn(firmWebhookState, (webhook) => firmWebhookState(webhook).word),
  textColumn("events", "Events", firmEventsText),
  { ...momentColumn("added", "Added", ({ created_at: at }: OperatorWebhook) => at), secondary: true },
];

/** All of them: no kind, so that those that come later are sent, too. */
const ALL = "*";

/** Asks a second person for an address. */
export function AddFirmWebhook({ onClose }: { readonly onClose: () => void }) {
  const utils = trpc.useUtils();
  return (
    <ActDrawer
      title="Add a webhook"
      subject="webhook"
      button="Add webhook"
      fields={[
        {
          name: "url",
          label: "Address",
          hint: "Where the firm’s own program listens, like https://ops.example/hook.",
        },
        {
          name: "events",
          label: "Events",
          options: [
            { value: ALL, label: "All events" },
            ...OPERATOR_EVENT_TYPES.map((value) => ({ value, label: FIRM_EVENTS[value] })),
          ],
          several: true,
        },
      ]}
      done="Webhook added. Make its secret next."
      call={({ url = "", events = "" }) =>
        actCall("ops.webhooks.add", {
          url: url.trim(),
          events: tickedIn(events) as (OperatorEventType | typeof ALL)[],
        })
      }
      onDone={() => void utils.ops.webhooks.invalidate()}
      onClose={onClose}
    />
  );
}

/** Addresses of the firm's own programs. */
export function FirmWebhooks() {
  const list = trpc.ops.webhooks.list.useQuery(undefined, SHOWN_IN_PLACE);
  return (
    <ListAndPanel
      caption="Webhooks of the firm"
      card={{ url: "head", state: "end", events: "line" }}
      columns={COLUMNS}
      query={list}
      empty={{
        title: "No webhooks",
        text: "Add an address to tell your own programs what waits, pauses or differs.",
      }}
      panel={(webhook, isGone) => <FirmWebhookPanel webhook={webhook} isGone={isGone} />}
    />
  );
}

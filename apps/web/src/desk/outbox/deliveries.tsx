import { keepPreviousData } from "@tanstack/react-query";
import type { FailedDelivery } from "@wattle/contracts/outbox";
import { Dialog } from "../../controls/dialog.tsx";
import { Status } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { eventName } from "../../webhooks/webhook-words.ts";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { addressColumn, momentColumn, stateColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { customerFact } from "../parts/link-facts.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { byText } from "../parts/sorting.ts";
import { useAsOpened } from "../parts/use-as-opened.ts";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { deliveryFailure, deliveryState } from "./outbox-words.ts";
import { ToBeSent } from "./to-be-sent.tsx";

const SHOWN = 50;

/** An event goes to several endpoints. */
const keyOf = ({ webhook, delivery }: FailedDelivery): string => `${webhook} ${delivery}`;

const COLUMNS: readonly DeskColumn<FailedDelivery>[] = [
  addressColumn("customer", "Customer", ({ customer }) => customer.email),
  addressColumn("host", "Goes to", ({ host }) => host),
  {
    key: "type",
    title: "Event",
    cell: ({ type }) => eventName(type),
    sort: byText(({ type }) => eventName(type)),
    csv: ({ type }) => type,
  },
  { key: "why", title: "What went wrong", cell: deliveryFailure, csv: deliveryFailure },
  momentColumn("happened", "Happened", ({ created_at: at }) => at),
  stateColumn(deliveryState, (row) => deliveryState(row).word),
];

interface DeliveryProps {
  readonly item: FailedDelivery;
  /** It was taken while this was open, or its webhook went off. */
  readonly late: boolean;
  readonly onClose: () => void;
}

/** One event, without what it says, and sending it again. */
function Delivery({ item, late, onClose }: DeliveryProps) {
  const may = useMay();
  const { webhook, delivery, customer, disabled_because: off } = item;
  const { kind, word: state } = deliveryState(item);
  const about = (
    <>
      <Facts
        facts={[
          ["Event", eventName(item.type)],
          customerFact(customer.id, customer.email),
          ["Goes to", item.host],
          [
            "State",
            <Status key="state" kind={kind}>
              {state}
            </Status>,
          ],
          ["What went wrong", deliveryFailure(item)],
          ["Tries", String(item.attempts)],
          ["Happened", momentText(item.created_at)],
        ]}
      />
      <p>
        {off === null
          ? "It’s sent now, with the usual retries."
          : off === "gone"
            ? "The customer’s program answered 410, so the webhook is off. Only the customer can turn it on again."
            : "The customer’s program failed 10 times, so the webhook is off. Only the customer can turn it on again."}
      </p>
    </>
  );
  const title = `${eventName(item.type)}, to ${item.host}`;
  if (off !== null || !may("ops.outbox.sendWebhook"))
    return (
      <Dialog open place="side" title={title} onClose={onClose}>
        <div className={parts["form"]}>{about}</div>
      </Dialog>
    );
  return (
    <ActDrawer
      title={title}
      button="Send again"
      about={about}
      subject={delivery}
      late={late}
      done={`${title} is being sent`}
      call={() => actCall("ops.outbox.sendWebhook", { webhook, delivery })}
      onClose={onClose}
    />
  );
}

/** Events that customers' programs have not taken. */
export function FailedDeliveries() {
  const { search, change } = useDeskSearch();
  const list = trpc.ops.outbox.webhooks.useQuery(
    { page: pageOf(search), per_page: SHOWN },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const now = list.data?.data.find((row) => keyOf(row) === search["id"]);
  const open = useAsOpened(search["id"], now);
  return (
    <>
      <ToBeSent what="Webhooks" />
      <DeskList
        caption="Undelivered events"
        columns={COLUMNS}
        query={list}
        rowKey={keyOf}
        empty={{
          title: "No undelivered events",
          text: "Events customers’ programs didn’t accept show here.",
        }}
        onOpen={(row) => change({ id: keyOf(row) })}
        openKey={open === undefined ? undefined : keyOf(open)}
      />
      {open !== undefined && (
        <Delivery
          key={keyOf(open)}
          item={open}
          late={now === undefined || now.disabled_because !== null}
          onClose={() => change({ id: "" })}
        />
      )}
    </>
  );
}

import type { WebhookItem } from "@wattle/contracts/webhooks";
import { Loaded } from "../controls/loaded.tsx";
import { alertFailure } from "../failed-call.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { DeliveryList, lookAgain } from "./delivery-list.tsx";
import { eventName } from "./webhook-words.ts";

/** Past and future deliveries to a customer's endpoint. */
export function WebhookDeliveries({ webhook }: { readonly webhook: WebhookItem }) {
  const utils = trpc.useUtils();
  const { id } = webhook;
  const deliveries = trpc.webhooks.deliveries.useQuery(
    { id },
    { ...SHOWN_IN_PLACE, refetchInterval: ({ state }) => lookAgain(state.data) },
  );
  const resend = trpc.webhooks.resend.useMutation({
    onSuccess: () => showAlert({ type: "success", text: "We’re sending it again" }),
    onError: (error) => void alertFailure("Webhook", error),
    onSettled: () => utils.webhooks.deliveries.invalidate({ id }),
  });
  if (deliveries.data === undefined) return <Loaded query={deliveries} what="the deliveries" lines={3} />;
  return (
    <DeliveryList
      url={webhook.url}
      deliveries={deliveries.data}
      readAt={deliveries.dataUpdatedAt}
      nameOf={({ type }) => eventName(type)}
      onResend={webhook.disabled_at === null ? (delivery) => resend.mutate({ id, delivery }) : undefined}
      resending={resend.isPending ? resend.variables.delivery : undefined}
      onFailed={() => void utils.webhooks.list.invalidate()}
    />
  );
}

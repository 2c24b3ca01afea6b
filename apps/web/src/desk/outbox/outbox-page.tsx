import { Screen } from "../parts/desk-screen.tsx";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { Views } from "../parts/views.tsx";
import { FailedDeliveries } from "./deliveries.tsx";
import { FailedMails, WaitingMails } from "./mails.tsx";

const VIEWS = [
  ["waiting", "Emails waiting"],
  ["mails", "Emails not sent"],
  ["webhooks", "Webhooks"],
] as const;

/** Mail that waits, and failed mails and events for customers and their programs, to be sent again. */
export function OutboxPage() {
  const { search } = useDeskSearch();
  const view = VIEWS.find(([each]) => each === search["view"])?.[0] ?? "waiting";
  return (
    <Screen title="Outbox">
      <Views label="Views of the outbox" views={VIEWS} view={view} forget={["id", "page", "after"]} />
      {view === "waiting" && <WaitingMails />}
      {view === "mails" && <FailedMails />}
      {view === "webhooks" && <FailedDeliveries />}
    </Screen>
  );
}

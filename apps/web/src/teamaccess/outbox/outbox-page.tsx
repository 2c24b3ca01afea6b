import { Screen } from "../parts/desk-screen.tsx";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { Views } from "../parts/views.tsx";
import { FailedDeliveries } from "./deliveries.tsx";
import { FailedMails } from "./mails.tsx";

const VIEWS = [
  ["mails", "Emails"],
  ["webhooks", "Webhooks"],
] as const;

/** What could not be sent to customers and to their programs, to be sent again. */
export function OutboxPage() {
  const { search } = useDeskSearch();
  const view = VIEWS.find(([each]) => each === search["view"])?.[0] ?? "mails";
  return (
    <Screen title="Outbox">
      <Views label="Views of the outbox" views={VIEWS} view={view} forget={["id", "page"]} />
      {view === "mails" ? <FailedMails /> : <FailedDeliveries />}
    </Screen>
  );
}

import { keepPreviousData } from "@tanstack/react-query";
import type { EnquiryRecord, WaitingEnquiry } from "@wattle/contracts/desk";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { ageColumn } from "../parts/age-column.tsx";
import { addressColumn, momentColumn } from "../parts/columns.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import parts from "../parts/parts.module.css";
import { byText } from "../parts/sorting.ts";
import { StateFilter, useShownState } from "../parts/state-filter.tsx";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useServerTime } from "../parts/use-today.ts";
import { Views } from "../parts/views.tsx";
import { EnquiryPanel } from "./enquiry-panel.tsx";

const SHOWN = 50;
const STATES = ["open", "handled"] as const;
const WORDS = { open: "Open", handled: "Handled" } as const;
/** Assignee in the screen's and in the procedure's words. */
const VIEWS = [
  ["all", "Everyone’s"],
  ["mine", "Mine"],
  ["none", "Unassigned"],
] as const;
const EMPTY = {
  all: { title: "No enquiries", text: "Messages to support will show here." },
  mine: {
    title: "No enquiries assigned to you",
    text: <SiteLink to="/teamaccess/enquiries?view=none">Show unassigned</SiteLink>,
  },
  none: { title: "No unassigned enquiries", text: "Every open enquiry is assigned to someone." },
} as const;
const ASSIGNED = { all: "anyone", mine: "me", none: "none" } as const;
const stateOf = ({ handled_at: handled, replied_at: replied }: EnquiryRecord): string => {
  if (handled !== null) return WORDS.handled;
  return replied === null ? WORDS.open : "Open, replied";
};

const COLUMNS: readonly DeskColumn<WaitingEnquiry>[] = [
  {
    key: "name",
    title: "From",
    cell: ({ name }) => <strong className={parts["whole"]}>{name}</strong>,
    sort: byText(({ name }) => name),
    csv: ({ name }) => name,
  },
  addressColumn("email", "Email", ({ email }) => email),
  {
    key: "text",
    title: "Message",
    cell: ({ message }) => <span className={parts["line"]}>{message}</span>,
    csv: ({ message }) => message,
  },
  {
    key: "assigned",
    title: "Assigned to",
    cell: ({ assigned_to: to }) =>
      to === null ? (
        <span className={parts["whole"]}>Unassigned</span>
      ) : (
        <span className={parts["roomy"]}>{to}</span>
      ),
    sort: byText(({ assigned_to: to }) => to),
    csv: ({ assigned_to: to }) => to ?? "",
  },
  {
    key: "state",
    title: "State",
    cell: (enquiry) => <span className={parts["whole"]}>{stateOf(enquiry)}</span>,
    sort: byText(stateOf),
    csv: stateOf,
  },
];

/** The time of an enquiry, or its age if it is open. @param now the server's time, 0 as long as it is not known */
const sentOf = (isOpen: boolean, now: number): DeskColumn<WaitingEnquiry> =>
  isOpen
    ? ageColumn("since", ({ created_at: at, due_at: due }) => ({ oldest_at: at, due_at: due }), now)
    : momentColumn("since", "Sent", ({ created_at: at }) => at);

/** Enquiries to support, and their assignees. */
export function EnquiriesPage() {
  const { search } = useDeskSearch();
  const show = useShownState(STATES);
  const now = useServerTime();
  const view = VIEWS.find(([each]) => each === search["view"])?.[0] ?? "all";
  const list = trpc.ops.support.list.useQuery(
    { show, assigned: ASSIGNED[view], page: pageOf(search), per_page: SHOWN },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const named = search["row"];
  // A link may name one that this page of the list does not have, and an act takes it out of the list.
  const found = trpc.ops.support.find.useQuery(
    { reference: named ?? "" },
    { enabled: named !== undefined, retry: false, ...SHOWN_IN_PLACE },
  );
  return (
    <Screen title="Enquiries" aside={<StateFilter states={STATES} word={(state) => WORDS[state]} />}>
      <Views label="Whose enquiries" views={VIEWS} view={view} forget={["page", "row", "act"]} />
      <ListAndPanel
        caption="Enquiries"
        card={{ name: "head", since: "end", text: "line", assigned: "line", state: "line" }}
        columns={[...COLUMNS, sentOf(show === "open", now)]}
        query={list}
        empty={EMPTY[view]}
        named={({ reference }) => reference}
        found={found.data && { ...found.data, due_at: null }}
        panel={(enquiry) => (
          <EnquiryPanel
            enquiry={enquiry}
            replies={found.data?.id === enquiry.id ? found.data.replies : undefined}
          />
        )}
      />
    </Screen>
  );
}

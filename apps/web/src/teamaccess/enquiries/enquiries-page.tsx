import { keepPreviousData } from "@tanstack/react-query";
import { ENQUIRY_FILTERS, type EnquiryRecord } from "@wattle/contracts/back-office";
import { displayMoment } from "@wattle/exchange-core/display";
import { SelectField } from "../../controls/select-field.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import parts from "../parts/parts.module.css";
import { useAsOpened } from "../parts/use-as-opened.ts";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { Views } from "../parts/views.tsx";
import { EnquiryPanel } from "./enquiry-panel.tsx";

const SHOWN = 50;
const WORDS = { open: "Open", handled: "Handled", all: "All" } as const;
/** Whose, as the screen and as the procedure call it. */
const VIEWS = [
  ["all", "Everyone’s"],
  ["mine", "Mine"],
  ["none", "No one’s"],
] as const;
const ASSIGNED = { all: "anyone", mine: "me", none: "none" } as const;
const LONGEST = 80;

const moment = (at: string): string => displayMoment(Date.parse(at));
const beginning = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const COLUMNS: readonly DeskColumn<EnquiryRecord>[] = [
  { key: "name", title: "From", cell: ({ name }) => <strong>{name}</strong>, csv: ({ name }) => name },
  { key: "email", title: "Email", cell: ({ email }) => email, csv: ({ email }) => email },
  { key: "text", title: "Message", cell: ({ message }) => beginning(message), csv: ({ message }) => message },
  {
    key: "since",
    title: "Sent",
    cell: ({ created_at: at }) => moment(at),
    csv: ({ created_at: at }) => at,
  },
  {
    key: "assigned",
    title: "Assigned to",
    cell: ({ assigned_to: to }) => to ?? "No one",
    csv: ({ assigned_to: to }) => to ?? "",
  },
  {
    key: "state",
    title: "State",
    cell: ({ handled_at: at }) => <span className={parts["whole"]}>{at === null ? "Open" : "Handled"}</span>,
    csv: ({ handled_at: at }) => at ?? "",
  },
];

/** What people wrote to support, and who answers it. */
export function EnquiriesPage() {
  const { search, change } = useDeskSearch();
  const show = ENQUIRY_FILTERS.find((filter) => filter === search["show"]) ?? "open";
  const view = VIEWS.find(([each]) => each === search["view"])?.[0] ?? "all";
  const list = trpc.ops.support.list.useQuery(
    { show, assigned: ASSIGNED[view], page: pageOf(search), per_page: SHOWN },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const named = search["reference"];
  const listed = list.data?.data.find(({ reference }) => reference === named);
  // A link may name one that this page of the list does not have, and an act takes it out of the list.
  const found = trpc.ops.support.find.useQuery(
    { reference: named ?? "" },
    { enabled: named !== undefined, retry: false, ...SHOWN_IN_PLACE },
  );
  const now = listed ?? (found.data?.reference === named ? found.data : undefined);
  const open = useAsOpened(named, now);
  return (
    <Screen
      title="Enquiries"
      aside={
        <SelectField
          label="Show"
          value={show}
          options={ENQUIRY_FILTERS.map((value) => ({ value, label: WORDS[value] }))}
          onChange={(value) => change({ show: value, page: "", reference: "", act: "" })}
        />
      }
    >
      <Views label="Whose enquiries" views={VIEWS} view={view} forget={["page", "reference", "act"]} />
      <div className={open === undefined ? undefined : parts["split"]}>
        <DeskList
          caption="Enquiries"
          columns={COLUMNS}
          query={list}
          rowKey={({ id }) => id}
          empty={
            view === "all"
              ? { title: "No enquiries", text: "Messages to support will show here." }
              : { title: "No such enquiries" }
          }
          onOpen={({ reference }) => change({ reference })}
          openKey={open?.id}
        />
        {open !== undefined && <EnquiryPanel key={open.id} enquiry={now ?? open} />}
      </div>
    </Screen>
  );
}

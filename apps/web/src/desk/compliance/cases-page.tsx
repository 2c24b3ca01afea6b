import { CASE_KINDS, CASE_STATUSES } from "@wattle/contracts/choices";
import type { CaseSummary } from "@wattle/contracts/cases";
import { keepPreviousData } from "@tanstack/react-query";
import { SelectField } from "../../controls/select-field.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { momentColumn, nameColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { CursorPages } from "../parts/cursor-pages.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { FoldedFilters } from "../parts/folded-filters.tsx";
import parts from "../parts/parts.module.css";
import { byMoment } from "../parts/sorting.ts";
import { StateFilter, useShownState } from "../parts/state-filter.tsx";
import { FROM_THE_START, useDeskSearch } from "../parts/use-desk-search.ts";
import { useServerTime } from "../parts/use-today.ts";
import { CasePage } from "./case-page.tsx";
import { DueClock } from "./due-clock.tsx";
import { firedText, KIND_WORDS } from "../parts/fired-words.ts";
import { caseState, namesOf, STATUS_WORDS } from "./case-words.ts";

/** @param isOpen only open cases are shown: who is on it says how far each is */
const columnsOf = (
  now: number,
  nameOf: (id: string) => string,
  isOpen: boolean,
): readonly DeskColumn<CaseSummary>[] => [
  nameColumn("customer", "Customer", ({ customer }) => customer.name),
  textColumn("kind", "Kind", ({ kind }) => KIND_WORDS[kind]),
  textColumn("fired", "What fired", firedText),
  {
    key: "due",
    title: "Due",
    cell: ({ opened_at: opened, due_at: due, closed_at: closed }) =>
      closed === null && <DueClock opened={opened} due={due} now={now} />,
    sort: byMoment(({ due_at: due }) => due),
    csv: ({ due_at: due }) => due,
  },
  ...(isOpen ? [] : [stateColumn(caseState, ({ status }) => status)]),
  {
    ...textColumn("assignee", "On it", ({ assignee }: CaseSummary) =>
      assignee === null ? "Not taken" : nameOf(assignee),
    ),
    cell: ({ assignee }) =>
      assignee === null ? <span className={parts["muted"]}>Not taken</span> : nameOf(assignee),
  },
  { ...momentColumn("opened", "Opened", ({ opened_at: at }: CaseSummary) => at), secondary: true },
];

function CasesList() {
  const { search, change } = useDeskSearch();
  const shown = useShownState(CASE_STATUSES);
  const kind = CASE_KINDS.find((known) => known === search["kind"]);
  const assignee = search["assignee"];
  const cases = trpc.ops.cases.list.useQuery(
    {
      ...(shown !== "all" && { status: shown }),
      ...(kind !== undefined && { kind }),
      ...(assignee !== undefined && { assignee }),
      ...(search["after"] !== undefined && { after: search["after"] }),
    },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const colleagues = cases.data?.colleagues ?? [];
  const nameOf = namesOf(colleagues);
  const now = useServerTime();
  return (
    <Screen title="Cases">
      <FoldedFilters count={[search["state"], kind, assignee].filter((each) => each !== undefined).length}>
        <StateFilter states={CASE_STATUSES} word={(state) => STATUS_WORDS[state]} />
        <SelectField
          label="Kind"
          value={kind ?? ""}
          placeholder="Any kind"
          options={CASE_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
          onChange={(value) => change({ ...FROM_THE_START, kind: value })}
        />
        <SelectField
          label="On it"
          value={assignee ?? ""}
          placeholder="Anyone"
          options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => change({ ...FROM_THE_START, assignee: value })}
        />
      </FoldedFilters>
      <DeskList
        caption="Cases"
        card={{ customer: "head", due: "end", fired: "line", state: "line", assignee: "line" }}
        columns={columnsOf(now, nameOf, shown === "open")}
        query={{ ...cases, data: cases.data?.data }}
        rowKey={({ id }) => id}
        empty={
          shown === "open" && kind === undefined && assignee === undefined
            ? { title: "No open cases", text: "A name on a list, or what a rule finds, opens one." }
            : { title: "No matching cases" }
        }
        onOpen={({ id }) => change({ id })}
      />
      <CursorPages next={cases.data?.next} onward="Older cases" first="Newest cases" />
      <p className={parts["muted"]}>Only compliance and admin see cases. Never tell a customer of one.</p>
    </Screen>
  );
}

/** Cases of compliance, or the one that the address names. */
export function CasesPage() {
  const { id } = useDeskSearch().search;
  return id === undefined ? <CasesList /> : <CasePage key={id} id={id} />;
}

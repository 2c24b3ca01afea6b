import { APPROVAL_STATUSES } from "@wattle/contracts/choices";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useFirst } from "../parts/shown-by-itself.ts";
import { Notice } from "../../ui/notice.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { momentColumn, nameColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { StateFilter, useShownState } from "../parts/state-filter.tsx";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useSort } from "../parts/use-sort.ts";
import { useKeys } from "../parts/keys.ts";
import parts from "../parts/parts.module.css";
import { byText } from "../parts/sorting.ts";
import { ApprovalDrawer, ApprovalPanel } from "./approval-drawer.tsx";
import { aboutText, amountOf, decisionText, statusText, type ApprovalRequest } from "./approval-words.ts";

const SHOWN = 50;

const COLUMNS: readonly DeskColumn<ApprovalRequest>[] = [
  nameColumn("what", "What", ({ title }) => title),
  {
    ...textColumn("about", "About", aboutText),
    cell: (request) => <span className={parts["brief"]}>{aboutText(request)}</span>,
  },
  {
    key: "amount",
    title: "Amount",
    figures: true,
    cell: (request) => <span className={parts["whole"]}>{amountOf(request)}</span>,
    csv: amountOf,
  },
  textColumn("by", "Asked for by", ({ proposed_by: by }) => by.name),
  { ...momentColumn("asked", "Asked", ({ created_at: at }: ApprovalRequest) => at), secondary: true },
  momentColumn("expires", "Expires", ({ status, expires_at: at }) => (status === "pending" ? at : null)),
];
const STATE: DeskColumn<ApprovalRequest> = {
  key: "state",
  title: "State",
  cell: (request) => decisionText(request),
  sort: byText(decisionText),
  csv: ({ status }) => status,
};

/** Requests for a second person: the list, and one of them at its side. */
export function ApprovalsPage() {
  const { search, change } = useDeskSearch();
  const shown = useShownState(APPROVAL_STATUSES);
  const list = trpc.ops.approvals.list.useQuery(
    { page: pageOf(search), per_page: SHOWN, ...(shown !== "all" && { status: shown }) },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const id = search["id"];
  // If each waits for someone else, Show says so already.
  const differs =
    shown !== "pending" || list.data?.data.some(({ status, own }) => own || status !== "pending") === true;
  const columns = differs ? [...COLUMNS, STATE] : COLUMNS;
  const rows = useSort(columns).sort(list.data?.data ?? []);
  const next = rows.find((request) => request.may_decide && request.id !== id)?.id;
  // Until one is opened, the first that waits for the reader is shown.
  const first = useFirst([...rows.filter(({ may_decide: mine }) => mine), ...rows], id === undefined)?.id;
  // It stays if a colleague decides it: under a hand that is about to approve, none takes its place.
  const [looked, setLooked] = useState<string>();
  if (looked === undefined ? first !== undefined : id !== undefined)
    setLooked(id === undefined ? first : undefined);
  const panel = first === undefined ? undefined : (looked ?? first);
  const open = (opened: string): void => change({ id: opened });
  useKeys([
    {
      keys: "a",
      does: "Open the next request that waits for you",
      run: () => {
        if (next !== undefined) open(next);
      },
    },
  ]);
  return (
    <Screen
      title="Approvals"
      aside={<StateFilter states={APPROVAL_STATUSES} word={(status) => statusText({ status })} />}
    >
      {list.data?.required === false && (
        <Notice kind="warn">
          <p>Approvals are off. One person is enough for every action.</p>
        </Notice>
      )}
      <div className={panel === undefined ? undefined : parts["split"]}>
        <DeskList
          caption="Requests for a second person"
          card={{
            what: "head",
            amount: "end",
            about: "line",
            by: "line",
            expires: "titled",
            state: "line",
          }}
          columns={columns}
          query={list}
          rowKey={({ id: row }) => row}
          empty={{ title: "No requests", text: "Requests that need a second person will show here." }}
          onOpen={(request) => open(request.id)}
          openKey={id ?? panel}
          byItself={panel !== undefined}
        />
        {panel !== undefined && <ApprovalPanel key={panel} id={panel} onOpen={open} />}
      </div>
      {id !== undefined && (
        <ApprovalDrawer id={id} next={next} onOpen={open} onClose={() => change({ id: "" })} />
      )}
    </Screen>
  );
}

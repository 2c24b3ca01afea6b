import { APPROVAL_STATUSES, type ApprovalStatus } from "@wattle/contracts/approvals";
import { keepPreviousData } from "@tanstack/react-query";
import { displayMoment } from "@wattle/exchange-core/display";
import { Notice } from "../../accounts/notice.tsx";
import { SelectField } from "../../controls/select-field.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useKeys } from "../parts/keys.ts";
import { ApprovalDrawer } from "./approval-drawer.tsx";
import { statusText, type ApprovalRequest } from "./approval-words.ts";

const SHOWN = 50;

const moment = (at: string): string => displayMoment(Date.parse(at));

const COLUMNS: readonly DeskColumn<ApprovalRequest>[] = [
  { key: "what", title: "What", cell: ({ title }) => <strong>{title}</strong>, csv: ({ title }) => title },
  { key: "about", title: "About", cell: ({ subject }) => subject, csv: ({ subject }) => subject },
  {
    key: "by",
    title: "Asked for by",
    cell: ({ proposed_by: by }) => by.name,
    csv: ({ proposed_by: by }) => by.name,
  },
  {
    key: "asked",
    title: "Asked",
    cell: ({ created_at: at }) => moment(at),
    csv: ({ created_at: at }) => at,
  },
  { key: "state", title: "State", cell: statusText, csv: ({ status }) => status },
];

/** Requests for a second person: the list, and one of them at its side. */
export function ApprovalsPage() {
  const { search, change } = useDeskSearch();
  const status: ApprovalStatus | "all" =
    search["status"] === "all"
      ? "all"
      : (APPROVAL_STATUSES.find((known) => known === search["status"]) ?? "pending");
  const list = trpc.ops.approvals.list.useQuery(
    { page: pageOf(search), per_page: SHOWN, ...(status !== "all" && { status }) },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const id = search["id"];
  const next = list.data?.data.find((request) => request.may_decide && request.id !== id)?.id;
  const open = (opened: string): void => change({ id: opened });
  useKeys([
    {
      keys: "a",
      does: "Look at the next request that waits for you",
      run: () => {
        if (next !== undefined) open(next);
      },
    },
  ]);
  return (
    <Screen
      title="Approvals"
      aside={
        <SelectField
          label="Show"
          value={status}
          options={[
            ...APPROVAL_STATUSES.map((value) => ({ value, label: statusText({ status: value }) })),
            { value: "all", label: "All" },
          ]}
          onChange={(value) => change({ status: value, page: "" })}
        />
      }
    >
      {list.data?.required === false && (
        <Notice kind="warn">
          <p>Approvals are off. One person can do every act alone.</p>
        </Notice>
      )}
      <DeskList
        caption="Requests for a second person"
        columns={COLUMNS}
        query={list}
        rowKey={({ id: row }) => row}
        empty={{ title: "No requests", text: "What needs a second person will show here." }}
        onOpen={(request) => open(request.id)}
        openKey={id}
      />
      {id !== undefined && (
        <ApprovalDrawer id={id} next={next} onOpen={open} onClose={() => change({ id: "" })} />
      )}
    </Screen>
  );
}

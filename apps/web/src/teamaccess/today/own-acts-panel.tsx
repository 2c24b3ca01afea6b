import type { AuditLine } from "@wattle/contracts/back-office";
import { Panel } from "../../controls/panel.tsx";
import { actText } from "../../staff/staff-words.ts";
import { aboutOf } from "../audit/audit-words.ts";
import { textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { momentText } from "../parts/moment-text.ts";
import { byMoment, byText } from "../parts/sorting.ts";
import { useLastActs } from "./asked.ts";

const timeOf = ({ created_at: at }: AuditLine): string => momentText(at);

const COLUMNS: readonly DeskColumn<AuditLine>[] = [
  {
    key: "act",
    title: "Act",
    cell: ({ action }) => actText(action),
    sort: byText(({ action }) => actText(action)),
    csv: ({ action }) => action,
  },
  textColumn("subject", "Subject", aboutOf),
  {
    key: "time",
    title: "Time",
    cell: timeOf,
    sort: byMoment(({ created_at: at }) => at),
    csv: ({ created_at: at }) => at,
  },
];

/** The last acts of the one who looks, as the audit log has them. */
export function OwnActsPanel({ id }: { readonly id: string }) {
  const acts = useLastActs(id);
  return (
    <Panel title="Your last acts">
      <DeskList
        caption="Your last acts, newest first"
        columns={COLUMNS}
        foot="none"
        query={{ data: acts.data?.data, isError: acts.isError, refetch: acts.refetch }}
        rowKey={({ id: row }) => row}
        empty={{ title: "No acts yet", text: "What you do here is kept in the audit log under your name." }}
      />
    </Panel>
  );
}

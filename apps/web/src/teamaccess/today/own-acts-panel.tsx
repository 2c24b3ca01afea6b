import type { AuditRecord } from "@wattle/contracts/back-office";
import { displayMoment } from "@wattle/exchange-core/display";
import { Panel } from "../../controls/panel.tsx";
import { actText } from "../../staff/staff-words.ts";
import { trpc } from "../../trpc.ts";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { IN_PLACE } from "../parts/use-today.ts";

const SHOWN = 10;

/** What an act was done to, by the word that people know it by, where the log has one. */
function subjectOf({ subject, details }: AuditRecord): string {
  const known = [details["reference"], details["email"], details["name"]].find(
    (word) => typeof word === "string",
  );
  return typeof known === "string" ? known : subject;
}

const timeOf = ({ created_at: at }: AuditRecord): string => displayMoment(Date.parse(at));

const COLUMNS: readonly DeskColumn<AuditRecord>[] = [
  { key: "act", title: "Act", cell: ({ action }) => actText(action), csv: ({ action }) => action },
  { key: "subject", title: "Subject", cell: subjectOf, csv: subjectOf },
  { key: "time", title: "Time", cell: timeOf, csv: ({ created_at: at }) => at },
];

/** The last acts of the one who looks, as the audit log has them. */
export function OwnActsPanel({ id }: { readonly id: string }) {
  const acts = trpc.ops.audit.list.useQuery({ actor: id, per_page: SHOWN }, IN_PLACE);
  return (
    <Panel title="Your last acts">
      <DeskList
        caption="Your last acts, newest first"
        columns={COLUMNS}
        list={{ rows: acts.data?.data, failed: acts.isError, retry: () => void acts.refetch() }}
        rowKey={({ id: row }) => row}
        empty={{ title: "No acts yet", text: "What you do here is kept in the audit log under your name." }}
      />
    </Panel>
  );
}

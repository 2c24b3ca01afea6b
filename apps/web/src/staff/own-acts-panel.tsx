import type { AuditRecord } from "@wattle/contracts/back-office";
import { displayMoment } from "@wattle/exchange-core/display";
import { trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { DataTable, type Column } from "../controls/data-table.tsx";
import { Panel } from "../controls/panel.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { actText } from "./staff-words.ts";
import styles from "./today-page.module.css";

const SHOWN = 10;

/** What an act was done to, by the word that people know it by, where the log has one. */
function subjectOf({ subject, details }: AuditRecord): string {
  const known = [details["reference"], details["email"], details["name"]].find(
    (word) => typeof word === "string",
  );
  return typeof known === "string" ? known : subject;
}

const COLUMNS: readonly Column<AuditRecord>[] = [
  { key: "act", title: "Act", cell: ({ action }) => actText(action) },
  {
    key: "subject",
    title: "Subject",
    cell: (record) => <span className={styles["subject"]}>{subjectOf(record)}</span>,
  },
  {
    key: "time",
    title: "Time",
    cell: ({ created_at }) => <time dateTime={created_at}>{displayMoment(Date.parse(created_at))}</time>,
  },
];

/** The last acts of the one who looks, as the audit log has them. */
export function OwnActsPanel({ id }: { readonly id: string }) {
  const acts = trpc.ops.audit.list.useQuery({ actor: id, per_page: SHOWN });
  return (
    <Panel title="Your last acts" loading={acts.isPending} skeletonLines={6}>
      {acts.data === undefined ? (
        <EmptyState
          title="We couldn’t load your acts"
          action={
            <Button kind="quiet" onClick={() => void acts.refetch()}>
              Try again
            </Button>
          }
        />
      ) : acts.data.data.length === 0 ? (
        <EmptyState title="No acts yet">
          What you do here is kept in the audit log under your name.
        </EmptyState>
      ) : (
        <DataTable
          caption="Your last acts, newest first"
          columns={COLUMNS}
          rows={acts.data.data}
          rowKey={({ id: row }) => row}
        />
      )}
    </Panel>
  );
}

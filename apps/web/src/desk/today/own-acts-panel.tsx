import type { AuditLine } from "@wattle/contracts/desk";
import { Panel } from "../../controls/panel.tsx";
import { actText } from "../../staff/staff-words.ts";
import { aboutOf, secondText } from "../parts/audit-words.ts";
import { textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { momentText } from "../parts/moment-text.ts";
import { byMoment, byText } from "../parts/sorting.ts";
import { useLastActs } from "./asked.ts";

/** Acts that follow each other, of one kind and on one subject: photos that were looked at, one by one. */
interface OwnAct extends AuditLine {
  readonly times: number;
}

const PHOTO_SEEN = "document.read";

/** Every photo that shows is a line of the log; here those of one person are one line. */
function collapsed(lines: readonly AuditLine[]): OwnAct[] {
  const acts: OwnAct[] = [];
  for (const line of lines) {
    const last = acts.at(-1);
    if (last !== undefined && line.action === PHOTO_SEEN && isSame(last, line))
      acts[acts.length - 1] = { ...last, times: last.times + 1 };
    else acts.push({ ...line, times: 1 });
  }
  return acts;
}
const isSame = (a: AuditLine, b: AuditLine): boolean => a.action === b.action && aboutOf(a) === aboutOf(b);

function wordsOf(act: OwnAct): string {
  const words = `${actText(act.action)}${secondText(act)}`;
  return act.times === 1 ? words : `${words}, ${act.times} photos`;
}

const timeOf = ({ created_at: at }: AuditLine): string => momentText(at);

const COLUMNS: readonly DeskColumn<OwnAct>[] = [
  {
    key: "act",
    title: "Action",
    cell: wordsOf,
    sort: byText(wordsOf),
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
    <Panel title="Recent actions">
      <DeskList
        caption="Your recent actions, newest first"
        card={{ act: "head", subject: "line", time: "line" }}
        columns={COLUMNS}
        foot="none"
        query={{ ...acts, data: acts.data && collapsed(acts.data.data) }}
        rowKey={({ id: row }) => row}
        empty={{
          title: "No actions yet",
          text: "What you do here is kept in the audit log under your name.",
        }}
      />
    </Panel>
  );
}

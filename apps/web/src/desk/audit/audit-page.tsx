import { keepPreviousData } from "@tanstack/react-query";
import type { AuditLine } from "@wattle/contracts/desk";
import { Panel } from "../../controls/panel.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { sentenceOf } from "../parts/act-sentences.ts";
import { momentColumn, textColumn } from "../parts/columns.tsx";
import { CursorPages } from "../parts/cursor-pages.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { customerFact } from "../parts/link-facts.tsx";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import { dayOf, momentText, timeOf } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { byText } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { AuditFilters, useAuditFilter } from "./audit-filters.tsx";
import { aboutOf, addressesOf, detailsText, factsOf, whoOf } from "../parts/audit-words.ts";

const SHOWN = 100;

const COLUMNS: readonly DeskColumn<AuditLine>[] = [
  {
    ...momentColumn<AuditLine>("time", "Time", ({ created_at: at }) => at),
    // Its day is in the heading.
    cell: ({ created_at: at }) => <span className={parts["whole"]}>{timeOf(at)}</span>,
  },
  {
    ...textColumn("who", "Who", whoOf),
    cell: (line) => <span title={addressesOf(line)}>{whoOf(line)}</span>,
    csv: (line) => [whoOf(line), addressesOf(line)].filter(Boolean).join(", "),
  },
  {
    key: "act",
    title: "Action",
    cell: (line) => {
      const [verb, subject] = sentenceOf(line);
      return (
        // One text on a card, too.
        <span>
          {verb} <strong title={line.subject_name ?? undefined}>{subject}</strong>
        </span>
      );
    },
    sort: byText((line) => sentenceOf(line).join(" ")),
    csv: ({ action }) => action,
  },
  {
    key: "about",
    title: "About",
    fileOnly: true,
    cell: aboutOf,
    csv: ({ subject, subject_name: name }) => name ?? subject,
  },
  {
    key: "details",
    title: "Details",
    cell: (line) => {
      const text = detailsText(line);
      return text !== "" && <span className={parts["line"]}>{text}</span>;
    },
    // The file has all of it.
    csv: (line) =>
      factsOf(line)
        .map(([name, value]) => `${name}: ${value}`)
        .join(", "),
  },
];

/** All that the log has of an act. */
function ActOf({ line }: { readonly line: AuditLine }) {
  const { customer } = line.details;
  return (
    <Panel title={sentenceOf(line).join(" ").trim()}>
      <Facts
        facts={[
          ["Time", momentText(line.created_at)],
          ["Who", whoOf(line)],
          ["Email", addressesOf(line) || null],
          ["About", line.subject_name ?? line.subject],
          ...factsOf(line).filter(([, value]) => value !== customer),
          ...(typeof customer === "string" ? [customerFact(customer, "Open the account")] : []),
          ["Logged as", line.action],
          ["Log entry", line.id],
        ]}
      />
    </Panel>
  );
}

/** The audit log, newest first. */
export function AuditPage() {
  const { after } = useDeskSearch().search;
  const { input, isAny, isReady } = useAuditFilter();
  const log = trpc.ops.audit.list.useQuery(
    { ...input, per_page: SHOWN, ...(after !== undefined && { after }) },
    { enabled: isReady, placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const utils = trpc.useUtils();
  const isAll = after === undefined && log.data?.next === null;
  return (
    <Screen title="Audit">
      <AuditFilters />
      <ListAndPanel
        caption="Audit log"
        card={{ act: "head", time: "end", who: "line", details: "line" }}
        groupOf={({ created_at: at }) => dayOf(at)}
        columns={COLUMNS}
        query={{ ...log, data: log.data?.data }}
        pieceAfter={
          isAll
            ? undefined
            : (place, signal) =>
                utils.client.ops.audit.list.query(
                  { ...input, per_page: SHOWN, ...(place !== undefined && { after: place }) },
                  { signal },
                )
        }
        empty={{
          title: "No log entries",
          text: isAny ? "No actions match these filters." : "Actions by staff and the system will show here.",
        }}
        panel={(line) => <ActOf line={line} />}
      >
        <CursorPages next={log.data?.next} onward="Older lines" first="Newest lines" />
      </ListAndPanel>
    </Screen>
  );
}

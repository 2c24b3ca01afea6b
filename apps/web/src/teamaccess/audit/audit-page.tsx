import { keepPreviousData } from "@tanstack/react-query";
import type { AuditLine } from "@wattle/contracts/back-office";
import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { TextField } from "../../controls/text-field.tsx";
import { actText } from "../../staff/staff-words.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Form } from "../../ui/form.tsx";
import { momentColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import parts from "../parts/parts.module.css";
import { byText } from "../parts/sorting.ts";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";

const SHOWN = 100;
const FILTERS = [
  ["actor", "Who", "Email"],
  ["subject", "About", "Email, reference or identifier"],
  ["action", "Act", "As the log has it: customer.blocked"],
] as const;

const whoOf = ({ actor, actor_name: name }: AuditLine): string => name ?? actor;
const aboutOf = ({ subject, subject_name: name }: AuditLine): string => name ?? subject;
const detailsOf = ({ details }: AuditLine): string =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");

const COLUMNS: readonly DeskColumn<AuditLine>[] = [
  momentColumn("time", "Time", ({ created_at: at }) => at),
  {
    key: "who",
    title: "Who",
    cell: (line) => <span className={parts["roomy"]}>{whoOf(line)}</span>,
    sort: byText(whoOf),
    csv: whoOf,
  },
  {
    key: "act",
    title: "Act",
    cell: ({ action }) => <strong className={parts["whole"]}>{actText(action)}</strong>,
    sort: byText(({ action }) => actText(action)),
    csv: ({ action }) => action,
  },
  {
    ...textColumn("about", "About", aboutOf),
    cell: (line) => <span className={parts["roomy"]}>{aboutOf(line)}</span>,
  },
  { key: "details", title: "Details", cell: detailsOf, csv: detailsOf },
];

/** The audit log, newest first. */
export function AuditPage() {
  const { search, change } = useDeskSearch();
  const [typed, setTyped] = useState(search);
  const wanted = Object.fromEntries(
    FILTERS.flatMap(([name]) => (search[name] === undefined ? [] : [[name, search[name]]])),
  );
  const log = trpc.ops.audit.list.useQuery(
    { ...wanted, page: pageOf(search), per_page: SHOWN },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  return (
    <Screen title="Audit">
      <Form
        className={parts["filters"] ?? ""}
        onSubmit={() =>
          change({
            page: "",
            ...Object.fromEntries(FILTERS.map(([name]) => [name, (typed[name] ?? "").trim()])),
          })
        }
      >
        {FILTERS.map(([name, label, hint]) => (
          <TextField
            key={name}
            name={name}
            label={label}
            hint={hint}
            value={typed[name] ?? ""}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            autoComplete="off"
          />
        ))}
        <Button type="submit">Show</Button>
      </Form>
      <DeskList
        caption="Audit log"
        columns={COLUMNS}
        query={log}
        rowKey={({ id }) => id}
        empty={{
          title: "Nothing in the log",
          text:
            Object.keys(wanted).length === 0
              ? "What staff and the system do will show here."
              : "Nothing was done that fits these.",
        }}
      />
    </Screen>
  );
}

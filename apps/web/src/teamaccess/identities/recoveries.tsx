import { keepPreviousData } from "@tanstack/react-query";
import { RECOVERY_STATUSES, type RecoveryStatus } from "@wattle/contracts/recoveries";
import { displayMoment } from "@wattle/exchange-core/display";
import { SelectField } from "../../controls/select-field.tsx";
import { Status, type StatusKind } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import type { RecoveryRecord } from "../answers.ts";
import { noteText } from "../approvals/approval-words.ts";
import type { ActField } from "../parts/act-drawer.tsx";
import { ActPanel, type PanelAct } from "../parts/act-panel.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import parts from "../parts/parts.module.css";
import { useAsOpened } from "../parts/use-as-opened.ts";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useWaiting } from "../parts/use-waiting.ts";
import { DocumentStage } from "./document-stage.tsx";

const SHOWN = 50;
const WORDS: Readonly<Record<RecoveryStatus, readonly [StatusKind, string]>> = {
  submitted: ["waiting", "To be decided"],
  waiting: ["waiting", "Approved, 72 hours go by"],
  done: ["done", "Two-step login is off"],
  stopped: ["stopped", "Stopped by the customer"],
  rejected: ["failed", "Rejected"],
};
const NOTE: ActField = {
  name: "internal_note",
  label: "Why",
  hint: "For staff only",
  lines: true,
  optional: true,
};
const noted = ({ internal_note: note = "" }: Readonly<Record<string, string>>) =>
  note.trim() === "" ? {} : { internal_note: note };

const nameOf = ({ customer }: RecoveryRecord): string => customer.name || customer.email;

const COLUMNS: readonly DeskColumn<RecoveryRecord>[] = [
  { key: "name", title: "Name", cell: (row) => <strong>{nameOf(row)}</strong>, csv: nameOf },
  {
    key: "email",
    title: "Email",
    cell: ({ customer }) => customer.email,
    csv: ({ customer }) => customer.email,
  },
  {
    key: "asked",
    title: "Asked",
    cell: ({ created_at: at }) => displayMoment(Date.parse(at)),
    csv: ({ created_at: at }) => at,
  },
  {
    key: "state",
    title: "State",
    cell: ({ status }) => <Status kind={WORDS[status][0]}>{WORDS[status][1]}</Status>,
    csv: ({ status }) => status,
  },
];

interface RecoveryPanelProps {
  readonly recovery: RecoveryRecord;
  readonly request: string | undefined;
  /** It has left the list: its customer stopped it, or a colleague decided. */
  readonly isGone: boolean;
}

/** The photo that someone sent to get in again, next to those of the identity, and the decision. */
function RecoveryPanel({ recovery, request, isGone }: RecoveryPanelProps) {
  const approve = trpc.ops.recoveries.approve.useMutation();
  const reject = trpc.ops.recoveries.reject.useMutation();
  const { id, customer, status, photo, documents, due_at: due, note } = recovery;
  const [kind, word] = WORDS[status];
  const acts: readonly PanelAct[] = [
    {
      act: "approve",
      letter: "y",
      label: "Approve",
      needs: "ops.recoveries.approve",
      possible: status === "submitted" && !isGone && request === undefined,
      title: `Switch two-step login of ${nameOf(recovery)} off`,
      button: "Approve",
      about: <p>It goes off 72 hours later. The customer gets an email, and can stop it until then.</p>,
      fields: [NOTE],
      changes: [{ what: "Two-step login", before: "On", after: "Off in 72 hours" }],
      done: "Approved. It goes off in 72 hours",
      run: (values) => approve.mutateAsync({ id, ...noted(values) }),
    },
    {
      act: "reject",
      letter: "x",
      label: "Reject",
      needs: "ops.recoveries.reject",
      possible: (status === "submitted" || status === "waiting") && !isGone,
      title: `Reject: ${nameOf(recovery)}`,
      button: "Reject",
      kind: "danger",
      fields: [
        {
          name: "message",
          label: "Message",
          hint: "The customer reads it",
          lines: true,
          presets: [
            "The photo isn’t of you with your ID.",
            "The photo is blurred. Take it again in good light.",
          ],
        },
        NOTE,
      ],
      reads: ({ message = "" }) => message,
      changes: [{ what: "Request", before: word, after: WORDS.rejected[1] }],
      done: "Rejected",
      run: ({ message = "", ...more }) => reject.mutateAsync({ id, message, ...noted(more) }),
    },
  ];
  return (
    <ActPanel
      title={nameOf(recovery)}
      aside={<Status kind={kind}>{word}</Status>}
      acts={acts}
      kind="recovery"
      subject={id}
      request={request}
      facts={[
        [
          "Customer",
          <SiteLink key="customer" to={`/teamaccess/customers?id=${customer.id}`}>
            {customer.email}
          </SiteLink>,
        ],
        ["Asked", displayMoment(Date.parse(recovery.created_at))],
        ...(due === null ? [] : [["Off from", displayMoment(Date.parse(due))] as const]),
        ...(note === null ? [] : [["Why", noteText(note)] as const]),
      ]}
    >
      <DocumentStage documents={[{ ...photo, side: "sent" }, ...documents]} />
    </ActPanel>
  );
}

/** Customers who lost their second step, those who wait for a decision first of all. */
export function Recoveries() {
  const { search, change } = useDeskSearch();
  const { state, row } = search;
  const shown = state === "all" ? "all" : (RECOVERY_STATUSES.find((known) => known === state) ?? "submitted");
  const list = trpc.ops.recoveries.list.useQuery(
    { page: pageOf(search), per_page: SHOWN, ...(shown !== "all" && { status: shown }) },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const waiting = useWaiting("ops.recoveries.approve");
  const now = list.data?.data.find(({ id }) => id === row);
  const open = useAsOpened(row, now);
  return (
    <>
      <div className={parts["filters"]}>
        <SelectField
          label="Show"
          value={shown}
          options={[
            ...RECOVERY_STATUSES.map((value) => ({ value, label: WORDS[value][1] })),
            { value: "all", label: "All" },
          ]}
          onChange={(chosen) =>
            change({ state: chosen === "submitted" ? "" : chosen, page: "", row: "", act: "" })
          }
        />
      </div>
      <div className={open === undefined ? undefined : parts["split"]}>
        <DeskList
          caption="Lost second steps"
          columns={COLUMNS}
          query={list}
          rowKey={({ id }) => id}
          empty={
            shown === "submitted"
              ? {
                  title: "No one waits to get in again",
                  text: "Customers who lost their second step show here.",
                }
              : { title: "No such requests" }
          }
          onOpen={({ id }) => change({ row: id })}
          openKey={open?.id}
        />
        {open !== undefined && (
          <RecoveryPanel
            key={open.id}
            recovery={now ?? open}
            request={waiting?.get(open.id)}
            isGone={now === undefined}
          />
        )}
      </div>
    </>
  );
}

import { RECOVERY_STATUSES } from "@wattle/contracts/choices";
import { keepPreviousData } from "@tanstack/react-query";
import type { RecoveryStatus } from "@wattle/contracts/recoveries";
import { Status, type StateWord } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import type { RecoveryRecord } from "../parts/answers.ts";
import { noteText } from "../approvals/approval-words.ts";
import { actCall } from "../parts/act-call.ts";
import { ActPanel, type PanelAct } from "../parts/act-panel.tsx";
import { addressColumn, momentColumn, nameColumn, stateColumn } from "../parts/columns.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { MESSAGE, noted, OPTIONAL_NOTE } from "../parts/fields.ts";
import { customerFact } from "../parts/link-facts.tsx";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import { momentText } from "../parts/moment-text.ts";
import { StateFilter, useShownState } from "../parts/state-filter.tsx";
import parts from "../parts/parts.module.css";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useWaiting } from "../approvals/use-waiting.ts";
import { DocumentStage } from "./document-stage.tsx";

const SHOWN = 50;
const WORDS: Readonly<Record<RecoveryStatus, StateWord>> = {
  submitted: { kind: "waiting", word: "To decide" },
  waiting: { kind: "waiting", word: "Approved, 72-hour wait" },
  done: { kind: "done", word: "Two-step login is off" },
  stopped: { kind: "stopped", word: "Stopped by the customer" },
  rejected: { kind: "failed", word: "Rejected" },
};

const customerName = ({ customer }: RecoveryRecord): string => customer.name || customer.email;

const COLUMNS: readonly DeskColumn<RecoveryRecord>[] = [
  nameColumn("name", "Name", customerName),
  addressColumn("email", "Email", ({ customer }) => customer.email),
  momentColumn("asked", "Asked", ({ created_at: at }) => at),
  stateColumn(
    ({ status }) => WORDS[status],
    ({ status }) => status,
  ),
];

interface RecoveryPanelProps {
  readonly recovery: RecoveryRecord;
  readonly request: string | undefined;
  /** It has left the list: its customer stopped it, or a colleague decided. */
  readonly isGone: boolean;
}

/** The photo that someone sent to get in again, next to those of the identity, and the decision. */
function RecoveryPanel({ recovery, request, isGone }: RecoveryPanelProps) {
  const { id, customer, status, photo, documents, due_at: due, note } = recovery;
  const { kind, word } = WORDS[status];
  const acts: readonly PanelAct[] = [
    {
      act: "approve",
      letter: "y",
      label: "Approve",
      needs: "ops.recoveries.approve",
      possible: status === "submitted" && !isGone && request === undefined,
      title: `Turn off two-step login for ${customerName(recovery)}`,
      button: "Approve",
      about: <p>It turns off after 72 hours. The customer gets an email and can stop it until then.</p>,
      fields: [OPTIONAL_NOTE],
      done: `Two-step login for ${customerName(recovery)} turns off in 72 hours`,
      call: (values) => actCall("ops.recoveries.approve", { id, ...noted(values) }),
    },
    {
      act: "reject",
      letter: "x",
      label: "Reject",
      needs: "ops.recoveries.reject",
      possible: (status === "submitted" || status === "waiting") && !isGone,
      title: `Reject: ${customerName(recovery)}`,
      button: "Reject",
      kind: "danger",
      fields: [
        {
          ...MESSAGE,
          presets: [
            "The photo isn’t of you with your ID.",
            "The photo is blurred. Take it again in good light.",
          ],
        },
        OPTIONAL_NOTE,
      ],
      done: `Request of ${customerName(recovery)} rejected`,
      call: ({ message = "", ...more }) => actCall("ops.recoveries.reject", { id, message, ...noted(more) }),
    },
  ];
  return (
    <ActPanel
      title={customerName(recovery)}
      aside={<Status kind={kind}>{word}</Status>}
      acts={acts}
      kind="recovery"
      subject={id}
      request={request}
      facts={[
        customerFact(customer.id, customer.email),
        ["Asked", momentText(recovery.created_at)],
        ["Off from", due && momentText(due)],
        ["Why", note && noteText(note)],
      ]}
    >
      <DocumentStage documents={[{ ...photo, side: "sent" }, ...documents]} />
    </ActPanel>
  );
}

/** Customers who lost their second step, those who wait for a decision first of all. */
export function Recoveries() {
  const { search } = useDeskSearch();
  const shown = useShownState(RECOVERY_STATUSES);
  const list = trpc.ops.recoveries.list.useQuery(
    { page: pageOf(search), per_page: SHOWN, ...(shown !== "all" && { status: shown }) },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const waiting = useWaiting("ops.recoveries.approve");
  return (
    <>
      <div className={parts["filters"]}>
        <StateFilter states={RECOVERY_STATUSES} word={(state) => WORDS[state].word} />
      </div>
      <ListAndPanel
        caption="Login recovery"
        columns={COLUMNS}
        query={list}
        empty={
          shown === "submitted"
            ? {
                title: "No recovery requests",
                text: "Customers who can’t finish two-step login show here.",
              }
            : { title: "No matching requests" }
        }
        panel={(recovery, isGone) => (
          <RecoveryPanel recovery={recovery} request={waiting?.get(recovery.id)} isGone={isGone} />
        )}
      />
    </>
  );
}

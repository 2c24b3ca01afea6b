import { keepPreviousData } from "@tanstack/react-query";
import type { UnsentMail } from "@wattle/contracts/outbox";
import { Dialog } from "../../controls/dialog.tsx";
import { Status } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { momentColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { CursorPages } from "../parts/cursor-pages.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { addressFact } from "../parts/link-facts.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { byText } from "../parts/sorting.ts";
import { useAsOpened } from "../parts/use-as-opened.ts";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { mailFailure, mailState, triesText } from "./outbox-words.ts";
import { ToBeSent } from "./to-be-sent.tsx";

const SHOWN = 50;

/** How a mail is, and why if a try failed. */
function StateAndReason(mail: UnsentMail) {
  const { kind, word: state } = mailState(mail);
  return (
    <div>
      <Status kind={kind}>{state}</Status>
      {mail.error !== "" && (
        <div>
          {mailFailure(mail)} <span className={parts["muted"]}>{triesText(mail)}</span>
        </div>
      )}
    </div>
  );
}

const COLUMNS: readonly DeskColumn<UnsentMail>[] = [
  {
    key: "to",
    title: "To",
    cell: ({ recipient }) => <strong className={parts["roomy"]}>{recipient}</strong>,
    sort: byText((row) => row.recipient),
    csv: (row) => row.recipient,
  },
  textColumn("subject", "Subject", ({ subject }) => subject),
  {
    key: "why",
    title: "What went wrong",
    fileOnly: true,
    cell: () => null,
    csv: ({ error }) => error,
  },
  {
    key: "tries",
    title: "Tries",
    fileOnly: true,
    cell: () => null,
    csv: ({ attempts }) => String(attempts),
  },
  momentColumn("written", "Written", ({ created_at: at }) => at),
  {
    ...stateColumn<UnsentMail>(mailState, ({ failed_at: at }) => at ?? ""),
    cell: StateAndReason,
  },
];

const CARD = { to: "head", state: "end", subject: "line", written: "line" } as const;

/** Next step, and warnings before it is sent again. */
function outlookText({ may_resend: mayResend, failed_at: givenUp, attempts }: UnsentMail): string {
  if (mayResend)
    return "It goes to the same address, as it was written. Links in it may have expired: most work for an hour, invitations for 72 hours.";
  if (givenUp !== null) return "It can’t be sent again. We keep its text for 30 days only.";
  return attempts === 0
    ? "Not tried yet. If this doesn’t change, email isn’t set up on this server."
    : "We retry for three days.";
}

interface MailProps {
  readonly mail: UnsentMail;
  /** It was sent again, or it left, while this was open. */
  readonly late: boolean;
  readonly onClose: () => void;
}

/** One mail, without what it says, and sending it again. */
function Mail({ mail, late, onClose }: MailProps) {
  const may = useMay();
  const { kind, word: state } = mailState(mail);
  const about = (
    <>
      <Facts
        facts={[
          ["To", mail.recipient],
          ["Subject", mail.subject],
          [
            "State",
            <Status key="state" kind={kind}>
              {state}
            </Status>,
          ],
          ...(mail.error === "" ? [] : [["What went wrong", mailFailure(mail)] as const]),
          ["Tries", String(mail.attempts)],
          ["Written", momentText(mail.created_at)],
          ["Given up", mail.failed_at && momentText(mail.failed_at)],
          addressFact(mail.recipient),
        ]}
      />
      <p>{outlookText(mail)}</p>
    </>
  );
  const title = `Email to ${mail.recipient}`;
  if (!mail.may_resend || !may("ops.outbox.sendMail"))
    return (
      <Dialog open place="side" title={title} onClose={onClose}>
        <div className={parts["form"]}>{about}</div>
      </Dialog>
    );
  return (
    <ActDrawer
      title={title}
      button="Send again"
      about={about}
      subject={mail.id}
      late={late}
      done={`Email to ${mail.recipient} is being sent`}
      call={() => actCall("ops.outbox.sendMail", { id: mail.id })}
      onClose={onClose}
    />
  );
}

/** Mails that wait for a try, the next one first. */
export function WaitingMails() {
  const { search, change } = useDeskSearch();
  const { after, id } = search;
  const list = trpc.ops.outbox.waitingMails.useQuery(
    { ...(after !== undefined && { after }) },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const open = list.data?.data.find((mail) => mail.id === id);
  return (
    <>
      <ToBeSent what="Mail" />
      <DeskList
        caption="Emails waiting"
        columns={COLUMNS}
        card={CARD}
        query={{ ...list, data: list.data?.data }}
        rowKey={(mail) => mail.id}
        empty={{ title: "No email is waiting", text: "Emails show here until they’re sent." }}
        onOpen={(mail) => change({ id: mail.id })}
        openKey={open?.id}
      />
      <CursorPages next={list.data?.next} onward="Later tries" first="Next tries" />
      {open !== undefined && (
        <Mail key={open.id} mail={open} late={false} onClose={() => change({ id: "" })} />
      )}
    </>
  );
}

/** Mails whose last try failed. */
export function FailedMails() {
  const { search, change } = useDeskSearch();
  const list = trpc.ops.outbox.mails.useQuery(
    { page: pageOf(search), per_page: SHOWN },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const now = list.data?.data.find(({ id }) => id === search["id"]);
  const open = useAsOpened(search["id"], now);
  return (
    <>
      <DeskList
        caption="Emails not sent"
        columns={COLUMNS}
        card={CARD}
        query={list}
        rowKey={({ id }) => id}
        empty={{ title: "No unsent emails", text: "Emails that couldn’t be sent show here." }}
        onOpen={({ id }) => change({ id })}
        openKey={open?.id}
      />
      {open !== undefined && (
        <Mail key={open.id} mail={open} late={now?.may_resend !== true} onClose={() => change({ id: "" })} />
      )}
    </>
  );
}

import type { EnquiryFile, EnquiryRecord } from "@wattle/contracts/desk";
import { Skeleton } from "../../controls/skeleton.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Status } from "../../controls/status.tsx";
import { classNames } from "../../ui/class-names.ts";
import { useSession } from "../../session/session-store.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import type { TransactionRecord } from "../parts/answers.ts";
import { actCall } from "../parts/act-call.ts";
import { ActPanel, type PanelAct } from "../parts/act-panel.tsx";
import { addressFact, customerFact, referenceFact, type Fact } from "../parts/link-facts.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { useMay } from "../parts/use-may.ts";
import { doubtText, isQuoted, priceWords } from "../transactions/price-answer.tsx";

/** In a field's choice: no one, which no address is. */
const NO_ONE = "-";
const NO_ONE_TEXT = "No one";

const chosenOf = (value = NO_ONE): string | null => (value === NO_ONE ? null : value);

/** Subject of the panel: an enquiry of the list, with its replies once they are read. */
interface EnquiryPanelProps {
  readonly enquiry: EnquiryRecord;
  readonly replies: EnquiryFile["replies"] | undefined;
}

const REFERENCE = /\b[\da-z]{4}(?:-[\da-z]{4}){2}\b/i;

/** The transaction that an enquiry names first. */
function useNamed(message: string): TransactionRecord | undefined {
  const [reference] = REFERENCE.exec(message) ?? [];
  return trpc.ops.transactions.find.useQuery(
    { reference: reference ?? "" },
    { enabled: reference !== undefined, retry: false, ...SHOWN_IN_PLACE },
  ).data;
}

const CLOSE = "close";

/** Warnings before a reply to an address that is not certainly an account's. */
const warningOf = ({ email, customer }: EnquiryRecord): string | undefined => {
  if (customer === null)
    return "A guest wrote this. Anyone could have typed this address, so don’t mention an account.";
  return customer.email === email ? undefined : `The account’s own address is ${customer.email}.`;
};

/** Writes to the sender: the email has the enquiry's reference, and is kept with it. */
function useReplying(enquiry: EnquiryRecord, named: TransactionRecord | undefined): PanelAct {
  const { reference, name, email, message, customer, handled_at: handled, replied_at: repliedAt } = enquiry;
  const warning = warningOf(enquiry);
  // Only its own customer is to read what an exchange was.
  const isOwn = named !== undefined && named.customer.id === customer?.id;
  const doubt = isOwn ? doubtText(named) : undefined;
  return {
    act: "reply",
    letter: "r",
    label: "Reply",
    needs: "ops.support.reply",
    possible: handled === null,
    title: `Reply to enquiry ${reference}`,
    button: ({ then }) => (then === CLOSE ? "Reply and close" : "Reply"),
    about: (
      <>
        <p>To {email}</p>
        <div>
          <p className={parts["label"]}>{name} wrote</p>
          <blockquote className={classNames(parts["quoted"], parts["asked"])}>{message}</blockquote>
        </div>
        {warning !== undefined && <Status kind="risk">{warning}</Status>}
        {doubt !== undefined && (
          <Notice kind="warn">
            <p>{doubt}</p>
          </Notice>
        )}
      </>
    ),
    fields: [
      {
        name: "message",
        label: "Reply",
        lines: "letter",
        presets:
          isOwn && isQuoted(named)
            ? [{ label: `Answer about the price of ${named.reference}`, text: priceWords(named) }]
            : [],
      },
      {
        name: "then",
        label: "Then",
        initial: CLOSE,
        options: [
          { value: CLOSE, label: "Close the enquiry" },
          { value: "open", label: "Keep it open" },
        ],
      },
    ],
    done: `Reply sent to ${name}`,
    call: ({ message: text = "", then }) =>
      actCall("ops.support.reply", {
        reference,
        message: text,
        close: then === CLOSE,
        replied_at: repliedAt,
      }),
  };
}

/** Gives it to oneself, to a colleague, or to no one. */
function useAssigning({ name, reference, handled_at: handled, assigned_to: from }: EnquiryRecord): PanelAct {
  const may = useMay();
  const own = useSession()?.user.email ?? "";
  const assignees = trpc.ops.support.assignees.useQuery(undefined, {
    enabled: may("ops.support.assignees"),
  });
  const others = (assignees.data ?? []).filter((email) => email !== own);
  return {
    act: "assign",
    letter: "a",
    label: "Assign",
    needs: "ops.support.assign",
    possible: handled === null,
    title: `Assign enquiry ${reference}`,
    button: "Assign",
    fields: [
      {
        name: "to",
        label: "To",
        initial: from === own ? NO_ONE : own,
        options: [
          { value: own, label: `${own} (you)` },
          ...others.map((email) => ({ value: email, label: email })),
          { value: NO_ONE, label: NO_ONE_TEXT },
        ],
      },
    ],
    done: `Enquiry of ${name} assigned`,
    call: ({ to }) => actCall("ops.support.assign", { reference, to: chosenOf(to), from }),
    undo: ({ to }) => actCall("ops.support.assign", { reference, to: from, from: chosenOf(to) }),
  };
}

/** Marks it as handled, or opens it again: each takes the other back. */
function useHandling({ name, reference, handled_at: handled }: EnquiryRecord): readonly PanelAct[] {
  const close = () => actCall("ops.support.markHandled", { reference });
  const open = () => actCall("ops.support.reopen", { reference });
  return [
    {
      act: "handle",
      letter: "h",
      label: "Mark as handled",
      needs: "ops.support.markHandled",
      possible: handled === null,
      title: `Handle enquiry ${reference}`,
      button: "Mark as handled",
      done: `Enquiry of ${name} handled`,
      call: close,
      undo: open,
    },
    {
      act: "reopen",
      letter: "o",
      label: "Reopen",
      needs: "ops.support.reopen",
      possible: handled !== null,
      title: `Reopen enquiry ${reference}`,
      button: "Reopen",
      done: `Enquiry of ${name} reopened`,
      call: open,
      undo: close,
    },
  ];
}

/** Replies of staff, newest first. */
function Replies({ enquiry: { replied_at: repliedAt }, replies }: EnquiryPanelProps) {
  if (repliedAt === null) return null;
  if (replies === undefined) return <Skeleton lines={3} />;
  return (
    <section aria-label="Replies" className={parts["form"]}>
      {replies.map(({ id, message, sent_by: by, created_at: at }) => (
        <div key={id}>
          <p className={parts["label"]}>
            {by ?? "Staff"} replied, {momentText(at)}
          </p>
          <p className={parts["reads"]}>{message}</p>
        </div>
      ))}
    </section>
  );
}

/** The transaction it names, and whether that is someone else's. */
function aboutFact({ customer }: EnquiryRecord, named: TransactionRecord | undefined): Fact {
  if (named === undefined) return ["About", null];
  const [, link] = referenceFact(named.reference);
  return [
    "About",
    customer !== null && customer.id !== named.customer.id ? <>{link}, which is another customer’s</> : link,
  ];
}

/** One enquiry, next to the list: to be read, replied to, assigned, marked as handled and reopened. */
export function EnquiryPanel({ enquiry, replies }: EnquiryPanelProps) {
  const { id, reference, name, email, message, customer, created_at: at, handled_at: handled } = enquiry;
  const named = useNamed(message);
  const replying = useReplying(enquiry, named);
  const assigning = useAssigning(enquiry);
  const handling = useHandling(enquiry);
  return (
    <ActPanel
      title={`Enquiry ${reference}`}
      acts={[replying, assigning, ...handling]}
      kind="enquiry"
      subject={id}
      facts={[
        ["From", name],
        ["Email", email],
        ...(customer === null
          ? [["Written by", "A guest"] as const, addressFact(email)]
          : [customerFact(customer.id, customer.email)]),
        aboutFact(enquiry, named),
        ["Sent", momentText(at)],
        ["Assigned to", enquiry.assigned_to ?? NO_ONE_TEXT],
        ["Handled", handled && momentText(handled)],
      ]}
    >
      <p className={parts["reads"]}>{message}</p>
      <Replies enquiry={enquiry} replies={replies} />
    </ActPanel>
  );
}

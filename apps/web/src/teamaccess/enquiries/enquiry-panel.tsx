import type { EnquiryRecord } from "@wattle/contracts/back-office";
import { useRef } from "react";
import { useSession } from "../../session/session-store.ts";
import { trpc } from "../../trpc.ts";
import { buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ActPanel, type PanelAct } from "../parts/act-panel.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import { addressFact } from "../parts/link-facts.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { useMay } from "../parts/use-may.ts";

/** In a field's choice: no one, which no address is. */
const NO_ONE = "-";
const NO_ONE_TEXT = "No one";

const chosenOf = (value = NO_ONE): string | null => (value === NO_ONE ? null : value);

/** Opens an answer in the program that writes this computer's emails: the enquiry's reference is its subject. */
function Reply({ enquiry: { reference, email } }: { readonly enquiry: EnquiryRecord }) {
  const link = useRef<HTMLAnchorElement>(null);
  useKeys([{ keys: "r", does: "Reply by email", run: () => link.current?.click() }]);
  const subject = encodeURIComponent(`Your enquiry ${reference}`);
  return (
    <a
      ref={link}
      className={classNames(buttonClass("quiet"), parts["small"])}
      href={`mailto:${encodeURIComponent(email)}?subject=${subject}`}
    >
      Reply by email <Key>r</Key>
    </a>
  );
}

/** Gives it to oneself, to a colleague, or to no one. */
function useAssigning({ reference, handled_at: handled, assigned_to: from }: EnquiryRecord): PanelAct {
  const may = useMay();
  const own = useSession()?.user.email ?? "";
  const assign = trpc.ops.support.assign.useMutation();
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
    changes: ({ to }) =>
      chosenOf(to) === from
        ? []
        : [{ what: "Assigned to", before: from ?? NO_ONE_TEXT, after: chosenOf(to) ?? NO_ONE_TEXT }],
    done: "Enquiry assigned",
    run: ({ to }) => assign.mutateAsync({ reference, to: chosenOf(to), from }),
    undo: ({ to }) => assign.mutateAsync({ reference, to: from, from: chosenOf(to) }),
  };
}

/** Marks it as handled, or opens it again: each takes the other back. */
function useHandling({ reference, handled_at: handled }: EnquiryRecord): readonly PanelAct[] {
  const markHandled = trpc.ops.support.markHandled.useMutation();
  const reopen = trpc.ops.support.reopen.useMutation();
  const close = () => markHandled.mutateAsync({ reference });
  const open = () => reopen.mutateAsync({ reference });
  return [
    {
      act: "handle",
      letter: "h",
      label: "Mark as handled",
      kind: "primary",
      needs: "ops.support.markHandled",
      possible: handled === null,
      title: `Handle enquiry ${reference}`,
      button: "Mark as handled",
      changes: [{ what: "State", before: "Open", after: "Handled" }],
      done: "Enquiry handled",
      run: close,
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
      changes: [{ what: "State", before: "Handled", after: "Open" }],
      done: "Enquiry reopened",
      run: open,
      undo: close,
    },
  ];
}

/** One enquiry, next to the list: to be read, answered by email, assigned, marked as handled and reopened. */
export function EnquiryPanel({ enquiry }: { readonly enquiry: EnquiryRecord }) {
  const { id, reference, name, email, message, created_at: at, handled_at: handled } = enquiry;
  const assigning = useAssigning(enquiry);
  const handling = useHandling(enquiry);
  return (
    <ActPanel
      title={`Enquiry ${reference}`}
      aside={<Reply enquiry={enquiry} />}
      acts={[assigning, ...handling]}
      kind="enquiry"
      subject={id}
      facts={[
        ["From", name],
        ["Email", email],
        ["Sent", momentText(at)],
        ["Assigned to", enquiry.assigned_to ?? NO_ONE_TEXT],
        ["Handled", handled && momentText(handled)],
        addressFact(email),
      ]}
    >
      <p className={parts["reads"]}>{message}</p>
    </ActPanel>
  );
}

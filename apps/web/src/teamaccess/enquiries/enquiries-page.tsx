import { keepPreviousData } from "@tanstack/react-query";
import { ENQUIRY_FILTERS, type EnquiryRecord } from "@wattle/contracts/back-office";
import { displayMoment } from "@wattle/exchange-core/display";
import { Dialog } from "../../controls/dialog.tsx";
import { SelectField } from "../../controls/select-field.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import parts from "../parts/parts.module.css";
import { LookingAt, useHere } from "../parts/presence.tsx";
import { useAsOpened } from "../parts/use-as-opened.ts";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";

const SHOWN = 50;
const WORDS = { open: "Open", handled: "Handled", all: "All" } as const;
const LONGEST = 80;

const moment = (at: string): string => displayMoment(Date.parse(at));
const beginning = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const COLUMNS: readonly DeskColumn<EnquiryRecord>[] = [
  { key: "name", title: "From", cell: ({ name }) => <strong>{name}</strong>, csv: ({ name }) => name },
  { key: "email", title: "Email", cell: ({ email }) => email, csv: ({ email }) => email },
  { key: "text", title: "Message", cell: ({ message }) => beginning(message), csv: ({ message }) => message },
  {
    key: "since",
    title: "Sent",
    cell: ({ created_at: at }) => moment(at),
    csv: ({ created_at: at }) => at,
  },
  {
    key: "state",
    title: "State",
    cell: ({ handled_at: at }) => (at === null ? "Open" : "Handled"),
    csv: ({ handled_at: at }) => at ?? "",
  },
];

/** What was written, by whom and when. */
function Letter({ enquiry }: { readonly enquiry: EnquiryRecord }) {
  const { reference, name, email, message, created_at: at, handled_at: handled } = enquiry;
  const subject = encodeURIComponent(`Your enquiry ${reference}`);
  return (
    <>
      <Facts
        facts={[
          ["From", name],
          [
            "Email",
            <a key="email" href={`mailto:${encodeURIComponent(email)}?subject=${subject}`}>
              {email}
            </a>,
          ],
          ["Sent", moment(at)],
          ...(handled === null ? [] : [["Handled", moment(handled)] as const]),
          [
            "Account",
            <SiteLink key="account" to={`/teamaccess/customers?q=${encodeURIComponent(email)}`}>
              Look for this address
            </SiteLink>,
          ],
        ]}
      />
      <p className={parts["reads"]}>{message}</p>
    </>
  );
}

interface EnquiryProps {
  readonly enquiry: EnquiryRecord;
  /** A colleague has handled it while this was open. */
  readonly late: boolean;
  readonly mayHandle: boolean;
  readonly onClose: () => void;
}

/** One enquiry, to be read, answered by email, and, as long as it is open, marked as handled. */
function Enquiry({ enquiry, late, mayHandle, onClose }: EnquiryProps) {
  const handle = trpc.ops.support.markHandled.useMutation();
  const { reference, handled_at: handled } = enquiry;
  useHere({ kind: "enquiry", id: reference });
  const title = `Enquiry ${reference}`;
  if (!mayHandle || handled !== null)
    return (
      <Dialog open place="side" title={title} onClose={onClose}>
        <div className={parts["form"]}>
          <LookingAt subject={reference} />
          <Letter enquiry={enquiry} />
        </div>
      </Dialog>
    );
  return (
    <ActDrawer
      title={title}
      button="Mark as handled"
      about={<Letter enquiry={enquiry} />}
      subject={reference}
      late={late}
      done="Enquiry handled"
      run={() => handle.mutateAsync({ reference })}
      onClose={onClose}
    />
  );
}

/** What people wrote to support. */
export function EnquiriesPage() {
  const may = useMay();
  const { search, change } = useDeskSearch();
  const show = ENQUIRY_FILTERS.find((filter) => filter === search["show"]) ?? "open";
  const list = trpc.ops.support.list.useQuery(
    { show, page: pageOf(search), per_page: SHOWN },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const now = list.data?.data.find(({ reference }) => reference === search["reference"]);
  const open = useAsOpened(search["reference"], now);
  return (
    <Screen
      title="Enquiries"
      aside={
        <SelectField
          label="Show"
          value={show}
          options={ENQUIRY_FILTERS.map((value) => ({ value, label: WORDS[value] }))}
          onChange={(value) => change({ show: value, page: "" })}
        />
      }
    >
      <DeskList
        caption="Enquiries"
        columns={COLUMNS}
        query={list}
        rowKey={({ reference }) => reference}
        empty={{ title: "No enquiries", text: "Messages to support will show here." }}
        onOpen={({ reference }) => change({ reference })}
        openKey={open?.reference}
      />
      {open !== undefined && (
        <Enquiry
          key={open.id}
          enquiry={open}
          late={now === undefined || now.handled_at !== null}
          mayHandle={may("ops.support.markHandled")}
          onClose={() => change({ reference: "" })}
        />
      )}
    </Screen>
  );
}

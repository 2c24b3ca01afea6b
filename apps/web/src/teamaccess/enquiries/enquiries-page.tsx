import { keepPreviousData } from "@tanstack/react-query";
import { ENQUIRY_FILTERS, type EnquiryRecord } from "@wattle/contracts/back-office";
import { displayMoment } from "@wattle/exchange-core/display";
import { SelectField } from "../../controls/select-field.tsx";
import { trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import parts from "../parts/parts.module.css";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { IN_PLACE } from "../parts/use-today.ts";

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

/** One enquiry, to be read, answered by email, and marked as handled. */
function Enquiry({ enquiry, onClose }: { readonly enquiry: EnquiryRecord; readonly onClose: () => void }) {
  const handle = trpc.ops.support.markHandled.useMutation();
  const { reference, name, email, message, created_at: at } = enquiry;
  const subject = encodeURIComponent(`Your enquiry ${reference}`);
  return (
    <ActDrawer
      title={`Enquiry ${reference}`}
      button="Mark as handled"
      about={
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
      }
      subject={reference}
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
    { placeholderData: keepPreviousData, ...IN_PLACE },
  );
  const open = list.data?.data.find(({ reference }) => reference === search["reference"]);
  const mayHandle = may("ops.support.markHandled");
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
        list={{
          rows: list.data?.data,
          failed: list.isError,
          retry: () => void list.refetch(),
          stale: list.isPlaceholderData,
        }}
        rowKey={({ id }) => id}
        empty={{ title: "No enquiries", text: "Messages to support will show here." }}
        {...(mayHandle && { onOpen: ({ reference }: EnquiryRecord) => change({ reference }) })}
        openKey={open?.id}
        {...(list.data !== undefined && {
          pages: {
            page: list.data.meta.current_page,
            lastPage: list.data.meta.last_page,
            onPage: (page: number) => change({ page: String(page) }),
          },
        })}
      />
      {mayHandle && open?.handled_at === null && (
        <Enquiry enquiry={open} onClose={() => change({ reference: "" })} />
      )}
    </Screen>
  );
}

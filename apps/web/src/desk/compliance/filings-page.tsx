import { FILING_FORMATS, FILING_KINDS } from "@wattle/contracts/choices";
import { isDay, localDay } from "@wattle/contracts/days";
import { filingFields, isRequiredField } from "@wattle/contracts/filing-fields";
import type { FilingRecord } from "@wattle/contracts/filings";
import { keepPreviousData } from "@tanstack/react-query";
import { SelectField } from "../../controls/select-field.tsx";
import { useDownload } from "../../controls/use-download.ts";
import { Status, type StateWord } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { useWaiting } from "../approvals/use-waiting.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { actCall } from "../parts/act-call.ts";
import { ActPanel, type PanelAct } from "../parts/act-panel.tsx";
import { momentColumn, nameColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { CursorPages } from "../parts/cursor-pages.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { customerFact, referenceFact, type Fact } from "../parts/link-facts.tsx";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { byMoment } from "../parts/sorting.ts";
import { FROM_THE_START, useDeskSearch } from "../parts/use-desk-search.ts";
import { useServerTime } from "../parts/use-today.ts";
import { deskZone } from "../parts/zone.ts";
import { FILING_WORDS } from "../parts/fired-words.ts";
import { DueClock } from "./due-clock.tsx";

const MEDIA_TYPES = { pdf: "application/pdf", csv: "text/csv" } as const;
const LETTERS = { pdf: "d", csv: "v" } as const;
/** Texts that take several lines. */
const LONG_FIELDS: ReadonlySet<string> = new Set(["grounds", "reason", "transactions", "address"]);

const stateOf = ({ altered, filed_on: on }: FilingRecord): StateWord => {
  if (altered) return { kind: "failed", word: "Not as filed" };
  return on === null ? { kind: "waiting", word: "Draft", quiet: true } : { kind: "done", word: "Filed" };
};

const columnsOf = (now: number): readonly DeskColumn<FilingRecord>[] => [
  nameColumn("customer", "Customer", ({ customer }) => customer.name),
  textColumn("kind", "Report", ({ kind }) => FILING_WORDS[kind]),
  textColumn("reference", "Transaction", ({ reference }) => reference ?? ""),
  {
    key: "due",
    title: "Due",
    cell: ({ created_at: opened, due_at: due, filed_on: on }) =>
      on === null && <DueClock opened={opened} due={due} now={now} />,
    sort: byMoment(({ due_at: due }) => due),
    csv: ({ due_at: due }) => due,
  },
  stateColumn(stateOf, ({ filed_on: on }) => (on === null ? "draft" : "filed")),
  textColumn("receipt", "Receipt", ({ receipt }) => receipt ?? ""),
  { ...momentColumn("made", "Drafted", ({ created_at: at }: FilingRecord) => at), secondary: true },
];

/** The report as a file, for the authority’s form. */
function Downloads({ id }: Pick<FilingRecord, "id">) {
  const utils = trpc.useUtils();
  const { download } = useDownload<(typeof FILING_FORMATS)[number]>("Download report");
  const take = (format: (typeof FILING_FORMATS)[number]): Promise<void> =>
    download(format, async () => ({
      ...(await utils.client.ops.filings.file.query({ id, format })),
      type: MEDIA_TYPES[format],
    }));
  return (
    <ActButtons
      acts={FILING_FORMATS.map((format) => ({
        letter: LETTERS[format],
        button: `Download ${format.toUpperCase()}`,
        run: () => void take(format),
      }))}
    />
  );
}

/** The texts of a report, in the order of the authority's form; those that are missing say so. */
const textFacts = ({ kind, fields }: FilingRecord): readonly Fact[] =>
  filingFields(kind).map(([name, label]) => [label, fields[name] || "–"]);

function FilingPanel({
  filing,
  request,
}: {
  readonly filing: FilingRecord;
  readonly request: string | undefined;
}) {
  const { id, kind, customer, reference, receipt, filed_on: on } = filing;
  const now = useServerTime();
  const isDraft = on === null && request === undefined;
  const what = `${FILING_WORDS[kind]}, ${customer.name}`;
  const acts: readonly PanelAct[] = [
    {
      act: "save",
      letter: "e",
      label: "Fill in",
      needs: "ops.filings.save",
      possible: isDraft,
      title: `Fill in: ${what}`,
      button: "Save the draft",
      edits: true,
      fields: filingFields(kind).map(([name, label]) => ({
        name,
        label,
        initial: filing.fields[name] ?? "",
        optional: true,
        lines: LONG_FIELDS.has(name),
        ...(isRequiredField(name) && { wanted: true, hint: "Needed before the report is filed" }),
      })),
      done: "Draft saved",
      call: (fields) => actCall("ops.filings.save", { id, fields }),
    },
    {
      act: "filed",
      letter: "f",
      label: "Note as filed",
      needs: "ops.filings.filed",
      possible: isDraft,
      title: `Filed: ${what}`,
      button: "Note as filed",
      fields: [
        { name: "receipt", label: "Receipt", hint: "The number that AUSTRAC Online gave it" },
        {
          name: "filed_on",
          label: "Filed on",
          initial: now === 0 ? "" : localDay(now, deskZone()),
          problem: (text) => (isDay(text.trim()) ? undefined : "Enter a day like 2026-12-24"),
        },
      ],
      done: "Report noted as filed",
      call: ({ receipt: number = "", filed_on = "" }) =>
        actCall("ops.filings.filed", { id, receipt: number, filed_on: filed_on.trim() }),
    },
  ];
  const { kind: state, word, quiet = false } = stateOf(filing);
  return (
    <ActPanel
      title={what}
      aside={
        <Status kind={state} quiet={quiet}>
          {word}
        </Status>
      }
      acts={acts}
      kind="filing"
      subject={id}
      request={request}
      notice={
        filing.altered
          ? "Someone changed these texts in the database after the report was filed. Compare them with AUSTRAC Online."
          : undefined
      }
      lead={!filing.altered && <Downloads id={id} />}
      facts={[
        customerFact(customer.id, customer.email),
        ...(reference === null ? [] : [referenceFact(reference)]),
        ...(filing.case === null
          ? []
          : [
              [
                "Case",
                <SiteLink key="case" to={`/teamaccess/cases?id=${filing.case}`}>
                  Open the case
                </SiteLink>,
              ] as const,
            ]),
        ["Due", momentText(filing.due_at)],
        ["Receipt", receipt],
        ["Filed on", on],
        ...textFacts(filing),
      ]}
    />
  );
}

/** Reports to the authority, and what they still lack. */
export function FilingsPage() {
  const { search, change } = useDeskSearch();
  const kind = FILING_KINDS.find((known) => known === search["kind"]);
  const filings = trpc.ops.filings.list.useQuery(
    {
      ...(kind !== undefined && { kind }),
      ...(search["after"] !== undefined && { after: search["after"] }),
    },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const row = search["row"];
  const isShown = filings.data?.data.some(({ id }) => id === row) === true;
  const found = trpc.ops.filings.get.useQuery(
    { id: row ?? "" },
    { ...SHOWN_IN_PLACE, enabled: row !== undefined && filings.data !== undefined && !isShown },
  );
  const waiting = useWaiting("ops.filings.filed");
  const now = useServerTime();
  return (
    <Screen title="Filings">
      <p className={parts["muted"]}>
        File each report in AUSTRAC Online before it’s due, then note its receipt here. Never tell the
        customer.
      </p>
      <div className={parts["filters"]}>
        <SelectField
          label="Report"
          value={kind ?? ""}
          placeholder="Any report"
          options={FILING_KINDS.map((value) => ({ value, label: FILING_WORDS[value] }))}
          onChange={(value) => change({ ...FROM_THE_START, kind: value })}
        />
      </div>
      <ListAndPanel
        caption="Reports"
        card={{ customer: "head", due: "end", kind: "line", state: "line" }}
        columns={columnsOf(now)}
        query={{ ...filings, data: filings.data?.data }}
        found={isShown ? undefined : found.data}
        empty={{
          title: kind === undefined ? "No reports" : "No matching reports",
          text: "Cash of 10,000.00 and transfers abroad open one by themselves. A case can have one, too.",
        }}
        panel={(filing) => <FilingPanel filing={filing} request={waiting?.get(filing.id)} />}
      >
        <CursorPages next={filings.data?.next} onward="Older reports" first="Newest reports" />
      </ListAndPanel>
    </Screen>
  );
}

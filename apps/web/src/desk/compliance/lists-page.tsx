import { LARGEST_LIST_BYTES, LIST_SOURCES } from "@wattle/contracts/choices";
import type { ListSource, ListVersion } from "@wattle/contracts/lists";
import { Status } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { useWaiting } from "../approvals/use-waiting.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { ActDrawer, type ActField } from "../parts/act-drawer.tsx";
import { momentColumn, nameColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import type { FileKind } from "../parts/file-field.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import parts from "../parts/parts.module.css";
import { byCount } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { SOURCE_WORDS, versionText } from "./case-words.ts";

/** How soon the progress of a comparison shows, in milliseconds. */
const LOOKED_AGAIN_AFTER = 2_000;

const comparedText = ({ progress }: ListVersion): string =>
  progress === null ? "Everyone" : `${progress.screened} of ${progress.customers}`;

function Compared({ list }: { readonly list: ListVersion }) {
  const { progress } = list;
  if (progress === null)
    return (
      <Status kind="done" quiet>
        Everyone
      </Status>
    );
  return (
    <span>
      <progress
        aria-label={`Compared with ${SOURCE_WORDS[list.source]}`}
        value={progress.screened}
        max={Math.max(1, progress.customers)}
      />{" "}
      {comparedText(list)}
    </span>
  );
}

const COLUMNS: readonly DeskColumn<ListVersion>[] = [
  nameColumn("source", "List", ({ source }) => SOURCE_WORDS[source]),
  textColumn("version", "Version", ({ version }) => versionText(version)),
  {
    key: "entries",
    title: "Entries",
    figures: true,
    cell: ({ targets }) => targets.toLocaleString("en-AU"),
    sort: byCount(({ targets }) => targets),
    csv: ({ targets }) => String(targets),
  },
  {
    key: "compared",
    title: "Customers compared",
    cell: (list) => <Compared list={list} />,
    csv: comparedText,
  },
  momentColumn("imported", "Imported", ({ imported_at: at }) => at),
];

const FILE: FileKind = {
  accept: { "text/csv": [".csv"], "application/xml": [".xml"], "text/xml": [".xml"] },
  largest: LARGEST_LIST_BYTES,
  problems: { kind: "Choose a CSV or XML file", size: "Choose a file up to 50 MB" },
};

const FIELDS: readonly ActField[] = [
  {
    name: "source",
    label: "List",
    initial: "dfat",
    options: LIST_SOURCES.map((value) => ({ value, label: SOURCE_WORDS[value] })),
  },
  { name: "content", label: "File", hint: "UTF-8, up to 50 MB", file: FILE },
  {
    name: "aliases",
    label: "Aliases (optional)",
    hint: "Only for the US Treasury’s list: its alt.csv",
    file: FILE,
    optional: true,
  },
];

/** The text of a file that a field has in base64. */
const decodedFile = (base64: string): string =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0));

const isSource = (source: string): source is ListSource => LIST_SOURCES.some((known) => known === source);

/** Imports a file; the server says why if it takes none of it. */
function ImportList({ onClose }: { readonly onClose: () => void }) {
  const utils = trpc.useUtils();
  const bring = trpc.ops.lists.import.useMutation({ onSettled: () => utils.ops.lists.invalidate() });
  return (
    <ActDrawer
      title="Import a list"
      button="Import list"
      about={
        <p>
          The version is used at once, and every customer is compared with what is new in it. A second person
          approves an older version, or one with less than half of the entries.
        </p>
      }
      fields={FIELDS}
      subject="a list"
      done="List imported"
      run={({ source = "", content = "", aliases = "" }) =>
        bring.mutateAsync({
          source: isSource(source) ? source : "own",
          content: decodedFile(content),
          ...(aliases !== "" && { aliases: decodedFile(aliases) }),
        })
      }
      onClose={onClose}
    />
  );
}

/** Lists in use, and how many customers have been compared with each. */
export function ListsPage() {
  const { search, change } = useDeskSearch();
  const lists = trpc.ops.lists.list.useQuery(undefined, {
    ...SHOWN_IN_PLACE,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ progress }) => progress !== null) === true ? LOOKED_AGAIN_AFTER : false,
  });
  const waiting = useWaiting("ops.lists.use");
  return (
    <Screen
      title="Lists"
      aside={
        <ActButtons
          acts={[
            { letter: "i", button: "Import a list", kind: "primary", run: () => change({ act: "import" }) },
          ]}
        />
      }
    >
      <p className={parts["muted"]}>
        Customers and the people they pay are compared with these. Import each list when its publisher has a
        new version.
      </p>
      {(waiting?.size ?? 0) > 0 && (
        <p>
          <Status kind="waiting">A version waits for a second person</Status>
        </p>
      )}
      <DeskList
        caption="Lists in use"
        card={{ source: "head", entries: "end", version: "line", compared: "line" }}
        columns={COLUMNS}
        query={lists}
        rowKey={({ id }) => id}
        empty={{ title: "No lists yet", text: "No customer is compared until you import one." }}
      />
      {search["act"] === "import" && <ImportList onClose={() => change({ act: "" })} />}
    </Screen>
  );
}

import { useEffect, useRef } from "react";
import { Status } from "../../controls/status.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { focusHeading } from "../../navigation/focus-heading.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import type { WaitingIdentity } from "../parts/answers.ts";
import { customerName, sharedText } from "../parts/customer-states.ts";
import { ageColumn } from "../parts/age-column.tsx";
import { addressColumn, nameColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import parts from "../parts/parts.module.css";
import { byCount } from "../parts/sorting.ts";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useServerTime } from "../parts/use-today.ts";
import { useSort } from "../parts/use-sort.ts";
import { Views } from "../parts/views.tsx";
import styles from "./identities.module.css";
import { IdentityReview } from "./identity-review.tsx";
import { Recoveries } from "./recoveries.tsx";
import { WaitingList } from "./waiting-list.tsx";

const SHOWN = 50;

/** The likely duplicate and the shared value, for the file. */
const flagOf = ({ likely_duplicate: twin }: WaitingIdentity): string =>
  twin === null ? "" : `May be ${customerName(twin)}: same ${sharedText(twin.shares)}`;

function Flag({ likely_duplicate: twin }: WaitingIdentity) {
  return (
    twin && (
      <div>
        <Status kind="risk">May be {customerName(twin)}</Status>
        <div className={parts["muted"]}>Same {sharedText(twin.shares)}</div>
      </div>
    )
  );
}

/** @param now the server's time, 0 as long as it is not known */
const columnsAt = (now: number): readonly DeskColumn<WaitingIdentity>[] => [
  nameColumn("name", "Name", customerName),
  {
    ...textColumn("flags", "Flags", flagOf),
    cell: Flag,
  },
  addressColumn("email", "Email", ({ email }) => email),
  textColumn("country", "Country", ({ default_country: country }) => country),
  {
    key: "try",
    title: "Attempt",
    figures: true,
    cell: ({ tries }) => tries,
    sort: byCount(({ tries }) => tries),
    csv: ({ tries }) => String(tries),
  },
  ageColumn("since", ({ submitted_at: at, due_at: due }) => ({ oldest_at: at, due_at: due }), now),
];

const VIEWS = [
  ["waiting", "To verify"],
  ["recoveries", "Login recovery"],
] as const;

/** The neighbours of one in the list. If it no longer waits, the oldest is next. */
function neighboursOf(rows: readonly WaitingIdentity[], id: string) {
  const at = rows.findIndex((row) => row.id === id);
  return { before: rows[at - 1], next: rows[at + 1] };
}

/** Puts the focus on the heading of what opens after a decision, which took the focus with it. */
function useFocusOnNext(id: string | undefined): void {
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    if (document.activeElement === document.body)
      focusHeading(document.getElementById("main") ?? document.body);
  }, [id]);
}

/** Identities that wait, oldest first; and one of them, photos next to the form. */
export function IdentitiesPage() {
  const { search, change } = useDeskSearch();
  const list = trpc.ops.customers.waiting.useQuery({ page: pageOf(search), per_page: SHOWN }, SHOWN_IN_PLACE);
  const id = search["id"];
  const view = VIEWS.find(([each]) => each === search["view"])?.[0] ?? "waiting";
  const file = trpc.ops.customers.get.useQuery(
    { id: id ?? "" },
    { enabled: id !== undefined, ...SHOWN_IN_PLACE },
  );
  useFocusOnNext(id);
  const now = useServerTime();
  const columns = columnsAt(now);
  const rows = useSort(columns).sort(list.data?.data ?? []);
  const open = (row: WaitingIdentity | undefined): void => change({ id: row?.id ?? "", act: "" });
  if (id === undefined)
    return (
      <Screen title="Identities">
        <Views
          label="Views of identities"
          views={VIEWS}
          view={view}
          forget={["page", "row", "act", "state"]}
        />
        {view === "recoveries" ? (
          <Recoveries />
        ) : (
          <DeskList
            caption="Identities to verify"
            columns={columns}
            query={list}
            rowKey={(row) => row.id}
            card={{ name: "head", since: "end", flags: "line", email: "line" }}
            empty={{ title: "No identities waiting", text: "Identities customers send show here." }}
            onOpen={open}
          />
        )}
      </Screen>
    );
  return (
    <div className={styles["desk"]}>
      <WaitingList rows={rows} now={now} />
      {file.data === undefined ? (
        <Screen title="Identity">
          <Loaded query={file} what="this identity" lines={10} />
        </Screen>
      ) : (
        <IdentityReview key={id} file={file.data} {...neighboursOf(rows, id)} onOpen={open} />
      )}
    </div>
  );
}

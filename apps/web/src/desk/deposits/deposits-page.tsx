import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { keepPreviousData } from "@tanstack/react-query";
import { STATUS_WORDS } from "../../history/statuses.ts";
import { Status } from "../../controls/status.tsx";
import { ageText } from "../../staff/staff-words.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import type { DepositRecord } from "../parts/answers.ts";
import { nameColumn, referenceColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { CursorPages } from "../parts/cursor-pages.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { FindForm } from "../parts/find-form.tsx";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import { momentText } from "../parts/moment-text.ts";
import { byAge, byAmount, byMoment } from "../parts/sorting.ts";
import { StateFilter, useShownState } from "../parts/state-filter.tsx";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useServerTime } from "../parts/use-today.ts";
import { useWaiting } from "../approvals/use-waiting.ts";
import { Views } from "../parts/views.tsx";
import { CardPayments } from "./card-payments.tsx";
import { DepositPanel } from "./deposit-panel.tsx";
import { methodOf, moneyOf, depositorName } from "./deposit-words.ts";

const SHOWN = 50;

/** The states that deposits have, what waits first. */
const STATES = ["awaiting_payment", "completed", "returned", "expired", "cancelled"] as const;

const BASE: readonly DeskColumn<DepositRecord>[] = [
  nameColumn("customer", "Customer", depositorName),
  referenceColumn(),
  {
    key: "amount",
    title: "Amount",
    figures: true,
    cell: moneyOf,
    sort: byAmount(
      ({ credit }) => credit,
      (row) => row.credit_currency,
    ),
    csv: ({ credit }) => credit,
  },
  { key: "currency", title: "Currency", fileOnly: true, cell: () => null, csv: (row) => row.credit_currency },
  textColumn("method", "Paid by", methodOf),
];

/** The start of a deposit, or its age if it is waiting. @param now the server's time, 0 as long as it is not known */
const startedOf = (waits: boolean, now: number): DeskColumn<DepositRecord> => ({
  key: "started",
  title: waits ? "Age" : "Started",
  figures: waits,
  cell: ({ created_at: at }) => (waits ? now !== 0 && ageText(now - Date.parse(at)) : momentText(at)),
  sort: (waits ? byAge : byMoment)(({ created_at: at }) => at),
  csv: ({ created_at: at }) => at,
});

/**
 * The end of a deposit's time to pay. The last day is marked. @param now the server's time, 0 as long as it is not
 * known
 */
const expiresOf = (now: number): DeskColumn<DepositRecord> => ({
  key: "expires",
  title: "Expires",
  figures: true,
  cell: ({ expires_at: at }) => {
    const left = at === null || now === 0 ? null : Date.parse(at) - now;
    if (left === null) return null;
    if (left <= 0) return <Status kind="failed">now</Status>;
    const text = `in ${ageText(left)}`;
    return left < DAY_MILLISECONDS ? <Status kind="waiting">{text}</Status> : text;
  },
  sort: byMoment(({ expires_at: at }) => at),
  csv: ({ expires_at: at }) => at ?? "",
});

const stateOf = (waiting: ReadonlyMap<string, string>): DeskColumn<DepositRecord> =>
  stateColumn(
    ({ status, reference }) =>
      waiting.has(reference) ? { kind: "waiting", word: "Second person" } : STATUS_WORDS[status],
    ({ status }) => status,
  );

/** Filter in the address: the state and the text. */
function useFilter() {
  const { search } = useDeskSearch();
  const { q, after } = search;
  const shown = useShownState(STATES);
  return {
    shown,
    input: {
      per_page: SHOWN,
      ...(shown !== "all" && { status: shown }),
      // Waiting rows come oldest first; done ones are looked up.
      newest_first: shown !== "awaiting_payment",
      ...(q !== undefined && { text: q }),
      ...(after !== undefined && { after }),
    },
  };
}

const VIEWS = [
  ["deposits", "By bank"],
  ["cards", "By card"],
] as const;

/** Money that comes in: deposits, and payments by card. */
export function DepositsPage() {
  const { search } = useDeskSearch();
  const view = VIEWS.find(([each]) => each === search["view"])?.[0] ?? "deposits";
  return (
    <Screen title="Deposits">
      <Views
        label="Views of deposits"
        views={VIEWS}
        view={view}
        forget={["state", "q", "after", "page", "row", "act"]}
      />
      {view === "cards" ? <CardPayments /> : <Deposits />}
    </Screen>
  );
}

/** Deposits that customers have started, those that wait for their money first of all. */
function Deposits() {
  const { search } = useDeskSearch();
  const { shown, input } = useFilter();
  const now = useServerTime();
  const list = trpc.ops.deposits.list.useQuery(input, {
    placeholderData: keepPreviousData,
    ...SHOWN_IN_PLACE,
  });
  const waiting = useWaiting("ops.deposits.confirm") ?? new Map<string, string>();
  const named = search["row"];
  // A link may name one that this page of the list does not have, and an act takes it out of the list.
  const found = trpc.ops.deposits.find.useQuery(
    { reference: named ?? "" },
    { enabled: named !== undefined, retry: false, ...SHOWN_IN_PLACE },
  );
  const waits = shown === "awaiting_payment";
  const differs = shown === "all" || list.data?.data.some(({ reference }) => waiting.has(reference)) === true;
  const columns = [
    ...BASE,
    startedOf(waits, now),
    ...(waits ? [expiresOf(now)] : []),
    ...(differs ? [stateOf(waiting)] : []),
  ];
  return (
    <>
      <FindForm label="Reference, name or email" folds>
        <StateFilter states={STATES} word={(state) => STATUS_WORDS[state].word} />
      </FindForm>
      <ListAndPanel
        firstShows
        caption="Deposits"
        card={{
          customer: "head",
          amount: "end",
          reference: "line",
          ...(waits ? { expires: "titled" } : { started: "line" }),
          state: "line",
        }}
        columns={columns}
        query={{ ...list, data: list.data?.data }}
        empty={
          waits && search["q"] === undefined
            ? { title: "No open deposits", text: "Deposits that customers start show here." }
            : { title: "No matching deposits" }
        }
        named={({ reference }) => reference}
        found={found.data}
        panel={(deposit) => <DepositPanel deposit={deposit} request={waiting.get(deposit.reference)} />}
      >
        <CursorPages next={list.data?.next} onward="Next deposits" first="First deposits" />
      </ListAndPanel>
    </>
  );
}

import type { RowKind } from "@wattle/contracts/presence";
import type { Queue, QueueState } from "@wattle/contracts/today";
import { useNavigate } from "@tanstack/react-router";
import { Fragment } from "react";
import { QUEUE_WORDS } from "../../staff/staff-words.ts";
import { DoneIcon } from "../../ui/icons.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { ageColumn, ageOf } from "../parts/age-column.tsx";
import { DeskList, OPEN_FIRST, type DeskColumn } from "../parts/desk-list.tsx";
import { Key } from "../parts/key.tsx";
import { LookingMark, useColleagues } from "../parts/presence.tsx";
import { lateness, shareUsed } from "../parts/queue-due.ts";
import { byCount, byText } from "../parts/sorting.ts";
import { useServerTime, useToday } from "../parts/use-today.ts";
import { DESK_ICONS } from "../screens/desk-icons.tsx";
import { placeOf, type DeskScreen } from "../screens/desk-screen.ts";
import { SCREENS } from "../screens/screens.ts";
import styles from "./today-page.module.css";

/** Screen for a queue; undefined if that is not on the desk. */
const screenOf = (queue: Queue): DeskScreen | undefined => SCREENS.find((screen) => screen.queue === queue);

/** The queue that a row belongs to, for colleagues who have it open. */
const QUEUE_OF: Readonly<Record<RowKind, Queue | undefined>> = {
  customer: "identities",
  recovery: "identities",
  bank_line: "bank_lines",
  deposit: "deposits",
  arrival: "arrivals",
  card_payment: "deposits",
  withdrawal: "withdrawals",
  payout: "withdrawals",
  coin_payout: "coin_payouts",
  receivable: undefined,
  case: "cases",
  filing: "filings",
  rule: undefined,
  approval: "approvals",
  enquiry: "enquiries",
};

const DAY_HOURS = 24;
/** How long each may wait: '1 business day', '4 hours on business days'. */
function allowedText({ target_hours: hours }: QueueState): string {
  if (hours === null) return "";
  const [count, unit, more] =
    hours % DAY_HOURS === 0 ? [hours / DAY_HOURS, "business day", ""] : [hours, "hour", " on business days"];
  return `${count} ${unit}${count === 1 ? "" : "s"}${more}`;
}

/** How much of the time allowed the oldest has used, with how late that is by its colour. */
function TimeUsed({ state, now }: { readonly state: QueueState; readonly now: number }) {
  return (
    <span className={styles["allowed"]}>
      {state.target_hours !== null && (
        // Oldest and the time allowed say it in words.
        <span aria-hidden="true" className={styles["used"]} data-late={lateness(state, now)}>
          <span style={{ width: `${Math.min(1, shareUsed(state, now)) * 100}%` }} />
        </span>
      )}
      {allowedText(state)}
    </span>
  );
}

/** Colleagues with a row of the queue open. */
function OnIt({ queue, count }: Pick<QueueState, "queue" | "count">) {
  const there = useColleagues().filter(({ kind }) => QUEUE_OF[kind] === queue);
  if (there.length > 0) return <LookingMark there={there} />;
  return (
    count > 0 && (
      <span className={styles["none"]}>
        –<span className="visually-hidden">no one</span>
      </span>
    )
  );
}

/** Waiting rows that are no work: customers pay deposits when they like, and pauses are intended. */
export const isWork = ({ queue }: QueueState): boolean => queue !== "deposits" && queue !== "switches";

/** Work first, then what is none. */
const rankOf = (state: QueueState): number => (isWork(state) ? 0 : 1);

/** Queues in which something waits, by how much of their time is used. */
export const byUrgency = (queues: readonly QueueState[], now: number): QueueState[] =>
  queues
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || shareUsed(b, now) - shareUsed(a, now));

const columnsAt = (now: number): readonly DeskColumn<QueueState>[] => [
  {
    key: "queue",
    title: "Queue",
    cell: ({ queue }) => {
      const screen = screenOf(queue);
      if (screen === undefined) return QUEUE_WORDS[queue];
      const Icon = DESK_ICONS[screen.icon];
      return (
        <span className={styles["queue"]}>
          <Icon size={18} />
          <SiteLink to={placeOf(screen)}>{QUEUE_WORDS[queue]}</SiteLink>
        </span>
      );
    },
    sort: byText(({ queue }) => QUEUE_WORDS[queue]),
    csv: ({ queue }) => QUEUE_WORDS[queue],
  },
  {
    key: "count",
    title: "Waiting",
    figures: true,
    cell: ({ count }) => <strong>{count}</strong>,
    sort: byCount(({ count }) => count),
    csv: ({ count }) => String(count),
  },
  {
    ...ageColumn<QueueState>("oldest", (state) => state, now),
    title: "Oldest",
    csv: (state) => ageOf(state, now),
  },
  {
    key: "allowed",
    title: "Target",
    cell: (state) => <TimeUsed state={state} now={now} />,
    csv: allowedText,
  },
  { key: "on-it", title: "On it", cell: (state) => <OnIt {...state} /> },
  {
    key: "done",
    title: "Done today",
    figures: true,
    cell: (state) =>
      isWork(state) && state.done_today > 0 ? (
        state.done_today
      ) : (
        <span className={styles["none"]}>{isWork(state) ? "–" : ""}</span>
      ),
    csv: ({ done_today: done }) => String(done),
  },
  {
    key: "go",
    title: "Key",
    cell: ({ queue }) => {
      const screen = screenOf(queue);
      // The key leads to the first view.
      return screen !== undefined && screen.view === undefined && <Key>{`g ${screen.letter}`}</Key>;
    },
  },
];

/** Opens the screen of a queue. @param oldest opens the first row of its list, too, which is the oldest */
export function useOpenQueue(): (state: QueueState, oldest?: boolean) => void {
  const navigate = useNavigate();
  return ({ queue }, oldest = false) => {
    const screen = screenOf(queue);
    if (screen === undefined) return;
    const { to, view } = screen;
    void navigate({
      to,
      search: { ...(view !== undefined && { view }), ...(oldest && { open: OPEN_FIRST }) },
    });
  };
}

/** Queues in which nothing waits, in a line: 'Clear: Bank (3 done today), Arrivals'. */
function Clear({ queues }: { readonly queues: readonly QueueState[] }) {
  if (queues.length === 0) return null;
  return (
    <p className={styles["clear"]}>
      <DoneIcon size={18} />
      <span>
        Clear:{" "}
        {queues.map((state, place) => {
          const { queue, done_today: done } = state;
          const screen = screenOf(queue);
          const words = QUEUE_WORDS[queue];
          return (
            <Fragment key={queue}>
              {place > 0 && ", "}
              {screen === undefined ? words : <SiteLink to={placeOf(screen)}>{words}</SiteLink>}
              {isWork(state) && done > 0 && ` (${done} done today)`}
            </Fragment>
          );
        })}
      </span>
    </p>
  );
}

/** Queues of the user's roles, with the longest wait of each, the most urgent first. */
export function QueuesPanel() {
  const today = useToday();
  const open = useOpenQueue();
  const now = useServerTime();
  return (
    <section aria-label="Waiting" className={styles["waiting"]}>
      <DeskList
        caption="Queues"
        card={{ queue: "head", count: "end", oldest: "line", allowed: "line" }}
        columns={columnsAt(now)}
        foot="none"
        query={{ ...today, data: today.data && byUrgency(today.data.queues, now) }}
        rowKey={({ queue }) => queue}
        empty={{ title: today.data?.queues.length === 0 ? "Nothing for your roles" : "Nothing waits" }}
        onOpen={(state) => open(state)}
      />
      <Clear queues={today.data?.queues.filter(({ count }) => count === 0) ?? []} />
    </section>
  );
}

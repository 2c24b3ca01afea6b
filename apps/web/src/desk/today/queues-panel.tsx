import type { QueueState } from "@wattle/contracts/today";
import { useNavigate } from "@tanstack/react-router";
import { Panel } from "../../controls/panel.tsx";
import { QUEUE_WORDS } from "../../staff/staff-words.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { ageColumn, ageOf } from "../parts/age-column.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { lateness } from "../parts/queue-due.ts";
import { Key } from "../parts/key.tsx";
import { byCount, byText } from "../parts/sorting.ts";
import { useServerTime, useToday } from "../parts/use-today.ts";
import { placeOf, type DeskScreen } from "../screens/desk-screen.ts";
import { SCREENS } from "../screens/screens.ts";
import styles from "./today-page.module.css";

/** Screen for a queue; undefined if that is not on the desk. */
const screenOf = ({ queue }: QueueState): DeskScreen | undefined =>
  SCREENS.find((screen) => screen.queue === queue);

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
  const { oldest_at: since, due_at: due } = state;
  const [from, to] = [Date.parse(since ?? ""), Date.parse(due ?? "")];
  const share = now > 0 && to > from ? Math.min(1, Math.max(0, (now - from) / (to - from))) : 0;
  return (
    <span className={styles["allowed"]}>
      {state.target_hours !== null && (
        // Oldest and the time allowed say it in words.
        <span aria-hidden="true" className={styles["used"]} data-late={lateness(state, now)}>
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
      {allowedText(state)}
    </span>
  );
}

/** Waiting rows that are no work: customers pay deposits when they like, and pauses are intended. */
const isWork = ({ queue }: QueueState): boolean => queue !== "deposits" && queue !== "switches";

/** '13 waiting for you'. */
function workText(queues: readonly QueueState[]): string {
  const count = queues.filter(isWork).reduce((sum, state) => sum + state.count, 0);
  return count === 0 ? "Nothing waiting for you" : `${count} waiting for you`;
}

const columnsAt = (now: number): readonly DeskColumn<QueueState>[] => [
  {
    key: "queue",
    title: "Queue",
    cell: (state) => {
      const screen = screenOf(state);
      const words = QUEUE_WORDS[state.queue];
      return screen === undefined ? (
        words
      ) : (
        <span>
          <SiteLink to={placeOf(screen)}>{words}</SiteLink> {/* The key leads to the first view. */}
          {screen.view === undefined && <Key>{`g ${screen.letter}`}</Key>}
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
];

/** Queues of the user's roles, with the longest wait of each. */
export function QueuesPanel() {
  const today = useToday();
  const navigate = useNavigate();
  const now = useServerTime();
  return (
    <Panel
      title="Waiting"
      aside={
        today.isSuccess &&
        !today.isRefetchError && (
          <span className={styles["detail"]}>
            {workText(today.data.queues)} · <span>Live</span>
          </span>
        )
      }
    >
      <DeskList
        caption="Queues"
        card={{ queue: "head", count: "end", oldest: "line", allowed: "line" }}
        columns={columnsAt(now)}
        foot="none"
        query={{ ...today, data: today.data?.queues }}
        rowKey={({ queue }) => queue}
        empty={{ title: "Nothing for your roles" }}
        onOpen={(state) => {
          const screen = screenOf(state);
          if (screen !== undefined) void navigate({ to: placeOf(screen) });
        }}
      />
    </Panel>
  );
}

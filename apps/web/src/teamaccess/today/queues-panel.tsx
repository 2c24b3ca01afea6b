import type { QueueState } from "@wattle/contracts/today";
import { useNavigate } from "@tanstack/react-router";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { ageText, QUEUE_WORDS } from "../../staff/staff-words.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { momentColumn } from "../parts/columns.tsx";
import { Key } from "../parts/key.tsx";
import { lateness } from "../parts/queue-due.ts";
import { byAge, byCount, byText } from "../parts/sorting.ts";
import { useToday } from "../parts/use-today.ts";
import { placeOf, type DeskScreen } from "../screens/desk-screen.ts";
import { SCREENS } from "../screens/screens.ts";

/** Where a queue is worked through; undefined where that is not on the desk. */
const screenOf = ({ queue }: QueueState): DeskScreen | undefined =>
  SCREENS.find((screen) => screen.queue === queue);

const LATE_WORDS = { late: ["failed", "late"], soon: ["waiting", "due soon"] } as const;

const columnsAt = (now: number): readonly DeskColumn<QueueState>[] => {
  const age = ({ oldest_at: since }: QueueState): string =>
    since === null ? "" : ageText(now - Date.parse(since));
  return [
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
      key: "oldest",
      title: "Oldest",
      figures: true,
      cell: (state) => {
        const how = lateness(state, now);
        if (how === undefined) return age(state);
        const [kind, word] = LATE_WORDS[how];
        return (
          <Status kind={kind}>
            {age(state)}, {word}
          </Status>
        );
      },
      sort: byAge(({ oldest_at: at }) => at),
      csv: age,
    },
    { ...momentColumn("due", "Due", ({ due_at: at }: QueueState) => at), figures: true },
  ];
};

/** What waits for the roles of the one who looks, with the age of what waits longest. */
export function QueuesPanel() {
  const today = useToday();
  const navigate = useNavigate();
  // By the server's clock, which may differ from the browser's.
  const now = today.data === undefined ? 0 : Date.parse(today.data.now);
  return (
    <Panel title="Waiting" aside={today.isSuccess && !today.isRefetchError && <span>Live</span>}>
      <DeskList
        caption="What waits"
        columns={columnsAt(now)}
        foot="none"
        query={{ data: today.data?.queues, isError: today.isError, refetch: today.refetch }}
        rowKey={({ queue }) => queue}
        empty={{ title: "Nothing waits for your roles" }}
        onOpen={(state) => {
          const screen = screenOf(state);
          if (screen !== undefined) void navigate({ to: placeOf(screen) });
        }}
      />
    </Panel>
  );
}

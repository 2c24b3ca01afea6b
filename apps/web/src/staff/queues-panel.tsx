import type { QueueState } from "@wattle/contracts/today";
import { useState } from "react";
import { trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { Panel } from "../controls/panel.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ageText, QUEUE_WORDS } from "./staff-words.ts";
import styles from "./today-page.module.css";

/** Queues are counted again while the page can be seen. */
const COUNTED_AGAIN_AFTER = 30_000;

function QueueLine({ queue, now }: { readonly queue: QueueState; readonly now: number }) {
  const age =
    queue.oldest_at === null
      ? "Nothing waiting"
      : `${queue.queue === "switches" ? "Since" : "Oldest"}: ${ageText(now - Date.parse(queue.oldest_at))}`;
  return (
    <div className={styles["queue"]}>
      <dt>{QUEUE_WORDS[queue.queue]}</dt>
      <dd className={styles["count"]}>{queue.count}</dd>
      <dd className={styles["age"]}>
        {queue.queue === "switches" && queue.count === 0 ? "Nothing paused" : age}
      </dd>
    </div>
  );
}

/** What waits for the roles of the one who looks, with the age of what waits longest. */
export function QueuesPanel() {
  const today = trpc.ops.today.useQuery(undefined, {
    refetchInterval: COUNTED_AGAIN_AFTER,
    trpc: { context: { background: true } },
  });
  // The server's clock and the browser's may differ: ages are counted from when the answer came.
  const [opened] = useState(() => Date.now());
  const now = Math.max(opened, today.dataUpdatedAt);
  const failed = today.data === undefined && today.isError;
  return (
    <Panel title="Waiting" loading={today.isPending} skeletonLines={5}>
      {failed ? (
        <EmptyState
          title="We couldn’t load what’s waiting"
          action={
            <Button kind="quiet" onClick={() => void today.refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <dl className={styles["queues"]}>
          {today.data?.queues.map((queue) => (
            <QueueLine key={queue.queue} queue={queue} now={now} />
          ))}
        </dl>
      )}
    </Panel>
  );
}

import { useState } from "react";
import { Notice } from "../accounts/notice.tsx";
import { Button } from "../controls/button.tsx";
import { Pagination } from "../controls/pagination.tsx";
import { Panel } from "../controls/panel.tsx";
import { trpc } from "../trpc.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ApprovalCard } from "./approval-card.tsx";
import type { ApprovalRequest } from "./approval-words.ts";
import styles from "./approvals-panel.module.css";

const SHOWN = 10;
const READ_AGAIN_AFTER = 30_000;

/** What waits for a second person, newest first, and what was decided on this page. */
export function ApprovalsPanel() {
  const utils = trpc.useUtils();
  const [page, setPage] = useState(1);
  const [decided, setDecided] = useState<readonly ApprovalRequest[]>([]);
  const list = trpc.ops.approvals.list.useQuery(
    { status: "pending", page, per_page: SHOWN },
    { refetchInterval: READ_AGAIN_AFTER, trpc: { context: { background: true } } },
  );
  const readAgain = (): void => void utils.ops.invalidate();
  const onDecided = (request: ApprovalRequest): void => {
    setDecided((before) => [request, ...before.filter(({ id }) => id !== request.id)]);
    readAgain();
  };
  const waiting = list.data?.data.filter(({ id }) => decided.every((other) => other.id !== id)) ?? [];
  const shown = [...decided, ...waiting];
  return (
    <Panel
      title="Waiting for a second person"
      loading={list.isPending}
      skeletonLines={4}
      aside={list.data !== undefined && <span className={styles["count"]}>{list.data.meta.total}</span>}
    >
      {list.data === undefined ? (
        <EmptyState
          title="We couldn’t load the requests"
          action={
            <Button kind="quiet" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <>
          {!list.data.required && (
            <Notice kind="warn">
              <p>Approvals are off. One person can do every act alone.</p>
            </Notice>
          )}
          {shown.length === 0 ? (
            <EmptyState title="No requests">What needs a second person will show here.</EmptyState>
          ) : (
            <ul className={styles["requests"]}>
              {shown.map((request) => (
                <ApprovalCard
                  key={request.id}
                  request={request}
                  onDecided={onDecided}
                  onRefused={readAgain}
                />
              ))}
            </ul>
          )}
          <Pagination
            label="Requests"
            page={page}
            lastPage={list.data.meta.last_page}
            onPage={(next) => {
              setDecided([]);
              setPage(next);
            }}
          />
        </>
      )}
    </Panel>
  );
}

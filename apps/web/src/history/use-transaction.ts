import { useEffect } from "react";
import { trpc } from "../trpc.ts";
import { pollInterval } from "./poll-interval.ts";

/**
 * One of the customer's transactions, followed while it is pending. When it is settled, balances and lists that may show it are read again.
 */
export function useTransaction(id: string) {
  const utils = trpc.useUtils();
  const query = trpc.history.get.useQuery(
    { id },
    {
      trpc: { context: { background: true } },
      refetchInterval: ({ state }) =>
        pollInterval(state.data === undefined ? undefined : [state.data], state.dataUpdateCount),
    },
  );
  const status = query.data?.status;
  useEffect(() => {
    if (status === undefined) return;
    void utils.balances.get.invalidate();
    void utils.history.list.invalidate();
    void utils.withdrawals.state.invalidate();
  }, [status, utils]);
  return query;
}

import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { useMay } from "../parts/use-may.ts";
import { useToday } from "../parts/use-today.ts";
import { NEWEST_ACTS, WAITING_REQUESTS } from "./ask-ahead.ts";

export function useSwitches() {
  const may = useMay();
  return trpc.ops.switches.list.useQuery(undefined, {
    enabled: may("ops.switches.list"),
    ...SHOWN_IN_PLACE,
  });
}

/** The newest acts of everyone. */
export const useNewestActs = () => trpc.ops.audit.list.useQuery(NEWEST_ACTS, SHOWN_IN_PLACE);

/** Requests for a second person that are not decided yet, those of the reader too. */
export const useWaitingRequests = () => trpc.ops.approvals.list.useQuery(WAITING_REQUESTS, SHOWN_IN_PLACE);

/** Whether all that the screen shows was answered, or failed, once: trying again changes nothing of that. */
export function useIsAnswered(): boolean {
  return [useToday(), useSwitches(), useNewestActs(), useWaitingRequests()].every(
    ({ isFetched, isLoading }) => isFetched || !isLoading,
  );
}

import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { useMay } from "../parts/use-may.ts";
import { useToday } from "../parts/use-today.ts";
import { lastActsOf } from "./ask-ahead.ts";

export const useRates = () =>
  trpc.ops.rates.status.useQuery(undefined, { refetchInterval: 15_000, ...SHOWN_IN_PLACE });

export function useSwitches() {
  const may = useMay();
  return trpc.ops.switches.list.useQuery(undefined, {
    enabled: may("ops.switches.list"),
    ...SHOWN_IN_PLACE,
  });
}

/** The last acts of someone. @param id the member of staff */
export const useLastActs = (id: string) => trpc.ops.audit.list.useQuery(lastActsOf(id), SHOWN_IN_PLACE);

/** Whether all that the screen shows was answered, or failed, once: trying again changes nothing of that. @param id of who looks */
export function useIsAnswered(id: string): boolean {
  return [useToday(), useRates(), useSwitches(), useLastActs(id)].every(
    ({ isFetched, isLoading }) => isFetched || !isLoading,
  );
}

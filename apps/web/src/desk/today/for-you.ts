import type { PayoutSummary } from "@wattle/contracts/payouts";
import { useSession } from "../../session/session-store.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import type { ApprovalRequest } from "../approvals/approval-words.ts";
import { useMay } from "../parts/use-may.ts";
import { useToday } from "../parts/use-today.ts";
import { useWaitingRequests } from "./asked.ts";

const RELEASE = "ops.payouts.release";

/** Decisions that wait for the one who looks, and requests of theirs that wait for someone else. */
interface ForYou {
  /** Batches that colleagues made, and whose release no one has asked for. */
  readonly batches: readonly PayoutSummary[];
  /** Requests that they may decide: batches of payouts first, then the oldest. */
  readonly requests: readonly ApprovalRequest[];
  readonly own: readonly ApprovalRequest[];
  readonly count: number;
  /** Whether there are more on the pages after the one that was asked for. */
  readonly isMore: boolean;
}

const NO_ONES: ForYou = { batches: [], requests: [], own: [], count: 0, isMore: false };

/** Batches of payouts that someone else made. @param requests those whose release was asked for wait as requests */
function useBatchesToRelease(requests: readonly ApprovalRequest[]): readonly PayoutSummary[] {
  const may = useMay();
  const me = useSession()?.user.id;
  const today = useToday();
  const open = trpc.ops.payouts.list.useQuery(
    { status: "open" },
    { enabled: may(RELEASE), ...SHOWN_IN_PLACE },
  );
  const asked = new Set(requests.flatMap(({ act, input_id: id }) => (act === RELEASE ? [id] : [])));
  const isForMe = ({ id, created_by: maker }: PayoutSummary): boolean =>
    !asked.has(id) && (maker !== me || today.data?.approvals_required === false);
  return (open.data?.data ?? []).filter(isForMe).toReversed();
}

/** The one meaning of what waits for the reader: the greeting counts what the panel shows. */
export function useForYou(): ForYou {
  const { data } = useWaitingRequests();
  const all = data?.data ?? [];
  const batches = useBatchesToRelease(all);
  if (data === undefined) return NO_ONES;
  const mine = all.filter(({ may_decide: may }) => may).toReversed();
  const requests = [
    ...mine.filter(({ act }) => act === RELEASE),
    ...mine.filter(({ act }) => act !== RELEASE),
  ];
  return {
    batches,
    requests,
    own: all.filter(({ own }) => own),
    count: batches.length + requests.length,
    isMore: (data.meta.last_page ?? 1) > 1,
  };
}

import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import type { ApprovalRequest } from "./approval-words.ts";

/** Requests that wait for a second person, by the identifier of what they are about; undefined until they are known. */
export function useRequests(act: string): ReadonlyMap<string, ApprovalRequest> | undefined {
  const requests = trpc.ops.approvals.list.useQuery({ status: "pending", per_page: 100 }, SHOWN_IN_PLACE);
  if (requests.data === undefined) return undefined;
  return new Map(
    requests.data.data.flatMap((request) =>
      request.act === act && request.input_id !== null ? [[request.input_id, request] as const] : [],
    ),
  );
}

/** The same, only by their own identifiers. */
export function useWaiting(act: string): ReadonlyMap<string, string> | undefined {
  const requests = useRequests(act);
  return requests && new Map([...requests].map(([about, { id }]) => [about, id]));
}

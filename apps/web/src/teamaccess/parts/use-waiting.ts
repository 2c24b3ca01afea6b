import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";

/** Requests that wait for a second person: identifiers of what they are about; undefined until they are known. */
export function useWaiting(act: string): ReadonlyMap<string, string> | undefined {
  const requests = trpc.ops.approvals.list.useQuery({ status: "pending", per_page: 100 }, SHOWN_IN_PLACE);
  if (requests.data === undefined) return undefined;
  return new Map(
    requests.data.data.flatMap(({ act: asked, input_id: about, id }) =>
      asked === act && about !== null ? [[about, id] as const] : [],
    ),
  );
}

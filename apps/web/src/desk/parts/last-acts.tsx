import { whoOf } from "./audit-words.ts";
import { actText } from "../../staff/staff-words.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { momentText } from "./moment-text.ts";

/** The last act on something, with its actor and time: for the one who came second. */
export function LastActs({ subject }: { readonly subject: string }) {
  const acts = trpc.ops.audit.list.useQuery({ subject, per_page: 1 }, { staleTime: 0, ...SHOWN_IN_PLACE });
  const [last] = acts.data?.data ?? [];
  if (last === undefined) return null;
  return (
    <p>
      {whoOf(last)}: {actText(last.action)}, {momentText(last.created_at)}.
    </p>
  );
}

import { isUnusual } from "@wattle/contracts/choices";
import type { Payout } from "@wattle/contracts/payouts";
import { Button } from "../../controls/button.tsx";
import { Skeleton } from "../../controls/skeleton.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { signedText, sumOf } from "../parts/signed-money.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { Payees } from "../payees/payees.tsx";
import styles from "./approvals.module.css";

/** What a batch has that someone should look at: 'To look at: 1 of 4 (480.00 AUD)'. */
function toLookText({ rows, currency }: Pick<Payout, "rows" | "currency">): string {
  const unusual = rows.filter(isUnusual);
  return unusual.length === 0
    ? "Nothing in it is unusual."
    : `To look at: ${unusual.length} of ${rows.length} (${signedText(sumOf(unusual.map(({ amount }) => amount)), currency)})`;
}

/** A batch as it is now. */
export function useBatchLook(id: string | null) {
  return trpc.ops.payouts.get.useQuery({ id: id ?? "" }, { ...SHOWN_IN_PLACE, enabled: id !== null });
}

/** What the second person looks at before a batch is released: who is paid how much, and where to. */
export function BatchLook({
  batch: { data, isError, refetch },
}: {
  readonly batch: ReturnType<typeof useBatchLook>;
}) {
  const { search } = useDeskSearch();
  if (data === undefined)
    return isError ? (
      <EmptyState
        title="We couldn’t load this batch"
        action={
          <Button kind="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    ) : (
      <Skeleton lines={2} />
    );
  return (
    <section aria-label="The batch">
      <h3 className={styles["why"]}>{toLookText(data)}</h3>
      <Payees batch={data} />
      {/* On the batch's own page it is open already. */}
      {search["id"] !== data.id && (
        <SiteLink to={`/teamaccess/payouts?id=${data.id}`}>Open the batch</SiteLink>
      )}
    </section>
  );
}

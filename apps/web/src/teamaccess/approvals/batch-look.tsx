import { isUnusual } from "@wattle/contracts/choices";
import type { Payout } from "@wattle/contracts/payouts";
import { Button } from "../../controls/button.tsx";
import { Skeleton } from "../../controls/skeleton.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { signedText, sumOf } from "../parts/signed-money.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { Warnings } from "../payouts/warnings.tsx";
import styles from "./approvals.module.css";

/** What a batch still has that someone should look at: 'To look at: 1 of 4 (480.00 AUD)'. */
export function toLookText({ rows, currency }: Pick<Payout, "rows" | "currency">): string {
  const unusual = rows.filter(isUnusual);
  return unusual.length === 0
    ? "Nothing in it is unusual."
    : `To look at: ${unusual.length} of ${rows.length} (${signedText(sumOf(unusual.map(({ amount }) => amount)), currency)})`;
}

/** Who is paid what in a batch's payments that someone should look at, and why to look. */
export function UnusualPayees({ rows, currency }: Pick<Payout, "rows" | "currency">) {
  return (
    <ul className={styles["payees"]}>
      {rows.filter(isUnusual).map(({ reference, amount, customer, account_name: payee, warnings }) => (
        <li key={reference}>
          {customer.name} → {payee}, {signedText(amount, currency)}
          <Warnings warnings={warnings} />
        </li>
      ))}
    </ul>
  );
}

/** A batch as it is now: what to look at in it, and the way to it. */
export function useBatchLook(id: string | null) {
  return trpc.ops.payouts.get.useQuery({ id: id ?? "" }, { ...SHOWN_IN_PLACE, enabled: id !== null });
}

/** What the second person looks at before a batch is released. */
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
      <UnusualPayees {...data} />
      {/* On the batch's own page it is open already. */}
      {search["id"] !== data.id && (
        <SiteLink to={`/teamaccess/payouts?id=${data.id}`}>Open the batch</SiteLink>
      )}
    </section>
  );
}

import { isUnusual } from "@wattle/contracts/choices";
import type { Payout } from "@wattle/contracts/payouts";
import { Loaded } from "../../controls/loaded.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { signedText, sumOf } from "../parts/signed-money.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { Payees } from "../payees/payees.tsx";
import { reviewText } from "../payees/payout-words.ts";
import styles from "./approvals.module.css";

/** The payments of a batch that need review: '1 needs review, 480.00 AUD'. */
function toLookText({ rows, currency }: Pick<Payout, "rows" | "currency">): string {
  const unusual = rows.filter(isUnusual);
  return unusual.length === 0
    ? "Nothing unusual"
    : `${reviewText(unusual.length)}, ${signedText(sumOf(unusual.map(({ amount }) => amount)), currency)}`;
}

/** A batch as it is now. */
export function useBatchLook(id: string | null) {
  return trpc.ops.payouts.get.useQuery({ id: id ?? "" }, { ...SHOWN_IN_PLACE, enabled: id !== null });
}

/** A batch for the second person before it is released: who is paid how much, and to which account. */
export function BatchLook({ batch }: { readonly batch: ReturnType<typeof useBatchLook> }) {
  const { search } = useDeskSearch();
  const { data } = batch;
  if (data === undefined) return <Loaded query={batch} what="this batch" lines={2} />;
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

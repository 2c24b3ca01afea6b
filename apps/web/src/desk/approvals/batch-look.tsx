import { isUnusual } from "@wattle/contracts/choices";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import type { Payout } from "@wattle/contracts/payouts";
import { Loaded } from "../../controls/loaded.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { signedText, sumOf } from "../parts/signed-money.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { Payees, type PayeeRow } from "../payees/payees.tsx";
import { reviewText } from "../payees/payout-words.ts";
import type { ApprovalRequest } from "./approval-words.ts";
import styles from "./approvals.module.css";

/** The payments of a batch, to banks or to wallets. */
type Batch = Pick<Payout, "id" | "currency" | "total"> & { readonly rows: readonly PayeeRow[] };

/** The payments of a batch that need review: '1 needs review, 480.00 AUD'. */
function toLookText({ rows, currency }: Batch): string {
  const unusual = rows.filter(isUnusual);
  return unusual.length === 0
    ? "Nothing unusual"
    : `${reviewText(unusual.length)}, ${signedText(sumOf(unusual.map(({ amount }) => amount)), currency)}`;
}

/** Coins go to the customer's payee, whose address is the account. */
const coinBatch = ({ id, currency, total, payments }: CoinPayout): Batch => ({
  id,
  currency,
  total,
  rows: payments.map(({ reference, amount, customer, address, payable }) => ({
    reference,
    amount,
    customer,
    account_name: customer.name,
    account: address,
    warnings: payable ? [] : ["Left out: blocked, on hold, or sending is off"],
  })),
});

/** The batch that a request would release, as it is now; undefined for any other request. */
export function useBatchLook({ act, status, input_id: id }: ApprovalRequest) {
  const isPending = status === "pending" && id !== null;
  const bank = isPending && act === "ops.payouts.release";
  const coins = isPending && act === "ops.coinPayouts.release";
  const input = { id: id ?? "" };
  const payout = trpc.ops.payouts.get.useQuery(input, { ...SHOWN_IN_PLACE, enabled: bank });
  const coinPayout = trpc.ops.coinPayouts.get.useQuery(input, {
    ...SHOWN_IN_PLACE,
    enabled: coins,
    select: coinBatch,
  });
  if (bank) return { query: payout, batch: payout.data, page: "/teamaccess/payouts" } as const;
  return coins
    ? ({ query: coinPayout, batch: coinPayout.data, page: "/teamaccess/coin-payouts" } as const)
    : undefined;
}

/** A batch for the second person before it is released: who is paid how much, and to which account or address. */
export function BatchLook({ query, batch, page }: NonNullable<ReturnType<typeof useBatchLook>>) {
  const { search } = useDeskSearch();
  if (batch === undefined) return <Loaded<Batch> query={query} what="this batch" lines={2} />;
  return (
    <section aria-label="The batch">
      {batch.rows.length > 0 && (
        <>
          <h3 className={styles["why"]}>{toLookText(batch)}</h3>
          <Payees batch={batch} />
        </>
      )}
      {/* On the batch's own page it is open already. */}
      {search["id"] !== batch.id && <SiteLink to={`${page}?id=${batch.id}`}>Open the batch</SiteLink>}
    </section>
  );
}

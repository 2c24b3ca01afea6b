import { DomainError } from "@wattle/contracts/errors";
import type { WriteTx } from "@wattle/db/database";
import { listAmounts } from "@wattle/db/ratings";
import type { MovedWorth } from "../audit/people-needed.ts";
import { worthOf } from "../audit/worth-of.ts";
import { findFundsCase, isLarge, type RatingServices } from "../compliance/keep-rating.ts";

/** Worth of a new withdrawal and of those before it, read before a transaction, as it takes prices. */
interface WithdrawnWorths {
  readonly asked: MovedWorth;
  /** Withdrawals since the source of funds was asked for, by identifier. */
  readonly earlier: ReadonlyMap<string, MovedWorth>;
}

export async function readWithdrawn(
  services: Pick<RatingServices, "clock" | "config" | "database" | "rates">,
  userId: string,
  amount: { readonly units: bigint; readonly currency: string },
): Promise<WithdrawnWorths> {
  const { read } = services.database;
  const earlier = new Map<string, MovedWorth>();
  const funds = await findFundsCase(read, userId);
  if (funds !== undefined)
    for (const row of await listAmounts(read, userId, { withdrawalsSince: funds.created_at }))
      earlier.set(row.id, await worthOf(services, row.credit, row.credit_currency));
  return { asked: await worthOf(services, amount.units, amount.currency), earlier };
}

/**
 * Refuses a withdrawal that is too large together with those since the customer's source of funds was asked for. One
 * that came after the worths were read counts as large.
 * @throws DomainError `account_under_review`
 */
export async function requireFundsKnown(
  tx: WriteTx,
  userId: string,
  { asked, earlier }: WithdrawnWorths,
  field?: string,
): Promise<void> {
  const funds = await findFundsCase(tx, userId);
  if (funds === undefined) return;
  const since = await listAmounts(tx, userId, { withdrawalsSince: funds.created_at });
  if (!isLarge([asked, ...since.map(({ id }) => earlier.get(id) ?? "unknown")])) return;
  throw field === undefined
    ? new DomainError("account_under_review")
    : DomainError.at(field, "account_under_review");
}

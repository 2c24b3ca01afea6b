/** Payments of deposits that were paid in several: one reference can be paid again and again. */
import type { Reader } from "./handles/handles.ts";
import type { Epoch } from "./tables.ts";

export interface DepositCredit {
  readonly transaction_id: string;
  readonly entry_id: string;
  readonly amount: bigint;
  readonly created_at: Epoch;
}

/** Deposits that are asked for in one statement. */
const AT_ONCE = 1_000;

const listCredits = (reader: Reader, deposits: readonly string[]): Promise<DepositCredit[]> =>
  reader
    .selectFrom("transaction_events as event")
    .innerJoin("ledger_entries as entry", "entry.id", "event.entry_id")
    .innerJoin("ledger_postings as posting", "posting.entry_id", "entry.id")
    .where("event.transaction_id", "in", deposits)
    .where("entry.kind", "=", "deposit")
    .select(["event.transaction_id", "posting.entry_id", "posting.amount", "entry.created_at"])
    .orderBy("entry.created_at")
    .orderBy("entry.seq")
    .execute();

/** The credits of those deposits that have several, each one's oldest first. One that the bank took back is among them. */
export async function severalCreditsOf(
  reader: Reader,
  deposits: readonly string[],
): Promise<ReadonlyMap<string, readonly DepositCredit[]>> {
  const all: DepositCredit[] = [];
  for (let from = 0; from < deposits.length; from += AT_ONCE)
    all.push(...(await listCredits(reader, deposits.slice(from, from + AT_ONCE))));
  const byDeposit = Map.groupBy(all, ({ transaction_id }) => transaction_id);
  return new Map([...byDeposit].filter(([, credits]) => credits.length > 1));
}

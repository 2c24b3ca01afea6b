/** Exchanges in the order in which the ledger was sealed, for those who follow it: an exchange pays nothing for them. */
import type { NotNull } from "kysely";
import { sealedIds } from "./book-seals/canonical.ts";
import { textsIn } from "./handles/json-lists.ts";
import { readStatement } from "./handles/statement.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { Epoch, SealReader, Transaction, User } from "./tables.ts";

/** A place in the sealed ledger: a seal's number, and how many of its entries are behind. */
export type SealPlace = Pick<SealReader, "seal" | "entries">;

/** How far a reader has come; before the first seal if it has not begun. */
export async function readSealPlace(reader: Reader, name: string): Promise<SealPlace> {
  const place = await reader
    .selectFrom("seal_readers")
    .select(["seal", "entries"])
    .where("name", "=", name)
    .executeTakeFirst();
  return place ?? { seal: 0n, entries: 0n };
}

interface ReaderLease {
  /** The process that reads. */
  readonly holder: string;
  readonly now: Epoch;
  readonly until: Epoch;
}

/**
 * Has one process read for a time. A reader that is new begins after what is sealed by now.
 * @returns how far the reader has come; undefined if another process reads
 */
export async function leaseSealReader(
  tx: WriteTx,
  name: string,
  { holder, now, until }: ReaderLease,
): Promise<SealPlace | undefined> {
  const newest = await tx
    .selectFrom("book_seals")
    .select(["number as seal", "entries"])
    .where("book", "=", "ledger")
    .orderBy("number", "desc")
    .limit(1n)
    .executeTakeFirst();
  await tx
    .insertInto("seal_readers")
    .values({ name, seal: 0n, entries: 0n, ...newest })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return tx
    .updateTable("seal_readers")
    .set({ holder, leased_until: until })
    .where("name", "=", name)
    .where((row) => row.or([row("holder", "=", holder), row("leased_until", "<=", now)]))
    .returning(["seal", "entries"])
    .executeTakeFirst();
}

/**
 * Moves a reader on, within the transaction that does what it was read for.
 * @returns false, and nothing is written, where another process has moved it meanwhile
 */
export async function moveSealReader(
  tx: WriteTx,
  name: string,
  from: SealPlace,
  to: SealPlace,
): Promise<boolean> {
  await tx
    .insertInto("seal_readers")
    .values({ name, seal: 0n, entries: 0n })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const moved = await tx
    .updateTable("seal_readers")
    .set(to)
    .where("name", "=", name)
    .where("seal", "=", from.seal)
    .where("entries", "=", from.entries)
    .returning("name")
    .executeTakeFirst();
  return moved !== undefined;
}

/**
 * The entries that were sealed next after a place, of one seal.
 * @returns their ids, none if there are no more yet, and the place after them
 */
export async function listSealedEntries(
  reader: Reader,
  after: SealPlace,
  limit: number,
): Promise<{ readonly ids: readonly string[]; readonly next: SealPlace }> {
  const seal = await reader
    .selectFrom("book_seals")
    .select(["number", "digests"])
    .where("book", "=", "ledger")
    // Said first, so that the look begins at the reader's place and not at the first seal there ever was.
    .where("number", ">=", after.seal)
    .where((row) => row.or([row("number", ">", after.seal), row("entries", ">", after.entries)]))
    .orderBy("number")
    .limit(1n)
    .executeTakeFirst();
  if (seal === undefined) return { ids: [], next: after };
  const begin = seal.number === after.seal ? Number(after.entries) : 0;
  const ids = sealedIds(seal.digests, begin, limit);
  return { ids, next: { seal: seal.number, entries: BigInt(begin + ids.length) } };
}

/** An exchange and its owner as both are now. */
export interface OwnedExchange {
  readonly row: Transaction & {
    readonly rate: string;
    readonly fee_percent: string;
    readonly fee_amount: bigint;
  };
  readonly owner: Pick<User, "id" | "email" | "first_name" | "emails_off">;
}

/** As JSON: the ids of entries. */
interface Among {
  readonly entries: string;
  readonly since: Epoch;
}

type OwnExchangeRow = OwnedExchange["row"] &
  Pick<User, "first_name" | "emails_off"> & { readonly owner_email: string };

const ownExchanges = readStatement<Among, OwnExchangeRow>("own_exchanges", (db, parameter, dialect) =>
  db
    .selectFrom("ledger_entries as entry")
    // By the customer's history, which has an index; the entry's id has none of its own there.
    .innerJoin("transactions as made", (join) =>
      join
        .onRef("made.user_id", "=", "entry.created_by")
        .onRef("made.created_at", "=", "entry.created_at")
        .onRef("made.entry_id", "=", "entry.id"),
    )
    .where("entry.id", "in", textsIn(parameter("entries"), dialect))
    .where("entry.kind", "=", "exchange")
    .where("made.transaction_type", "=", "exchange")
    .where("entry.created_at", ">=", parameter("since"))
    .innerJoin("users as owner", "owner.id", "made.user_id")
    .selectAll("made")
    .select(["owner.email as owner_email", "owner.first_name", "owner.emails_off"])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("recurring_runs as run")
            .select("run.plan_id")
            .whereRef("run.transaction_id", "=", "made.id"),
        ),
      ),
    )
    .$narrowType<{ rate: NotNull; fee_percent: NotNull; fee_amount: NotNull }>(),
);

/** Customers' own exchanges among ledger entries, those made at `since` or later; a recurring buy is not among them. */
export async function listOwnExchanges(
  reader: Reader,
  entryIds: readonly string[],
  since: bigint,
): Promise<OwnedExchange[]> {
  if (entryIds.length === 0) return [];
  const rows = await reader.run(ownExchanges, { entries: JSON.stringify(entryIds), since });
  return rows.map(({ owner_email: email, first_name, emails_off, ...row }) => ({
    row,
    owner: { id: row.user_id, email, first_name, emails_off },
  }));
}

/** Who shares a personal value with whom, by the keyed hashes of `sealed/search-hashes.ts`. */
import { sql } from "kysely";
import type { HashedKind, SearchHash } from "./sealed/search-hashes.ts";
import type { User } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** What a customer's value of each kind hashes to; an empty list forgets the kind, a kind left out stays. */
export type HashesByKind = Partial<Record<HashedKind, readonly SearchHash[]>>;

/** Keeps the hashes of a customer's values in the place of the former ones of the same kinds. */
export async function keepPersonalHashes(tx: WriteTx, userId: string, hashes: HashesByKind): Promise<void> {
  for (const [kind, values] of Object.entries(hashes) as [HashedKind, readonly SearchHash[]][]) {
    await tx.deleteFrom("personal_hashes").where("user_id", "=", userId).where("kind", "=", kind).execute();
    await addPersonalHashes(tx, userId, kind, values);
  }
}

/** Adds hashes to those a customer has of a kind. */
export async function addPersonalHashes(
  tx: WriteTx,
  userId: string,
  kind: HashedKind,
  values: readonly SearchHash[],
): Promise<void> {
  if (values.length === 0) return;
  await tx
    .insertInto("personal_hashes")
    .values(values.map((hash) => ({ user_id: userId, kind, hash })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A customer who shares values with another. */
export interface Duplicate {
  readonly user: User;
  readonly shares: readonly HashedKind[];
}

/** So many people are looked through, and at most this many shown. */
const MOST_SHARED = 1000;
const MOST_DUPLICATES = 20;

/**
 * A customer's values (`own`) with those of others that are the same (`other`). A date of birth alone is shared by too many to mean
 * anything: their last names are to be the same, too.
 */
const sharedValues = (reader: Reader) =>
  reader
    .selectFrom("personal_hashes as own")
    .innerJoin("personal_hashes as other", (join) =>
      join.onRef("other.kind", "=", "own.kind").onRef("other.hash", "=", "own.hash"),
    )
    .innerJoin("users as owner", "owner.id", "own.user_id")
    .innerJoin("users as sharer", "sharer.id", "other.user_id")
    .whereRef("other.user_id", "<>", "own.user_id")
    .where((where) =>
      where.or([
        where("own.kind", "<>", "date_of_birth"),
        where(where.fn("lower", ["sharer.last_name"]), "=", where.fn("lower", ["owner.last_name"])),
      ]),
    );

/** Those of some customers who share a value with any other. */
export async function idsSharing(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await reader
    .selectFrom("users")
    .select("users.id")
    .where("users.id", "in", ids)
    .where((where) =>
      where.exists(
        sharedValues(reader).select("own.user_id").where("own.user_id", "=", sql.ref<string>("users.id")),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Other customers with a customer's phone, document number or bank account, or with the same date of birth and
 * last name; those that share most come first.
 */
export async function listDuplicates(reader: Reader, userId: string): Promise<Duplicate[]> {
  const shared = await sharedValues(reader)
    .select(["other.user_id", "other.kind"])
    .distinct()
    .where("own.user_id", "=", userId)
    .limit(BigInt(MOST_SHARED))
    .execute();
  const kinds = Map.groupBy(shared, (row) => row.user_id);
  const ids = [...kinds]
    .toSorted(([a, of], [b, other]) => other.length - of.length || (a < b ? -1 : 1))
    .slice(0, MOST_DUPLICATES)
    .map(([id]) => id);
  if (ids.length === 0) return [];
  const users = await reader.selectFrom("users").selectAll().where("id", "in", ids).execute();
  return ids.flatMap((id) => {
    const user = users.find((row) => row.id === id);
    const shares = (kinds.get(id) ?? []).map(({ kind }) => kind).toSorted();
    return user === undefined ? [] : [{ user, shares }];
  });
}

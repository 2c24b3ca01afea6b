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

/** By what two customers are most likely one person, the surest first. */
const SUREST_FIRST = [
  "document_number",
  "date_of_birth",
  "bank_account",
  "phone",
] as const satisfies readonly HashedKind[];

/** Who a customer may be, and by which values. */
export interface Twin extends Pick<User, "id" | "email" | "first_name" | "last_name"> {
  readonly shares: readonly HashedKind[];
}

/** For each of some customers, another one who has the surest of the values that they share with anyone. */
async function twinIds(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await reader
    .selectFrom("users")
    .select("users.id")
    .select(({ fn }) => {
      // Each reads one row by an index, and none after the first that finds someone.
      const by = (kind: HashedKind) =>
        sharedValues(reader)
          .select("other.user_id")
          .where("own.user_id", "=", sql.ref<string>("users.id"))
          .where("own.kind", "=", kind)
          .limit(1n);
      const [surest, second, third, last] = SUREST_FIRST;
      return fn.coalesce(by(surest), by(second), by(third), by(last)).as("twin");
    })
    .where("users.id", "in", ids)
    .execute();
  return new Map(rows.flatMap(({ id, twin }) => (twin === null ? [] : [[id, twin] as const])));
}

/** Who of all others each of some customers most likely is, in two queries; those who share no value are not in it. */
export async function likelyTwins(reader: Reader, ids: readonly string[]): Promise<Map<string, Twin>> {
  const of = ids.length === 0 ? new Map<string, string>() : await twinIds(reader, ids);
  if (of.size === 0) return new Map();
  const shared = await sharedValues(reader)
    .select(["own.user_id as own", "own.kind"])
    .select(["sharer.id", "sharer.email", "sharer.first_name", "sharer.last_name"])
    .distinct()
    .where("own.user_id", "in", [...of.keys()])
    .where("other.user_id", "in", [...new Set(of.values())])
    .execute();
  const found = new Map<string, Twin>();
  for (const [own, rows] of Map.groupBy(
    shared.filter((row) => of.get(row.own) === row.id),
    (row) => row.own,
  )) {
    const [twin] = rows;
    const kinds = new Set(rows.map(({ kind }) => kind));
    if (twin !== undefined)
      found.set(own, {
        id: twin.id,
        email: twin.email,
        first_name: twin.first_name,
        last_name: twin.last_name,
        shares: SUREST_FIRST.filter((kind) => kinds.has(kind)),
      });
  }
  return found;
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

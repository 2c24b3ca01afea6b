/**
 * Customers who share a personal value, by the keyed hashes of `sealed/search-hashes.ts`, or a device, by its cookie's
 * hash.
 */
import { sql } from "kysely";
import { CUSTOMER_ROLES } from "./roles.ts";
import type { SharedKind, SearchHash } from "./sealed/search-hashes.ts";
import type { User } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** Hashes of a customer's value of each kind; an empty list forgets the kind, a kind left out stays. */
export type HashesByKind = Partial<Record<SharedKind, readonly SearchHash[]>>;

/** Keeps the hashes of a customer's values in the place of the former ones of the same kinds. */
export async function keepPersonalHashes(tx: WriteTx, userId: string, hashes: HashesByKind): Promise<void> {
  for (const [kind, values] of Object.entries(hashes) as [SharedKind, readonly SearchHash[]][]) {
    await tx.deleteFrom("personal_hashes").where("user_id", "=", userId).where("kind", "=", kind).execute();
    await addPersonalHashes(tx, userId, kind, values);
  }
}

/** Adds hashes to those a customer has of a kind. */
export async function addPersonalHashes(
  tx: WriteTx,
  userId: string,
  kind: SharedKind,
  values: readonly SearchHash[],
): Promise<void> {
  if (values.length === 0) return;
  await tx
    .insertInto("personal_hashes")
    .values(values.map((hash) => ({ user_id: userId, kind, hash })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds hashes of a bank account's number without its bank, which only the search reads: those of former numbers stay. */
export async function addAccountNumberHashes(
  tx: WriteTx,
  userId: string,
  values: readonly SearchHash[],
): Promise<void> {
  if (values.length === 0) return;
  await tx
    .insertInto("account_number_hashes")
    .values(values.map((hash) => ({ hash, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Facts that two customers may share: a personal value, or a device that both logged in from. */
type Likeness = SharedKind | "device";

/** A customer who shares values with another. */
export interface Duplicate {
  readonly user: User;
  readonly shares: readonly Likeness[];
}

/** So many people are looked through, and at most this many shown. */
const MOST_SHARED = 1000;
const MOST_DUPLICATES = 20;

/**
 * A customer's values (`own`) with those of others that are the same (`other`). Too many share a date of birth for it
 * to mean anything by itself: their last names are to be the same, too.
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

/** As the index has it, word for word: a parameter cannot be matched with it. */
const DEVICE = sql.lit<"device">("device");

/** A customer's devices (`own`) with those of others that are the same (`other`). Staff may have helped someone at theirs. */
const sharedDevices = (reader: Reader) =>
  reader
    .selectFrom("known_devices as own")
    .innerJoin("known_devices as other", (join) =>
      join.onRef("other.mark", "=", "own.mark").on("other.kind", "=", DEVICE),
    )
    .innerJoin("users as sharer", "sharer.id", "other.user_id")
    .where("own.kind", "=", DEVICE)
    .where("sharer.roles", "in", CUSTOMER_ROLES)
    .whereRef("other.user_id", "<>", "own.user_id");

/** By what two customers are most likely one person, the surest first. A family shares a device, and a library's is anyone's. */
const SUREST_FIRST = [
  "document_number",
  "date_of_birth",
  "bank_account",
  "phone",
  "device",
] as const satisfies readonly Likeness[];

/** A likely duplicate of a customer, and by which values. */
export interface Twin extends Pick<User, "id" | "email" | "first_name" | "last_name"> {
  readonly shares: readonly Likeness[];
}

/** For each of some customers, another one who has the surest of the values that they share with anyone. */
async function twinIds(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await reader
    .selectFrom("users")
    .select("users.id")
    .select(({ fn }) => {
      // Each reads one row by an index, and none after the first that finds someone.
      const by = (kind: SharedKind) =>
        sharedValues(reader)
          .select("other.user_id")
          .where("own.user_id", "=", sql.ref<string>("users.id"))
          .where("own.kind", "=", kind)
          .limit(1n);
      const byDevice = sharedDevices(reader)
        .select("other.user_id")
        .where("own.user_id", "=", sql.ref<string>("users.id"))
        .limit(1n);
      const [surest, second, third, fourth] = SUREST_FIRST;
      return fn.coalesce(by(surest), by(second), by(third), by(fourth), byDevice).as("twin");
    })
    .where("users.id", "in", ids)
    .execute();
  return new Map(rows.flatMap(({ id, twin }) => (twin === null ? [] : [[id, twin] as const])));
}

/** The likeliest duplicate of each of some customers, in two queries; customers who share no value are not in it. */
export async function likelyTwins(reader: Reader, ids: readonly string[]): Promise<Map<string, Twin>> {
  const of = ids.length === 0 ? new Map<string, string>() : await twinIds(reader, ids);
  if (of.size === 0) return new Map();
  const [owners, others] = [[...of.keys()], [...new Set(of.values())]];
  const named = ["sharer.id", "sharer.email", "sharer.first_name", "sharer.last_name"] as const;
  const shared = await sharedValues(reader)
    .select(["own.user_id as own", sql<Likeness>`own.kind`.as("kind"), ...named])
    .where("own.user_id", "in", owners)
    .where("other.user_id", "in", others)
    .union(
      sharedDevices(reader)
        .select(["own.user_id as own", sql<Likeness>`own.kind`.as("kind"), ...named])
        .where("own.user_id", "in", owners)
        .where("other.user_id", "in", others),
    )
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

/** How much two customers share: a device counts if nothing else tells them apart. */
function weightOf(kinds: readonly Likeness[]): number {
  const personal = kinds.filter((kind) => kind !== "device").length;
  return personal + (kinds.length > personal ? 0.5 : 0);
}

/**
 * Other customers with a customer's phone, document number or bank account, with the same date of birth and last name,
 * or who logged in from the same device; those that share most come first, and those with only a device last.
 */
export async function listDuplicates(reader: Reader, userId: string): Promise<Duplicate[]> {
  const values = await sharedValues(reader)
    .select(["other.user_id", "other.kind"])
    .distinct()
    .where("own.user_id", "=", userId)
    .limit(BigInt(MOST_SHARED))
    .execute();
  const devices = await sharedDevices(reader)
    .select("other.user_id")
    .distinct()
    .where("own.user_id", "=", userId)
    .limit(BigInt(MOST_SHARED))
    .execute();
  const kinds = new Map<string, readonly Likeness[]>(
    [...Map.groupBy(values, (row) => row.user_id)].map(([id, rows]) => [
      id,
      rows.map(({ kind }) => kind).toSorted(),
    ]),
  );
  for (const { user_id: id } of devices) kinds.set(id, [...(kinds.get(id) ?? []), "device"]);
  const found = [...kinds]
    .toSorted(([a, of], [b, other]) => weightOf(other) - weightOf(of) || (a < b ? -1 : 1))
    .slice(0, MOST_DUPLICATES);
  if (found.length === 0) return [];
  const ids = found.map(([id]) => id);
  const users = await reader.selectFrom("users").selectAll().where("id", "in", ids).execute();
  return found.flatMap(([id, shares]) => {
    const user = users.find((row) => row.id === id);
    return user === undefined ? [] : [{ user, shares }];
  });
}

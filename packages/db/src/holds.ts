/** Holds of staff on single customers. */
import type { ExpressionBuilder } from "kysely";
import type { CustomerHold, Epoch, HoldKind, InternalNote, Standing, Tables, User } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** The kinds of calls that are on hold. */
export const heldKinds = ({ on_hold }: Pick<User, "on_hold">): HoldKind[] =>
  JSON.parse(on_hold) as HoldKind[];

/** Whether a customer's deposits may be credited without anyone looking. */
export const mayBeCredited = (customer: Standing): boolean =>
  customer.status === "verified" && !heldKinds(customer).includes("deposits");

/** Whether a customer's withdrawals may be paid. */
export const mayBePaid = (customer: Standing & Pick<User, "withdrawals_held_until">): boolean =>
  customer.status !== "blocked" &&
  customer.withdrawals_held_until === null &&
  !heldKinds(customer).includes("withdrawals");

/** The same as a condition on `users`. */
export const mayBePaidIn = (user: ExpressionBuilder<Tables, "users">) =>
  user.and([
    user("users.status", "<>", "blocked"),
    user("users.withdrawals_held_until", "is", null),
    user("users.on_hold", "not like", `%${JSON.stringify("withdrawals" satisfies HoldKind)}%`),
  ]);

/** Actor, time and reason of putting or releasing a hold. */
interface HoldAct {
  readonly userId: string;
  readonly kinds: readonly HoldKind[];
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: Epoch;
  readonly note: InternalNote;
}

/**
 * Puts a customer on hold. Each who does has a hold of their own, which lasts if another's is released. The caller has locked the
 * customer's row.
 * @param newId gives each hold its identifier
 * @returns the kinds that this one had not on hold before
 */
export async function insertHolds(
  tx: WriteTx,
  { userId, kinds, by, at, note }: HoldAct,
  newId: () => string,
): Promise<HoldKind[]> {
  const held = await lastingKinds(tx, userId, by);
  const added = [...new Set(kinds)].filter((kind) => !held.includes(kind));
  if (added.length === 0) return [];
  const hold = { user_id: userId, internal_note: note, held_by: by, held_at: at };
  const open = { released_by: null, released_at: null, release_note: null };
  await tx
    .insertInto("customer_holds")
    .values(added.map((kind) => ({ ...hold, ...open, id: newId(), kind })))
    .execute();
  await repeatHolds(tx, userId);
  return added;
}

/**
 * Releases holds. The caller has locked the customer's row.
 * @param heldBy releases only what this one has put on hold
 * @returns the kinds that were on hold
 */
export async function releaseHolds(
  tx: WriteTx,
  { userId, kinds, by, at, note, heldBy }: HoldAct & { readonly heldBy?: string },
): Promise<HoldKind[]> {
  let lasting = tx
    .updateTable("customer_holds")
    .set({ released_by: by, released_at: at, release_note: note })
    .where("user_id", "=", userId)
    .where("kind", "in", kinds)
    .where("released_at", "is", null);
  if (heldBy !== undefined) lasting = lasting.where("held_by", "=", heldBy);
  const released = await lasting.returning("kind").execute();
  await repeatHolds(tx, userId);
  return [...new Set(released.map(({ kind }) => kind))];
}

/** The kinds that the house itself keeps on hold, and no one of its staff. */
export async function kindsOfHouse(tx: WriteTx, userId: string): Promise<HoldKind[]> {
  const holds = (await listHolds(tx, userId)).filter(({ released_at }) => released_at === null);
  const byStaff = new Set(holds.flatMap(({ kind, held_by }) => (held_by === "system" ? [] : [kind])));
  return holds.map(({ kind }) => kind).filter((kind) => !byStaff.has(kind));
}

/** All holds of a customer, released ones too, newest first. */
export async function listHolds(reader: Reader, userId: string): Promise<CustomerHold[]> {
  return reader
    .selectFrom("customer_holds")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("held_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** @param heldBy only those that this one has put on hold */
async function lastingKinds(tx: WriteTx, userId: string, heldBy?: string): Promise<HoldKind[]> {
  let lasting = tx
    .selectFrom("customer_holds")
    .select("kind")
    .distinct()
    .where("user_id", "=", userId)
    .where("released_at", "is", null)
    .orderBy("kind");
  if (heldBy !== undefined) lasting = lasting.where("held_by", "=", heldBy);
  const rows = await lasting.execute();
  return rows.map(({ kind }) => kind);
}

/** Writes into the customer's row which holds last. */
async function repeatHolds(tx: WriteTx, userId: string): Promise<void> {
  const on_hold = JSON.stringify(await lastingKinds(tx, userId));
  await tx.updateTable("users").set({ on_hold }).where("id", "=", userId).execute();
}

/**
 * Holds an account's withdrawals back until a time, or longer if they are held longer already. The caller has locked
 * the account's row.
 */
export async function holdWithdrawalsUntil(tx: WriteTx, userId: string, until: Epoch): Promise<void> {
  await tx
    .updateTable("users")
    .set({ withdrawals_held_until: until })
    .where("id", "=", userId)
    .where((user) =>
      user.or([user("withdrawals_held_until", "is", null), user("withdrawals_held_until", "<", until)]),
    )
    .execute();
}

/** Ends the holds that are over at `now`: their withdrawals may be paid again. @returns how many ended */
export async function endOverHolds(tx: WriteTx, now: Epoch): Promise<number> {
  const ended = await tx
    .updateTable("users")
    .set({ withdrawals_held_until: null })
    .where("withdrawals_held_until", "<=", now)
    .returning("id")
    .execute();
  return ended.length;
}

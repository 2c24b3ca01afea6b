/** Facts about customers, as rules read them. */
import { sql, type ExpressionBuilder } from "kysely";
import type { Reader } from "./handles/handles.ts";
import { OF_BANKS } from "./of-banks.ts";
import { CUSTOMER_ROLES } from "./roles.ts";
import type { SearchHash } from "./sealed/search-hashes.ts";
import type { Epoch, Identity, MonitoredEvent, Tables, Transaction, User } from "./tables.ts";

/** A customer with the identity as it was sent, if it was. */
export interface MonitoredCustomer extends Pick<
  User,
  "id" | "email" | "first_name" | "last_name" | "created_at"
> {
  readonly form: Identity["form"] | null;
}

const customers = (reader: Reader) =>
  reader
    .selectFrom("users")
    .leftJoin("identities", (join) =>
      join.onRef("identities.user_id", "=", "users.id").on("identities.submitted_at", "is not", null),
    )
    .where("users.roles", "in", CUSTOMER_ROLES)
    .select([
      "users.id",
      "users.email",
      "users.first_name",
      "users.last_name",
      "users.created_at",
      "identities.form",
    ])
    .orderBy("users.id");

/** Customers among some accounts. */
export const findMonitored = (reader: Reader, ids: readonly string[]): Promise<MonitoredCustomer[]> =>
  customers(reader)
    .where("users.id", "in", ["", ...ids])
    .execute();

/** Customers in the order of their identifiers. */
export const listMonitored = (reader: Reader, after: string, limit: number): Promise<MonitoredCustomer[]> =>
  customers(reader).where("users.id", ">", after).limit(BigInt(limit)).execute();

export async function countMonitored(reader: Reader): Promise<number> {
  const { total } = await reader
    .selectFrom("users")
    .where("roles", "in", CUSTOMER_ROLES)
    .select((row) => row.fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** A movement of money that counts: it was not called off. */
export type MovedRow = Pick<
  Transaction,
  | "id"
  | "user_id"
  | "transaction_type"
  | "credit"
  | "credit_currency"
  | "debit"
  | "debit_currency"
  | "reference"
  | "payment_method"
  | "bank_account_id"
  | "coin_payee_id"
  | "coin_payee_snapshot"
  | "created_at"
  | "updated_at"
>;

const MOVED = [
  "id",
  "user_id",
  "transaction_type",
  "credit",
  "credit_currency",
  "debit",
  "debit_currency",
  "reference",
  "payment_method",
  "bank_account_id",
  "coin_payee_id",
  "coin_payee_snapshot",
  "created_at",
  "updated_at",
] as const;

const isDeposit = (row: ExpressionBuilder<Tables, "transactions">) =>
  row.and([row("transaction_type", "=", "deposit"), row("status", "=", "completed")]);

/**
 * Customers' deposits that were credited, their exchanges and withdrawals since a time, newest first; then older
 * deposits that were paid since, as an old reference can be paid again.
 * @param limit the most of each
 */
export async function listMoves(
  reader: Reader,
  userIds: readonly string[],
  since: Epoch,
  limit: number,
): Promise<MovedRow[]> {
  const rows = reader
    .selectFrom("transactions")
    .select(MOVED)
    .where("user_id", "in", userIds)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(limit));
  const made = await rows
    .where("created_at", ">=", since)
    .where((row) =>
      row.or([
        row("transaction_type", "=", "exchange"),
        isDeposit(row),
        row.and([
          row("transaction_type", "=", "withdraw"),
          row("status", "in", ["requested", "sent", "completed"]),
        ]),
      ]),
    )
    .execute();
  const paid = await rows
    .where(OF_BANKS)
    .where("updated_at", ">=", since)
    .where("created_at", "<", since)
    .where(isDeposit)
    .execute();
  return [...made, ...paid];
}

/** Whether a customer exchanged, or bought coins by card, before a time. */
export async function boughtBefore(reader: Reader, userId: string, before: Epoch): Promise<boolean> {
  const row = await reader
    .selectFrom("transactions")
    .select("id")
    .where("user_id", "=", userId)
    .where((made) =>
      made.or([
        made("transaction_type", "=", "exchange"),
        made.and([made("payment_method", "=", "onramp"), made("status", "=", "completed")]),
      ]),
    )
    .where("created_at", "<", before)
    .orderBy("created_at", "desc")
    .limit(1n)
    .executeTakeFirst();
  return row !== undefined;
}

/** Bank accounts and wallets of customers, and since when they have them. */
export async function listPayees(
  reader: Reader,
  userIds: readonly string[],
): Promise<{ id: string; user_id: string; created_at: Epoch }[]> {
  const [accounts, wallets] = await Promise.all(
    (["bank_accounts", "coin_payees"] as const).map((name) =>
      reader
        .selectFrom(name)
        .select(["id", "user_id", "created_at"])
        .where("user_id", "in", userIds)
        .execute(),
    ),
  );
  return [...(accounts ?? []), ...(wallets ?? [])];
}

/** Payments of customers since a time, oldest first. The payer is null if the format has no place for it, and then may be in the text. */
export const listPayments = (
  reader: Reader,
  userIds: readonly string[],
  since: Epoch,
): Promise<{ user_id: string; payer: string | null; text: string; settled_at: Epoch; reference: string }[]> =>
  reader
    .selectFrom("bank_lines as line")
    .innerJoin("transactions as paid", "paid.id", "line.matched_id")
    .where("line.customer_id", "in", userIds)
    .where("line.status", "=", "credited")
    .where("line.settled_at", ">=", since)
    .where((line) => line.or([line("line.payer", "is", null), line("line.payer", "<>", "")]))
    .select([
      "paid.user_id",
      "line.payer",
      "line.text",
      sql<Epoch>`line.settled_at`.as("settled_at"),
      "paid.reference",
    ])
    .orderBy("line.settled_at")
    .orderBy("line.id")
    .execute();

/** Lines of banks that credited deposits, in the order in which they did. */
export const listBookedDays = (
  reader: Reader,
  deposits: readonly string[],
): Promise<{ deposit: string; amount: bigint; booked_on: string }[]> =>
  reader
    .selectFrom("bank_lines")
    .select((row) => [row.ref("matched_id").$notNull().as("deposit"), "amount", "booked_on"])
    .where("matched_id", "in", deposits)
    .where("status", "=", "credited")
    .orderBy("settled_at")
    .orderBy("id")
    .execute();

/** A value that customers share, by its hash, and how many have it. */
export interface SharedValue {
  readonly what: "bank_account" | "document_number" | "device" | "wallet";
  readonly hash: string;
  readonly total: bigint;
}

/** A customer's bank accounts, document and devices that others have, too. @param wallets hashes of the customer's coin addresses */
export async function listSharedValues(
  reader: Reader,
  userId: string,
  wallets: readonly SearchHash[],
): Promise<SharedValue[]> {
  const counted = sql<bigint>`count(distinct other.user_id)`;
  const values = await reader
    .selectFrom("personal_hashes as own")
    .innerJoin("personal_hashes as other", (join) =>
      join.onRef("other.kind", "=", "own.kind").onRef("other.hash", "=", "own.hash"),
    )
    .where("own.user_id", "=", userId)
    .where("own.kind", "in", ["bank_account", "document_number"])
    .groupBy(["own.kind", "own.hash"])
    .select([
      sql<SharedValue["what"]>`own.kind`.as("what"),
      sql<string>`own.hash`.as("hash"),
      counted.as("total"),
    ])
    .execute();
  const device = sql.lit<"device">("device");
  const devices = await reader
    .selectFrom("known_devices as own")
    .innerJoin("known_devices as other", (join) =>
      join.onRef("other.mark", "=", "own.mark").on("other.kind", "=", device),
    )
    // Staff may have helped someone at their own.
    .innerJoin("users as sharer", "sharer.id", "other.user_id")
    .where("sharer.roles", "in", CUSTOMER_ROLES)
    .where("own.kind", "=", device)
    .where("own.user_id", "=", userId)
    .groupBy("own.mark")
    .select([sql<SharedValue["what"]>`'device'`.as("what"), "own.mark as hash", counted.as("total")])
    .execute();
  const addresses =
    wallets.length === 0
      ? []
      : await reader
          .selectFrom("account_number_hashes as other")
          .where("other.hash", "in", wallets)
          .groupBy("other.hash")
          .select([
            sql<SharedValue["what"]>`'wallet'`.as("what"),
            sql<string>`other.hash`.as("hash"),
            counted.as("total"),
          ])
          .execute();
  return [...values, ...devices, ...addresses].filter(({ total }) => total > 1n);
}

/** Customers who have a value that is shared. */
export async function listSharers(
  reader: Reader,
  { what, hash }: Pick<SharedValue, "what" | "hash">,
): Promise<string[]> {
  const rows =
    what === "device"
      ? await reader
          .selectFrom("known_devices")
          .innerJoin("users", "users.id", "known_devices.user_id")
          .where("users.roles", "in", CUSTOMER_ROLES)
          .where("mark", "=", hash)
          .where("kind", "=", sql.lit<"device">("device"))
          .select("user_id")
          .execute()
      : what === "wallet"
        ? await reader
            .selectFrom("account_number_hashes")
            .where(sql<boolean>`hash = ${hash}`)
            .select("user_id")
            .execute()
        : await reader
            .selectFrom("personal_hashes")
            .where("kind", "=", what)
            .where(sql<boolean>`hash = ${hash}`)
            .select("user_id")
            .execute();
  return rows.map(({ user_id }) => user_id).toSorted();
}

/** When customers named payees, and were seen at devices that were new to them, since a time. */
export const listMarks = (
  reader: Reader,
  userIds: readonly string[],
  since: Epoch,
): Promise<Pick<MonitoredEvent, "user_id" | "kind" | "created_at">[]> =>
  reader
    .selectFrom("monitored_events")
    .select(["user_id", "kind", "created_at"])
    .where("user_id", "in", userIds)
    .where("kind", "in", ["payee", "device"])
    .where("created_at", ">=", since)
    .orderBy("created_at")
    .execute();

/** Addresses that customers logged in from, as far as their logins are kept. */
export const listLoginAddresses = (
  reader: Reader,
  userIds: readonly string[],
): Promise<{ user_id: string; ip: string }[]> =>
  reader
    .selectFrom("sign_ins")
    .select((row) => [row.ref("user_id").$notNull().as("user_id"), "ip"])
    .distinct()
    .where("user_id", "in", userIds)
    .where("outcome", "=", "succeeded")
    .execute();

/** The countries of a customer's bank accounts. */
export const listBankCountries = (
  reader: Reader,
  userIds: readonly string[],
): Promise<{ user_id: string; country: string }[]> =>
  reader
    .selectFrom("bank_accounts")
    .select(["user_id", "country"])
    .distinct()
    .where("user_id", "in", userIds)
    .execute();

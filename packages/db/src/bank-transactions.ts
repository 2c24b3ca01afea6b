/** Deposits and withdrawals as the desk sees them, and what runs next to the requests: across all customers. */
import { sql } from "kysely";
import type {
  BankTransactionType,
  Epoch,
  SystemBankAccount,
  Transaction,
  TransactionStatus,
  TransactionType,
} from "./tables.ts";
import { idsCalled, isCalled } from "./customers.ts";
import { mayBePaidIn } from "./holds.ts";
import type { AnyReader, Reader } from "./handles/handles.ts";
import { OF_BANKS } from "./of-banks.ts";
import { countSome, pageOf, rowsAfter, type PageNumber, type Place } from "./pages.ts";

/** A transaction with whose it is: a deposit or withdrawal, unless said. */
export interface BankTransaction extends Transaction {
  readonly customer_email: string;
  readonly customer_first_name: string;
  readonly customer_last_name: string;
}

interface BankTransactionFilter {
  readonly type: BankTransactionType;
  readonly status?: TransactionStatus | undefined;
  /** Only of customers who may be paid, or only of those who may not; all if it is left out. */
  readonly payable?: boolean | undefined;
  /** Customer; all customers if it is left out. */
  readonly userId?: string | undefined;
  /** Made at or after this time, and before that one; milliseconds since 1970. */
  readonly from?: Epoch | undefined;
  readonly before?: Epoch | undefined;
  /** Announced or credited, smallest units. */
  readonly amount?: bigint | undefined;
  readonly method?: string | undefined;
  /** Part of a reference, ours or the bank's, or of the customer's name or email address. */
  readonly text?: string | undefined;
}

interface BankTransactionPage extends BankTransactionFilter, PageNumber {
  /** Position of a walk. */
  readonly after?: Place | undefined;
  /** Newest first; oldest first if it is left out, as a queue is worked off. */
  readonly newestFirst?: boolean;
}

function withCustomer(reader: AnyReader) {
  return reader
    .selectFrom("transactions")
    .innerJoin("users", "users.id", "transactions.user_id")
    .selectAll("transactions")
    .select([
      "users.email as customer_email",
      "users.first_name as customer_first_name",
      "users.last_name as customer_last_name",
    ]);
}

/** If more customers than these have the name, rows are looked at one after the other: a page is soon full. */
const CALLED_AT_MOST = 500;

/** Those that a filter lets through. @param called whose name or email address has the text; undefined if that is many */
function matching(
  reader: AnyReader,
  { type, status, payable, userId, from, before, amount, method, text }: BankTransactionFilter,
  called?: readonly string[],
) {
  let chosen = reader.selectFrom("transactions").where("transaction_type", "=", type).where(OF_BANKS);
  if (from !== undefined) chosen = chosen.where("created_at", ">=", from);
  if (before !== undefined) chosen = chosen.where("created_at", "<", before);
  if (method !== undefined) chosen = chosen.where("payment_method", "=", method);
  if (amount !== undefined) {
    chosen = chosen.where((row) => row.or([row("credit", "=", amount), row("announced", "=", amount)]));
  }
  if (text !== undefined) {
    const pattern = `%${text.toLowerCase()}%`;
    chosen = chosen.where((row) => {
      const owner = row
        .selectFrom("users")
        .select("users.id")
        .whereRef("users.id", "=", "transactions.user_id");
      const owned =
        called === undefined
          ? [row.exists(owner.where(isCalled(text.toLowerCase())))]
          : called.length === 0
            ? []
            : [row("user_id", "in", called)];
      return row.or([
        row(row.fn<string>("lower", ["reference"]), "like", pattern),
        row(row.fn<string>("lower", ["bank_reference"]), "like", pattern),
        ...owned,
      ]);
    });
  }
  if (status !== undefined) chosen = chosen.where("status", "=", status);
  if (userId !== undefined) chosen = chosen.where("user_id", "=", userId);
  if (payable !== undefined) {
    chosen = chosen.where((row) => {
      const owner = row.exists(
        row
          .selectFrom("users")
          .select("users.id")
          .whereRef("users.id", "=", "transactions.user_id")
          .where(mayBePaidIn),
      );
      return payable ? owner : row.not(owner);
    });
  }
  return chosen;
}

/** Deposits or withdrawals of all customers, with how many there are on all pages (`countSome`), whatever place it begins after. */
export async function listBankTransactions(
  reader: AnyReader,
  { after, newestFirst = false, page, perPage, ...filter }: BankTransactionPage,
): Promise<{ rows: BankTransaction[]; total: number }> {
  const called = filter.text === undefined ? undefined : await idsCalled(reader, filter.text, CALLED_AT_MOST);
  const chosen = matching(reader, filter, called);
  const direction = newestFirst ? "desc" : "asc";
  const ids = pageOf(
    rowsAfter(chosen.select("id"), "transactions", after, direction),
    { page, perPage },
    direction,
  );
  const rows = await withCustomer(reader)
    .where("transactions.id", "in", ids)
    .orderBy("transactions.created_at", direction)
    .orderBy("transactions.id", direction)
    .execute();
  return { rows, total: await countSome(reader, chosen) };
}

/** Which transactions of all customers and of every kind. */
interface TransactionFilter {
  readonly type?: TransactionType | undefined;
  readonly status?: TransactionStatus | undefined;
  /** Given or got. */
  readonly currency?: string | undefined;
  /** An amount in smallest units of each currency that can have it, given or got. */
  readonly amounts?: ReadonlyMap<string, bigint> | undefined;
  /** Part of the customer's name or email address. */
  readonly customer?: string | undefined;
  /** Made at or after this time, and before that one; milliseconds since 1970. */
  readonly from?: Epoch | undefined;
  readonly before?: Epoch | undefined;
}

interface TransactionWalk extends TransactionFilter {
  readonly after?: Place | undefined;
  readonly limit: number;
}

const EVERY_TYPE = ["exchange", "deposit", "withdraw", "adjustment"] as const satisfies TransactionType[];

/** Transactions of all customers, newest first: as many as asked for of each kind, each by its own index. */
export async function listTransactionsOfAll(
  reader: AnyReader,
  { type, status, currency, amounts, customer, from, before, after, limit }: TransactionWalk,
): Promise<BankTransaction[]> {
  const called = customer === undefined ? undefined : await idsCalled(reader, customer, CALLED_AT_MOST);
  const newest = (kind: TransactionType) => {
    // The partial indexes are found by the kind as it is written, not as a parameter.
    let chosen = reader
      .selectFrom("transactions")
      .select(["id", "created_at"])
      .where("transaction_type", "=", sql.lit(kind));
    if (kind === "deposit" || kind === "withdraw") chosen = chosen.where(OF_BANKS);
    if (status !== undefined) chosen = chosen.where("status", "=", status);
    if (from !== undefined) chosen = chosen.where("created_at", ">=", from);
    if (before !== undefined) chosen = chosen.where("created_at", "<", before);
    if (currency !== undefined)
      chosen = chosen.where((row) =>
        row.or([row("credit_currency", "=", currency), row("debit_currency", "=", currency)]),
      );
    if (amounts !== undefined)
      chosen = chosen.where((row) =>
        row.or(
          [...amounts].flatMap(([code, units]) => [
            row.and([row("credit_currency", "=", code), row("credit", "=", units)]),
            row.and([row("debit_currency", "=", code), row("debit", "=", units)]),
          ]),
        ),
      );
    if (called !== undefined) chosen = chosen.where("user_id", "in", called);
    else if (customer !== undefined)
      chosen = chosen.where((row) =>
        row.exists(
          row
            .selectFrom("users")
            .select("users.id")
            .whereRef("users.id", "=", "transactions.user_id")
            .where(isCalled(customer.toLowerCase())),
        ),
      );
    const page = pageOf(rowsAfter(chosen, "transactions", after), { page: 1, perPage: limit });
    return reader.selectFrom(page.as(kind)).select("id");
  };
  if (called?.length === 0) return [];
  const [first, ...others] = EVERY_TYPE.filter((kind) => type === undefined || kind === type).map(newest);
  if (first === undefined) return [];
  const ids = others.reduce((all, one) => all.unionAll(one), first);
  return withCustomer(reader)
    .where("transactions.id", "in", ids)
    .orderBy("transactions.created_at", "desc")
    .orderBy("transactions.id", "desc")
    .limit(BigInt(limit))
    .execute();
}

/** The deposit or withdrawal with a reference, of any customer. */
export async function findBankTransaction(
  reader: Reader,
  type: BankTransactionType,
  reference: string,
): Promise<BankTransaction | undefined> {
  return withCustomer(reader)
    .where("transactions.reference", "=", reference)
    .where("transactions.transaction_type", "=", type)
    .executeTakeFirst();
}

/** A transaction of whatever kind, by its identifier, of any customer. */
export async function findTransactionById(reader: Reader, id: string): Promise<BankTransaction | undefined> {
  return withCustomer(reader).where("transactions.id", "=", id).executeTakeFirst();
}

/** A transaction of whatever kind, by its reference, of any customer. */
export async function findTransactionByReference(
  reader: Reader,
  reference: string,
): Promise<BankTransaction | undefined> {
  return withCustomer(reader).where("transactions.reference", "=", reference).executeTakeFirst();
}

/**
 * A bank's reference as it is compared: only its letters and digits, in one case, and each in the form that Unicode
 * calls compatible (NFKC: `７` is 7, `ﬁ` is fi). A reference of other characters only is compared as it is, without
 * spaces.
 */
function comparableReference(bankReference: string): string {
  const text = bankReference.normalize("NFKC").toLowerCase().normalize("NFKC");
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, "");
  return letters === "" ? text.replaceAll(/\s/g, "") : letters;
}

/**
 * Names the account whose statement a payment is on, by what a bank calls it: payment methods that lead to one account share its
 * references. @param account where the deposit's payments go; undefined if there is none any more
 */
function accountName(
  { credit_currency, payment_method }: Pick<Transaction, "credit_currency" | "payment_method">,
  account: Omit<SystemBankAccount, "active"> | undefined,
): string {
  const { bsb = null, bank_code = null, account_number = null, payid = null } = account ?? {};
  const name =
    account_number !== null ? `${bsb ?? bank_code ?? ""}/${account_number}` : (payid ?? payment_method ?? "");
  return `${credit_currency}/${name}`.toLowerCase();
}

/** Names a payment as an account's statement does: a reference however it is spaced, punctuated and in whatever case. */
export const paymentKey = (
  deposit: Pick<Transaction, "credit_currency" | "payment_method">,
  account: Omit<SystemBankAccount, "active"> | undefined,
  bankReference: string,
): string => `${accountName(deposit, account)}/${comparableReference(bankReference)}`;

/** The deposit that was credited with this payment, of any customer; one that has been returned since is none. */
export async function findCreditedDeposit(
  reader: Reader,
  key: string,
): Promise<Pick<Transaction, "id" | "reference"> | undefined> {
  return reader
    .selectFrom("transactions")
    .select(["id", "reference"])
    .where("bank_reference_key", "=", key)
    .where("status", "=", sql.lit("completed" as const))
    .executeTakeFirst();
}

/** How many withdrawals a customer has asked for since a time that are waiting to be paid, or that the customer took back. */
export async function countIdleWithdrawals(reader: Reader, userId: string, since: Epoch): Promise<number> {
  const { total } = await reader
    .selectFrom("transactions")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .where("user_id", "=", userId)
    .where("transaction_type", "=", sql.lit("withdraw" as const))
    // In the words of the partial index.
    .where("transaction_type", "<>", sql.lit("exchange" as const))
    .where("created_at", ">", since)
    .where("status", "in", ["requested", "cancelled"])
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** How many of a customer's deposits or withdrawals have this status; with a bank account, of those that go to it. */
export async function countBankTransactions(
  reader: Reader,
  userId: string,
  type: BankTransactionType,
  status: Exclude<TransactionStatus, "completed">,
  bankAccountId?: string,
): Promise<number> {
  const { total } = await reader
    .selectFrom("transactions")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .$if(bankAccountId !== undefined, (counted) =>
      counted.where("bank_account_id", "=", bankAccountId ?? null),
    )
    .where("user_id", "=", userId)
    .where("status", "=", status)
    // Said in the words of the partial index, which a parameter cannot be matched with.
    .where("status", "<>", sql.lit("completed" as const))
    .where("transaction_type", "=", type)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Deposits still awaiting payment whose time is over at `now` (milliseconds since 1970), longest over first. */
export async function listOverdueDeposits(
  reader: Reader,
  now: bigint,
  limit: number,
): Promise<Pick<Transaction, "id" | "user_id">[]> {
  return reader
    .selectFrom("transactions")
    .select(["id", "user_id"])
    .where("status", "=", sql.lit("awaiting_payment" as const))
    .where("expires_at", "<=", now)
    .orderBy("expires_at")
    .orderBy("id")
    .limit(BigInt(limit))
    .execute();
}

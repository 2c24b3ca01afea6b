import { CompiledQuery } from "kysely";
import { isMissingTable } from "../handles/dialects/errors.ts";
import type { Database, WriteTx } from "../handles/handles.ts";
import { foundation } from "./0001-foundation.ts";
import { enquiries } from "./0002-enquiries.ts";
import { accounts } from "./0003-accounts.ts";
import { apiTokens } from "./0020-api-tokens.ts";
import { referrals } from "./0030-referrals.ts";
import { onramp } from "./0031-onramp.ts";
import { news } from "./0032-news.ts";
import { markets } from "./0050-markets.ts";
import { money } from "./0010-money.ts";
import { operations } from "./0042-operations.ts";
import { blockReason } from "./0043-block-reason.ts";
import { signIns } from "./0044-sign-ins.ts";
import { creditedOnce } from "./0045-credited-once.ts";
import { sealedValues } from "./0047-sealed-values.ts";
import { referenceKeys } from "./0051-reference-keys.ts";
import { switches } from "./0053-switches.ts";
import { staff } from "./0054-staff.ts";
import { customerPostings } from "./0056-customer-postings.ts";
import { holds } from "./0055-holds.ts";
import { bookSeals } from "./0061-book-seals.ts";
import { paymentKeys } from "./0062-payment-keys.ts";
import { position } from "./0074-position.ts";
import { payouts } from "./0075-payouts.ts";
import { ownedPostings } from "./0064-owned-postings.ts";
import { sealReaders } from "./0073-seal-readers.ts";
import { statementColumns } from "./0079-statement-columns.ts";
import { reconciliations } from "./0076-reconciliations.ts";
import { holdMails } from "./0057-hold-mails.ts";
import { secondFactor } from "./0059-second-factor.ts";
import { accountSafety } from "./0065-account-safety.ts";
import { recoveries } from "./0066-recoveries.ts";
import { approvals } from "./0058-approvals.ts";
import { bankLines } from "./0071-bank-lines.ts";
import { passkeys } from "./0063-passkeys.ts";
import { recurringBuys } from "./0069-recurring-buys.ts";
import { statementNotices } from "./0081-statement-notices.ts";
import { forgottenEvents } from "./0086-forgotten-events.ts";
import { newestAct } from "./0087-newest-act.ts";
import { historyIndexes } from "./0085-history-indexes.ts";
import { lineFormats } from "./0084-line-formats.ts";
import { tokenProof } from "./0083-token-proof.ts";
import { priceAlerts } from "./0070-price-alerts.ts";
import { receivables } from "./0072-receivables.ts";
import { events } from "./0088-events.ts";
import { liabilities } from "./0090-liabilities.ts";
import { deskIndexes } from "./0092-desk-indexes.ts";
import { webhooksDue } from "./0091-webhooks-due.ts";
import { booksByAccount } from "./0094-books-by-account.ts";
import { failedSendings } from "./0093-failed-sendings.ts";
import { followedEvents } from "./0095-followed-events.ts";
import { staffPresence } from "./0097-staff-presence.ts";
import { assignedEnquiries } from "./0098-assigned-enquiries.ts";
import { closures } from "./0099-closures.ts";
import { closedBalances } from "./0104-closed-balances.ts";
import { adjusted } from "./0105-adjusted.ts";
import { ledgerChecks } from "./0108-ledger-checks.ts";
import { owedTotals } from "./0109-owed-totals.ts";
import { countedByIndexes } from "./0110-counted-by-indexes.ts";
import { enquiryReplies } from "./0111-enquiry-replies.ts";
import { erasingOnce } from "./0114-erasing-once.ts";
import { sentBack } from "./0115-sent-back.ts";
import { sharedDevices } from "./0116-shared-devices.ts";
import { accountNumbers } from "./0117-account-numbers.ts";
import { believedPrices } from "./0130-believed-prices.ts";
import { passwordAlone } from "./0125-password-alone.ts";
import { keptTransactions } from "./0131-kept-transactions.ts";
import { bankKeys } from "./0132-bank-keys.ts";
import { movedForCustomer } from "./0134-moved-for-customer.ts";
import { provenLines } from "./0135-proven-lines.ts";
import { keptOrders } from "./0137-kept-orders.ts";
import { namesAlike } from "./0139-names-alike.ts";
import { statementImports } from "./0140-statement-imports.ts";
import { grownLists } from "./0100-grown-lists.ts";
import { webhooks } from "./0089-webhooks.ts";
import { limits } from "./0040-limits.ts";
import { createTable, type Migration } from "./migration.ts";

/** All migrations, oldest first. */
export const MIGRATIONS: readonly Migration[] = [
  foundation,
  enquiries,
  accounts,
  money,
  apiTokens,
  referrals,
  onramp,
  news,
  operations,
  blockReason,
  signIns,
  creditedOnce,
  markets,
  sealedValues,
  limits,
  referenceKeys,
  switches,
  staff,
  customerPostings,
  holds,
  bookSeals,
  paymentKeys,
  holdMails,
  secondFactor,
  approvals,
  bankLines,
  passkeys,
  recurringBuys,
  accountSafety,
  priceAlerts,
  receivables,
  position,
  payouts,
  reconciliations,
  recoveries,
  sealReaders,
  ownedPostings,
  statementNotices,
  newestAct,
  tokenProof,
  statementColumns,
  events,
  historyIndexes,
  liabilities,
  lineFormats,
  webhooks,
  webhooksDue,
  followedEvents,
  closures,
  enquiryReplies,
  erasingOnce,
  sentBack,
  sharedDevices,
  accountNumbers,
  passwordAlone,
  bankKeys,
  countedByIndexes,
  grownLists,
  deskIndexes,
  booksByAccount,
  forgottenEvents,
  failedSendings,
  staffPresence,
  assignedEnquiries,
  adjusted,
  ledgerChecks,
  owedTotals,
  closedBalances,
  believedPrices,
  keptTransactions,
  movedForCustomer,
  provenLines,
  keptOrders,
  namesAlike,
  statementImports,
];

/** Any number: what processes that migrate the same PostgreSQL database at once wait for. */
const ADVISORY_LOCK = 7_209_311_846;

/** Waits until no other process changes the tables or rights of this PostgreSQL database, until the transaction ends. */
export async function lockMigrations(tx: WriteTx): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${ADVISORY_LOCK})`));
}

/** A newer program has changed the tables in a way that this one does not know. */
export class NewerSchemaError extends Error {
  override readonly name = "NewerSchemaError";
  /** Names of the migrations that are not known here. */
  readonly unknown: readonly string[];
  constructor(unknown: readonly string[]) {
    super(`the tables were changed by ${unknown.join(", ")}, which this program does not know`);
    this.unknown = unknown;
  }
}

/**
 * Brings the database to the newest schema. Each migration runs in one transaction with the note that it did,
 * so that a crash leaves none half done; doing it again, or from several processes at once, changes nothing.
 * @param now milliseconds since 1970, for what migrations write into the audit log
 * @throws NewerSchemaError, before anything is changed
 */
export async function migrate(database: Database, now: bigint): Promise<void> {
  const lacked = await lackedMigrations(database);
  for (const migration of lacked) {
    await database.write(
      async (tx) => {
        if (database.dialect === "postgres") await lockMigrations(tx);
        await tx.executeQuery(
          CompiledQuery.raw(
            createTable(database.dialect, "if not exists schema_migrations", "name text primary key"),
          ),
        );
        const done = await tx
          .selectFrom("schema_migrations")
          .select("name")
          .where("name", "=", migration.name)
          .executeTakeFirst();
        if (done !== undefined) return;
        for (const statement of migration.statements(database.dialect)) {
          await tx.executeQuery(CompiledQuery.raw(statement));
        }
        await migration.rewrite?.(tx, now);
        await tx.insertInto("schema_migrations").values({ name: migration.name }).execute();
      },
      { patient: true },
    );
  }
}

/** What is still to be done to a database. */
export interface PendingMigration {
  readonly name: string;
  /** How many statements change its tables. */
  readonly statements: number;
  /** Whether rows are written again, which takes longer the more there are. */
  readonly rewrites: boolean;
}

/**
 * The migrations that the database still lacks, oldest first; all of them where it has no tables yet.
 * @throws NewerSchemaError
 */
export async function listPendingMigrations(database: Database): Promise<PendingMigration[]> {
  const lacked = await lackedMigrations(database);
  return lacked.map(({ name, statements, rewrite }) => ({
    name,
    statements: statements(database.dialect).length,
    rewrites: rewrite !== undefined,
  }));
}

/**
 * Names of the migrations that the database still lacks, oldest first. What a newer program has done to it does not matter: a
 * program that runs already goes on while the next version is started.
 */
export async function pendingMigrations(database: Database): Promise<string[]> {
  return lackedOf(await appliedMigrations(database)).map(({ name }) => name);
}

/** @throws NewerSchemaError */
async function lackedMigrations(database: Database): Promise<Migration[]> {
  const done = await appliedMigrations(database);
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = [...done].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown.toSorted());
  return lackedOf(done);
}

const lackedOf = (done: ReadonlySet<string>): Migration[] => MIGRATIONS.filter(({ name }) => !done.has(name));

async function appliedMigrations(database: Database): Promise<ReadonlySet<string>> {
  try {
    const rows = await database.read.selectFrom("schema_migrations").select("name").execute();
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (isMissingTable(error)) return new Set();
    throw error;
  }
}

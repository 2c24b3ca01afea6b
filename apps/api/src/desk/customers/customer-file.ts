import type {
  AuditRecord,
  CustomerFile,
  CustomerHistory,
  CustomerHistoryInput,
  CustomerSummary,
} from "@wattle/contracts/desk";
import { CONFIDENTIAL_ACTS } from "@wattle/contracts/confidential";
import type { AuditAct } from "@wattle/contracts/audit-acts";
import type { AccountClosure } from "@wattle/contracts/closing";
import { pieceOf, placeOf } from "@wattle/contracts/cursor";
import { DomainError } from "@wattle/contracts/errors";
import { IDENTITY_CHECKS } from "@wattle/contracts/identity-checks";
import { limitsOf, mayUse, type LimitPurpose } from "@wattle/contracts/markets";
import { listAudit, namesOf, newestAuditOf } from "@wattle/db/audit";
import type { Reader } from "@wattle/db/database";
import { findClosure } from "@wattle/db/closures";
import { findCustomerById } from "@wattle/db/customers";
import { isPartner, rolesOf } from "@wattle/db/roles";
import { heldBalancesOf } from "@wattle/db/balances";
import { listBankAccounts } from "@wattle/db/bank-accounts";
import { listCustomerNotes } from "@wattle/db/customer-notes";
import { listTransactions, walkTransactions } from "@wattle/db/history";
import { findIdentity, listDocuments } from "@wattle/db/identity";
import { listPasskeys } from "@wattle/db/passkeys";
import { listDuplicates } from "@wattle/db/personal-hashes";
import { listPersonalTokens } from "@wattle/db/tokens";
import type { AccountClosure as ClosureRow, AuditRecord as AuditRow, User } from "@wattle/db/tables";
import { hasAuthenticator } from "../../access/second-factor.ts";
import { bankAccountOfRow } from "../../bank-accounts/bank-account-of-row.ts";
import { listLiveSessions } from "../../sessions/own-sessions.ts";
import { tokenItemOf } from "../../tokens/create-token.ts";
import { transactionOfRow } from "../../transactions/transaction-of-row.ts";
import { userDataOf, type UserDataServices } from "../../sessions/user-data.ts";
import { closureKeptUntil, planClosing } from "../../closing/close-account.ts";
import { amountText } from "../../amount-text.ts";
import { isoTime, timeOf } from "../../clock.ts";
import { sinceLastTry } from "../../identity/last-try.ts";
import { documentOfRow, draftOf } from "../../identity/read-identity.ts";
import type { Services } from "../../services.ts";
import { enquiriesOf } from "../enquiries/enquiries.ts";
import { readHolds } from "./hold-customer.ts";
import { noteOfRow } from "./note-customer.ts";

/** The newest lines of the log, and of the history, that are shown with what they are about. */
export const AUDIT_LINES = 20;
const HISTORY_LINES = 20;

/** The place at which a list goes on after its last row; null if there is no more. */
function nextOf(rows: readonly Parameters<typeof placeOf>[0][], more: boolean): string | null {
  const last = rows.at(-1);
  return more && last !== undefined ? placeOf(last) : null;
}

/** @param row a customer's */
export function summaryOf(row: User): CustomerSummary {
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    status: row.status,
    role: isPartner(row) ? "partner" : "regular-user",
    default_country: row.default_country,
    email_verified_at: timeOf(row.email_verified_at),
    created_at: isoTime(row.created_at),
  };
}

export function auditRecordOf(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    actor: row.actor,
    action: row.action,
    subject: row.subject,
    details: JSON.parse(row.details) as Record<string, unknown>,
    created_at: isoTime(row.created_at),
  };
}

const closureOf = (services: Pick<Services, "config">, row: ClosureRow): AccountClosure => ({
  closed_at: isoTime(row.closed_at),
  closed_by: row.closed_by,
  email: row.email,
  kept_until: closureKeptUntil(services, row),
  cleared_at: timeOf(row.cleared_at),
  erased_at: timeOf(row.erased_at),
});

/** How a customer's identity was decided last, as the log has it. */
async function lastDecision(read: Reader, id: string): Promise<CustomerFile["identity"]["decision"]> {
  const [verified, rejected, unverified] = await Promise.all(
    (["customer.verified", "customer.rejected", "customer.unverified"] satisfies AuditAct[]).map((action) =>
      newestAuditOf(read, { action, subject: id }),
    ),
  );
  const isUndone = (unverified?.created_at ?? 0n) >= (verified?.created_at ?? 0n);
  const newest = [isUndone ? undefined : verified, rejected]
    .filter((row) => row !== undefined)
    .reduce<AuditRow | undefined>(
      (last, row) => (last && last.created_at > row.created_at ? last : row),
      undefined,
    );
  if (newest === undefined) return null;
  const { actor, action, details, created_at: at } = auditRecordOf(newest);
  const { checks, message } = details;
  return {
    outcome: action === "customer.verified" ? "verified" : "sent_back",
    decided_at: at,
    decided_by: (await namesOf(read, [actor])).get(actor) ?? actor,
    checks: Array.isArray(checks) ? IDENTITY_CHECKS.filter((check) => checks.includes(check)) : [],
    message: typeof message === "string" ? message : null,
  };
}

/** Limits of a customer's single exchanges and deposits, by currency. */
async function limitsFor(
  services: Pick<Services, "markets">,
  user: Pick<User, "default_country">,
): Promise<CustomerFile["limits"]> {
  const { currencies } = await services.markets();
  return currencies
    .filter((currency) => currency.active && mayUse(currency, user.default_country))
    .map((currency) => {
      const of = (purpose: LimitPurpose) => {
        const limits = limitsOf(currency, purpose);
        return limits === undefined
          ? null
          : { min: amountText(limits.min, currency.code), max: amountText(limits.max, currency.code) };
      };
      return { currency: currency.code, exchange: of("exchange"), deposit: of("deposit"), card: of("card") };
    })
    .filter(({ exchange, deposit, card }) => exchange !== null || deposit !== null || card !== null);
}

/**
 * Everything the desk sees of a customer.
 * @throws DomainError `not_found`
 */
export async function readCustomerFile(
  services: UserDataServices & Pick<Services, "clock" | "markets">,
  id: string,
): Promise<CustomerFile> {
  const { vault, database } = services;
  const { read } = database;
  const row = await findCustomerById(read, id);
  if (row === undefined) throw new DomainError("not_found");
  const { user, balance } = await userDataOf(services, row);
  const held = await heldBalancesOf(read, id);
  const identity = await findIdentity(read, id);
  const documents = await listDocuments(read, id);
  const { rows: history, total } = await listTransactions(read, id, { page: 1, perPage: HISTORY_LINES });
  const now = services.clock.now();
  const { on: on_hold, holds } = await readHolds(read, id);
  const { rows: audit } = await listAudit(read, {
    subject: id,
    without: CONFIDENTIAL_ACTS,
    page: 1,
    perPage: AUDIT_LINES,
  });
  const holders = await namesOf(read, [...new Set(holds.map(({ held_by: by }) => by))]);
  const closure = await findClosure(read, id);
  return {
    user,
    block_reason: row.block_reason,
    balance,
    held: Object.fromEntries([...held].map(([code, units]) => [code, amountText(units, code)])),
    identity: {
      form: draftOf(vault, row, identity),
      documents: documents.map((document) => documentOfRow(vault, document)),
      submitted_at: timeOf(identity?.submitted_at),
      decided_at: timeOf(identity?.decided_at),
      since_last_try: await sinceLastTry(read, vault, { user: row, identity, documents }),
      decision: await lastDecision(read, id),
    },
    limits: await limitsFor(services, row),
    referred_by: row.referred_by,
    history: { data: history.map(transactionOfRow), total, next: nextOf(history, history.length < total) },
    bank_accounts: (await listBankAccounts(read, id)).map((account) => bankAccountOfRow(vault, account, now)),
    sessions: await listLiveSessions(services, { id, roles: rolesOf(row) }),
    tokens: (await listPersonalTokens(read, id)).map(tokenItemOf),
    second_steps: [
      ...((await hasAuthenticator(read, id)) ? ["authenticator" as const] : []),
      ...((await listPasskeys(read, id)).length > 0 ? ["passkey" as const] : []),
    ],
    on_hold,
    holds: holds.map((hold) => ({ ...hold, held_by_name: holders.get(hold.held_by) ?? hold.held_by })),
    notes: (await listCustomerNotes(read, id)).map(noteOfRow),
    enquiries: await enquiriesOf(read, vault, id),
    closure: closure === undefined ? null : closureOf(services, closure),
    closing: closure === undefined ? await planClosing(read, services, id, "staff") : null,
    duplicates: (await listDuplicates(read, id)).map(({ user: other, shares }) => ({
      ...summaryOf(other),
      shares: [...shares],
    })),
    audit: audit.map(auditRecordOf),
    audit_next: nextOf(audit, audit.length === AUDIT_LINES),
  };
}

/** A customer's history before a place, one page at a time, newest first. An unknown customer has none. */
export async function readCustomerHistory(
  { database }: Pick<Services, "database">,
  { id, after }: CustomerHistoryInput,
): Promise<CustomerHistory> {
  const rows = await walkTransactions(database.standby, id, {}, after, HISTORY_LINES + 1);
  const { piece, next } = pieceOf(rows, HISTORY_LINES);
  return { data: piece.map(transactionOfRow), next };
}

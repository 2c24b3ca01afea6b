import type { AuditAct } from "@wattle/contracts/audit-acts";
import {
  blockCustomerInput,
  closedBalances,
  customerFile,
  customerHistory,
  customerHistoryInput,
  customerInput,
  customerNote,
  customersInput,
  customersPage,
  decideCustomerInput,
  customerSummary,
  noteCustomerInput,
  permissionsInput,
  rejectCustomerInput,
  verifyCustomerInput,
  waitingIdentities,
} from "@wattle/contracts/back-office";
import { dataCopy } from "@wattle/contracts/data-export";
import { customerHolds, holdInput } from "@wattle/contracts/holds";
import { documentInput, identityDocument } from "@wattle/contracts/identity";
import { paging } from "@wattle/contracts/paging";
import { countedMetaOf } from "./counted-meta.ts";
import { endedSessions } from "@wattle/contracts/sessions";
import { endedTokens } from "@wattle/contracts/tokens";
import { countActs } from "@wattle/db/audit";
import { balancesOf } from "@wattle/db/balances";
import { searchCustomers } from "@wattle/db/customers";
import { likelyTwins, type Twin } from "@wattle/db/personal-hashes";
import { listClosedBalances, listSentIdentities } from "@wattle/db/staff-queues";
import { amountText } from "../amount-text.ts";
import { isoTime, timeOf } from "../clock.ts";
import { documentOfRow } from "../identity/read-identity.ts";
import { confirmed, router, staff } from "../procedures.ts";
import { dueOf } from "../queue-targets.ts";
import { alone, reviewed } from "./approvals/reviewed-act.ts";
import {
  blockCustomer,
  openDocument,
  rejectCustomer,
  setPermissions,
  unverifyCustomer,
  verifyCustomer,
} from "./change-customer.ts";
import { endCustomerSessions, endCustomerTokens, unlockCustomer } from "./customer-access.ts";
import { eraseCustomer } from "./erase-customer.ts";
import { openCustomerData } from "./open-customer-data.ts";
import { holdCustomer, releaseCustomer } from "./hold-customer.ts";
import { noteCustomer } from "./note-customer.ts";
import { searchedHashes } from "./searched-hashes.ts";
import { setRole } from "./set-customer-role.ts";
import { unblockCustomer } from "./unblock-customer.ts";
import { readCustomerFile, readCustomerHistory, summaryOf } from "./customer-file.ts";

const changing = staff.meta({ errors: ["not_found", "state_conflict"] });

/** Acts that take a copy of a customer's data. */
const taking = confirmed.staff.meta({ errors: ["not_found", "too_many_requests"] });

const likelyOf = (twin: Twin | undefined) =>
  twin === undefined ? null : { ...twin, shares: [...twin.shares] };

export const customersOpsRouter = router({
  search: staff
    .input(customersInput)
    .output(customersPage)
    .query(async ({ ctx, input }) => {
      const { query, status, page, per_page: perPage } = input;
      const { rows, total } = await searchCustomers(ctx.services.database.read, {
        query,
        hashes: searchedHashes(ctx.services.searchHashes, query ?? ""),
        status,
        page,
        perPage,
      });
      return { data: rows.map(summaryOf), meta: countedMetaOf(page, perPage, total) };
    }),
  /** Identities to check, oldest first. */
  waiting: staff
    .input(paging)
    .output(waitingIdentities)
    .query(async ({ ctx, input: { page, per_page: perPage } }) => {
      const { database, config } = ctx.services;
      const { rows, total } = await listSentIdentities(database.read, { page, perPage });
      const ids = rows.map(({ id }) => id);
      const [twins, tries] = await Promise.all([
        likelyTwins(database.read, ids),
        countActs(database.read, "identity.sent" satisfies AuditAct, ids),
      ]);
      const data = rows.map((row) => ({
        ...summaryOf(row),
        submitted_at: timeOf(row.submitted_at),
        due_at: dueOf(config, "identities", row.submitted_at),
        possible_duplicate: twins.has(row.id),
        likely_duplicate: likelyOf(twins.get(row.id)),
        // What was sent before the log had it is one.
        tries: Math.max(1, tries.get(row.id) ?? 0),
      }));
      return { data, meta: countedMetaOf(page, perPage, total) };
    }),
  /** Closed accounts that money came to, what waits for longest first. */
  closedBalances: staff
    .input(paging)
    .output(closedBalances)
    .query(async ({ ctx, input: { page, per_page: perPage } }) => {
      const { database, config } = ctx.services;
      const { read } = database;
      const { rows, total } = await listClosedBalances(read, { page, perPage });
      const data = await Promise.all(
        rows.map(async (row) => {
          const owned = [...(await balancesOf(read, row.id))].filter(([, units]) => units > 0n);
          const balance = Object.fromEntries(owned.map(([code, units]) => [code, amountText(units, code)]));
          return {
            ...summaryOf(row),
            // Its own was changed for a made-up one; none once it is forgotten.
            email: row.closed_email ?? row.email,
            balance,
            since: isoTime(row.since),
            due_at: dueOf(config, "closed_balances", row.since),
          };
        }),
      );
      return { data, meta: countedMetaOf(page, perPage, total) };
    }),
  get: staff
    .meta({ errors: ["not_found"] })
    .input(customerInput)
    .output(customerFile)
    .query(({ ctx, input }) => readCustomerFile(ctx.services, input.id)),
  /** A customer's transactions before those that the file has, newest first. */
  history: staff
    .input(customerHistoryInput)
    .output(customerHistory)
    .query(({ ctx, input }) => readCustomerHistory(ctx.services, input)),
  verify: alone(
    changing
      .input(verifyCustomerInput)
      .output(customerSummary)
      .mutation(({ ctx, input: { id, internal_note: internalNote, checks } }) =>
        verifyCustomer({ services: ctx.services, operator: ctx.user, id, internalNote }, checks),
      ),
  ),
  /** Takes back that an identity was verified just now, as long as its email waits. */
  unverify: alone(
    changing
      .input(decideCustomerInput)
      .output(customerSummary)
      .mutation(({ ctx, input: { id, internal_note: internalNote } }) =>
        unverifyCustomer({ services: ctx.services, operator: ctx.user, id, internalNote }),
      ),
  ),
  reject: alone(
    changing
      .input(rejectCustomerInput)
      .output(customerSummary)
      .mutation(({ ctx, input: { id, internal_note: internalNote, message } }) =>
        rejectCustomer({ services: ctx.services, operator: ctx.user, id, internalNote }, message),
      ),
  ),
  block: alone(
    changing
      .input(blockCustomerInput)
      .output(customerSummary)
      .mutation(async ({ ctx, input: { id, internal_note: internalNote } }) => {
        const blocked = await blockCustomer({ services: ctx.services, operator: ctx.user, id, internalNote });
        ctx.services.securityLog.note(ctx, "account-blocked", { account: id }, { by: ctx.user.id });
        return blocked;
      }),
  ),
  unblock: reviewed(unblockCustomer),
  /** Keeps a customer from kinds of calls. The customer hears nothing of it. */
  hold: alone(
    changing
      .input(holdInput)
      .output(customerHolds)
      .mutation(({ ctx, input }) => holdCustomer(ctx.services, ctx.user, input)),
  ),
  releaseHold: alone(
    changing
      .input(holdInput)
      .output(customerHolds)
      .mutation(({ ctx, input }) => releaseCustomer(ctx.services, ctx.user, input)),
  ),
  /** Keeps a note about a customer, for staff alone. */
  note: alone(
    staff
      .meta({ errors: ["not_found"] })
      .input(noteCustomerInput)
      .output(customerNote)
      .mutation(({ ctx, input }) => noteCustomer(ctx.services, ctx.user, input)),
  ),
  setRole: reviewed(setRole),
  setPermissions: alone(
    changing
      .input(permissionsInput)
      .output(customerSummary)
      .mutation(({ ctx, input }) =>
        setPermissions({ services: ctx.services, operator: ctx.user, id: input.id }, input.permissions),
      ),
  ),
  /** Signs the customer out everywhere. */
  endSessions: alone(
    changing
      .input(customerInput)
      .output(endedSessions)
      .mutation(async ({ ctx, input }) => ({
        ended: await endCustomerSessions({ services: ctx.services, operator: ctx.user, id: input.id }),
      })),
  ),
  /** Revokes all API tokens of the customer. */
  endTokens: alone(
    changing
      .input(customerInput)
      .output(endedTokens)
      .mutation(async ({ ctx, input }) => ({
        ended: await endCustomerTokens({ services: ctx.services, operator: ctx.user, id: input.id }),
      })),
  ),
  /** Forgives failed logins and wrong codes. */
  unlock: alone(
    changing
      .meta({ errors: ["not_found", "too_many_requests"] })
      .input(customerInput)
      .output(customerSummary)
      .mutation(({ ctx, input }) =>
        unlockCustomer({ services: ctx.services, operator: ctx.user, id: input.id }),
      ),
  ),
  /** Says what a document is and notes that it was opened; its bytes come from `GET /api/ops/documents/{id}`. */
  openDocument: alone(
    taking
      .input(documentInput)
      .output(identityDocument)
      .mutation(async ({ ctx, input }) =>
        documentOfRow(
          ctx.services.vault,
          await openDocument({ services: ctx.services, operator: ctx.user, id: input.id }),
        ),
      ),
  ),
  /** Closes the account for good and erases its data. */
  erase: reviewed(eraseCustomer),
  /** Notes that a copy of all of a customer's data is taken; its bytes come from `GET /api/ops/customers/{id}/data.zip`. */
  openData: alone(
    taking
      .input(customerInput)
      .output(dataCopy)
      .mutation(({ ctx, input }) => openCustomerData(ctx.services, ctx.user, input.id)),
  ),
});

import type { AuditAct } from "@wattle/contracts/audit-acts";
import {
  closedBalances,
  customerFile,
  customerHistory,
  customerHistoryInput,
  customerInput,
  customersInput,
  customersPage,
  waitingIdentities,
} from "@wattle/contracts/desk";
import { identityCheck } from "@wattle/contracts/identity";
import { customerRating } from "@wattle/contracts/ratings";
import { paging } from "@wattle/contracts/paging";
import { countedMetaOf } from "../counted-meta.ts";
import { countActs } from "@wattle/db/audit";
import { balancesOf } from "@wattle/db/balances";
import { countCustomerNotes } from "@wattle/db/customer-notes";
import { searchCustomers } from "@wattle/db/customers";
import { heldKinds } from "@wattle/db/holds";
import { likelyTwins, type Twin } from "@wattle/db/personal-hashes";
import { listClosedBalances, listSentIdentities } from "@wattle/db/staff-queues";
import { amountText } from "../../amount-text.ts";
import { isoTime, timeOf } from "../../clock.ts";
import { anyStaff, router, staff } from "../../procedures.ts";
import { dueOf } from "../../queue-targets.ts";
import { reviewed } from "../approvals/reviewed-act.ts";
import {
  blockCustomer,
  openDocument,
  rejectCustomer,
  setPermissions,
  unverifyCustomer,
  verifyCustomer,
} from "./change-customer.ts";
import {
  endCustomerSessions,
  endCustomerTokens,
  resendConfirmation,
  unlockCustomer,
} from "./customer-access.ts";
import { eraseCustomer } from "./erase-customer.ts";
import { openCustomerData } from "./open-customer-data.ts";
import { holdCustomer, releaseCustomer } from "./hold-customer.ts";
import { rateCustomer, readRating } from "./rate-customer.ts";
import { noteCustomer } from "./note-customer.ts";
import { searchedHashes } from "./searched-hashes.ts";
import { setRole } from "./set-customer-role.ts";
import { unblockCustomer } from "./unblock-customer.ts";
import { readIdentityCheck } from "./read-identity-check.ts";
import { readCustomerFile, readCustomerHistory, summaryOf } from "./customer-file.ts";

const likelyOf = (twin: Twin | undefined) =>
  twin === undefined ? null : { ...twin, shares: [...twin.shares] };

export const customersDeskRouter = router({
  search: anyStaff
    .input(customersInput)
    .output(customersPage)
    .query(async ({ ctx, input }) => {
      const { query, status, page, per_page: perPage } = input;
      const { rows, total } = await searchCustomers(ctx.services.database.standby, {
        query,
        hashes: searchedHashes(ctx.services.searchHashes, query ?? ""),
        status,
        page,
        perPage,
      });
      const notes = await countCustomerNotes(
        ctx.services.database.standby,
        rows.map(({ id }) => id),
      );
      const data = rows.map((row) => ({
        ...summaryOf(row),
        on_hold: heldKinds(row),
        notes: notes.get(row.id) ?? 0,
      }));
      return { data, meta: countedMetaOf(page, perPage, total) };
    }),
  /** Identities to check, oldest first. */
  waiting: anyStaff
    .input(paging)
    .output(waitingIdentities)
    .query(async ({ ctx, input: { page, per_page: perPage } }) => {
      const { database, config } = ctx.services;
      const { rows, total } = await listSentIdentities(database.standby, { page, perPage });
      const ids = rows.map(({ id }) => id);
      const [twins, tries] = await Promise.all([
        likelyTwins(database.read, ids),
        countActs(database.standby, "identity.sent" satisfies AuditAct, ids),
      ]);
      const data = rows.map((row) => ({
        ...summaryOf(row),
        submitted_at: timeOf(row.submitted_at),
        due_at: dueOf(config, "identities", row.submitted_at),
        possible_duplicate: twins.has(row.id),
        likely_duplicate: likelyOf(twins.get(row.id)),
        // A form that was sent before the log had it counts as one try.
        tries: Math.max(1, tries.get(row.id) ?? 0),
      }));
      return { data, meta: countedMetaOf(page, perPage, total) };
    }),
  /** Closed accounts that money came to, what waits for longest first. */
  closedBalances: anyStaff
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
  get: anyStaff
    .meta({ errors: ["not_found"] })
    .input(customerInput)
    .output(customerFile)
    .query(({ ctx, input }) => readCustomerFile(ctx.services, input.id)),
  /** A customer's transactions before those that the file has, newest first. */
  history: anyStaff
    .input(customerHistoryInput)
    .output(customerHistory)
    .query(({ ctx, input }) => readCustomerHistory(ctx.services, input)),
  verify: verifyCustomer,
  unverify: unverifyCustomer,
  reject: rejectCustomer,
  block: blockCustomer,
  unblock: reviewed(unblockCustomer),
  hold: holdCustomer,
  releaseHold: releaseCustomer,
  note: noteCustomer,
  /** How risky a customer is, by the table or as compliance has set it. */
  rating: staff("compliance")
    .meta({ errors: ["not_found"] })
    .input(customerInput)
    .output(customerRating)
    .query(({ ctx, input }) => readRating(ctx.services, input.id)),
  /** An identity provider's answer about a customer. It may decline someone because of a list, so that it is only for compliance. */
  identityCheck: staff("compliance")
    .meta({ errors: ["not_found"] })
    .input(customerInput)
    .output(identityCheck.nullable())
    .query(({ ctx, input }) => readIdentityCheck(ctx.services, input.id)),
  rate: rateCustomer,
  setRole: reviewed(setRole),
  setPermissions,
  endSessions: endCustomerSessions,
  endTokens: endCustomerTokens,
  unlock: unlockCustomer,
  resendConfirmation,
  openDocument,
  /** Closes the account for good and erases its data. */
  erase: reviewed(eraseCustomer),
  openData: openCustomerData,
});

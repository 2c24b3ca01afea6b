/** Access to a customer's account, as staff manage it. */
import { customerInput, customerSummary } from "@wattle/contracts/desk";
import { DomainError } from "@wattle/contracts/errors";
import { endedSessions } from "@wattle/contracts/sessions";
import { endedTokens } from "@wattle/contracts/tokens";
import { addLoginUnlock } from "@wattle/db/accounts";
import { findClosure } from "@wattle/db/closures";
import { insertEmailToken } from "@wattle/db/email-tokens";
import { updateSecondFactor } from "@wattle/db/second-factors";
import { deleteOtherSessions } from "@wattle/db/sessions";
import { revokeAllTokens } from "@wattle/db/tokens";
import { newLink } from "../../accounts/email-links.ts";
import { limitActs } from "../parts/limit-acts.ts";
import { unlockedMail } from "../../mail/security-mails.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { lockCustomer } from "./locked-customer.ts";
import { summaryOf } from "./customer-file.ts";

/** Signs an account out everywhere. */
export const endCustomerSessions = alone({
  title: "Log a customer out everywhere",
  roles: ["compliance"],
  errors: ["not_found", "state_conflict"],
  input: customerInput,
  output: endedSessions,
  plan: async (tx, _call, { id }) => {
    await lockCustomer(tx, id);
    return {
      subject: `the account of ${id}`,
      customer: id,
      changes: [{ what: "Devices", before: "Logged in", after: "Logged out" }],
      log: ({ ended }) => ({ action: "customer.signed_out", subject: id, details: { sessions: ended } }),
      run: async () => ({ ended: await deleteOtherSessions(tx, id) }),
    };
  },
});

/** Revokes all API tokens of an account. It answers how many worked until now. */
export const endCustomerTokens = alone({
  title: "Revoke a customer's API tokens",
  roles: ["compliance"],
  errors: ["not_found", "state_conflict"],
  input: customerInput,
  output: endedTokens,
  plan: async (tx, { services }, { id }) => {
    await lockCustomer(tx, id);
    return {
      subject: `the account of ${id}`,
      customer: id,
      changes: [{ what: "API tokens", before: "In use", after: "Revoked" }],
      log: ({ ended }) => ({ action: "customer.tokens_ended", subject: id, details: { tokens: ended } }),
      run: async () => ({
        ended: (await revokeAllTokens(tx, id, BigInt(services.clock.now()))).length,
      }),
    };
  },
});

/** Forgives a customer's failed logins and wrong codes: neither keeps from logging in any more. */
export const unlockCustomer = alone({
  title: "Unlock a login",
  roles: ["support", "compliance"],
  errors: ["not_found", "too_many_requests"],
  input: customerInput,
  output: customerSummary,
  plan: async (tx, { services, operator }, { id }) => {
    await limitActs(tx, services, operator.id, "unlocks");
    const user = await lockCustomer(tx, id);
    return {
      subject: `the account of ${id}`,
      customer: id,
      changes: [{ what: "Failed logins and wrong codes", before: "Counted", after: "Forgiven" }],
      mail: { to: user.email, mail: unlockedMail(user.first_name) },
      log: { action: "customer.unlocked", subject: id },
      run: async () => {
        await addLoginUnlock(tx, id);
        await updateSecondFactor(tx, id, { failures: 0n, locked_until: null });
        return summaryOf(user);
      },
    };
  },
});

/** Emails a customer the link that confirms the email address again. */
export const resendConfirmation = alone({
  title: "Send a confirmation email again",
  roles: ["support", "compliance"],
  errors: ["not_found", "state_conflict", "too_many_requests"],
  input: customerInput,
  output: customerSummary,
  plan: async (tx, { services, operator }, { id }) => {
    await limitActs(tx, services, operator.id, "confirmations");
    const user = await lockCustomer(tx, id);
    const isClosed = (await findClosure(tx, id)) !== undefined;
    if (isClosed || user.email_verified_at !== null) throw new DomainError("state_conflict");
    const to = { userId: id, firstName: user.first_name, email: user.email };
    const { row, letter } = newLink(services, "verify-email", to);
    return {
      subject: `the account of ${id}`,
      customer: id,
      changes: [],
      mail: letter,
      log: { action: "customer.confirmation_sent", subject: id },
      run: async () => {
        await insertEmailToken(tx, row);
        return summaryOf(user);
      },
    };
  },
});

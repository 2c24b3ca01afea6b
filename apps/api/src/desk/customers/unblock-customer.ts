import { customerSummary, decideCustomerInput } from "@wattle/contracts/desk";
import { DomainError } from "@wattle/contracts/errors";
import { ownMessage } from "@wattle/contracts/own-messages";
import { findClosure } from "@wattle/db/closures";
import type { Reader, WriteTx } from "@wattle/db/database";
import { findIdentity } from "@wattle/db/identity";
import type { User, UserStatus } from "@wattle/db/tables";
import type { ReviewedAct } from "../approvals/act.ts";
import { planTransition } from "./change-customer.ts";
import { lockCustomer } from "./locked-customer.ts";

/** The status of an account before it was blocked. If it was not noted, it follows from the identity. */
async function statusBeforeBlock(reader: Reader, user: User): Promise<UserStatus> {
  if (user.status_before_block !== null) return user.status_before_block;
  const identity = await findIdentity(reader, user.id);
  return identity?.submitted_at != null && identity.decided_at === null ? "pending" : "registered";
}

/** @throws DomainError `not_found`, `state_conflict` for an account that is not blocked, or closed for good */
async function blockedCustomer(tx: WriteTx, id: string): Promise<User> {
  const user = await lockCustomer(tx, id);
  if (user.status !== "blocked")
    throw new DomainError("state_conflict", { message: ownMessage.accountIs(user.status) });
  if ((await findClosure(tx, id)) !== undefined) {
    throw new DomainError("state_conflict", { message: ownMessage.accountIs("closed") });
  }
  return user;
}

/** Takes a block back: the account is again what it was before. */
export const unblockCustomer: ReviewedAct<typeof decideCustomerInput, typeof customerSummary> = {
  title: "Unblock an account",
  roles: ["compliance"],
  errors: ["not_found", "state_conflict"],
  input: decideCustomerInput,
  output: customerSummary,
  plan: async (tx, _call, { id, internal_note: internalNote }) => {
    const user = await blockedCustomer(tx, id);
    const status = await statusBeforeBlock(tx, user);
    return {
      ...planTransition(tx, user, {
        from: ["blocked"],
        action: "customer.unblocked",
        details: { internal_note: internalNote },
        changes: { status, block_reason: null, status_before_block: null },
      }),
      details: {
        Customer: `${user.first_name} ${user.last_name}`,
        "Blocked because": user.block_reason ?? undefined,
        "Internal note": internalNote,
      },
      // Someone may have taken this block back and set another one.
      state: JSON.stringify({ status: user.status, note: user.block_reason, before: status }),
      reasons: ["Every unblock needs two people."],
      worth: null,
    };
  },
  after: (ctx, { id }) =>
    ctx.services.securityLog.note(ctx, "account-unblocked", { account: id }, { by: ctx.user.id }),
};

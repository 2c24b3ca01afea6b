import type { CustomerRole } from "@wattle/contracts/accounts";
import { customerSummary, roleInput, type CustomerSummary } from "@wattle/contracts/back-office";
import { DomainError } from "@wattle/contracts/errors";
import { lockUser, updateUser } from "@wattle/db/accounts";
import { findCustomerById } from "@wattle/db/customers";
import type { WriteTx } from "@wattle/db/database";
import { isPartner, rolesOf, rolesText } from "@wattle/db/roles";
import type { User } from "@wattle/db/tables";
import { recordAct, type Operator } from "../audit/record-act.ts";
import { type ActServices, NOTHING_TO_KNOW, type ReviewedAct } from "./approvals/act.ts";
import { listText, stateText } from "./approvals/changes.ts";
import { summaryOf } from "./customer-file.ts";

const PARTNER_HASH_BYTES = 9;

/** A partner gets a link of its own, which stays the same from then on. */
async function giveRole(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  { user, role }: { readonly user: User; readonly role: CustomerRole },
): Promise<CustomerSummary> {
  const partnerHash =
    role === "partner" && user.partner_hash === null
      ? services.ids.token(PARTNER_HASH_BYTES)
      : user.partner_hash;
  const changes = { roles: rolesText([role]), partner_hash: partnerHash };
  await updateUser(tx, user.id, changes);
  await recordAct(tx, services, operator, {
    action: "customer.role",
    subject: user.id,
    details: { from: rolesOf(user)[0], to: role },
  });
  return summaryOf({ ...user, ...changes });
}

/** Gives a customer a role. Becoming a partner is a grant; losing it is not. */
export const setRole: ReviewedAct<typeof roleInput, typeof customerSummary, undefined> = {
  title: "Give a customer a role",
  errors: ["not_found", "state_conflict"],
  input: roleInput,
  output: customerSummary,
  look: NOTHING_TO_KNOW,
  plan: async (tx, { services, operator }, { id, role }) => {
    if ((await findCustomerById(tx, id)) === undefined) throw new DomainError("not_found");
    const user = await lockUser(tx, id);
    if (user === undefined) throw new DomainError("not_found");
    const grants = role === "partner" && !isPartner(user);
    return {
      subject: `the account of ${user.id}`,
      customer: id,
      details: { Customer: `${user.first_name} ${user.last_name}` },
      changes: [{ what: "Role", before: listText(rolesOf(user).map(stateText)), after: stateText(role) }],
      state: `the account is ${user.status}, a ${rolesOf(user).join(", ")}`,
      reasons: grants ? ["Every role grant needs two people."] : [],
      worth: null,
      run: () => giveRole(tx, services, operator, { user, role }),
    };
  },
};

import type { CustomerRole } from "@wattle/contracts/accounts";
import { customerSummary, roleInput, type CustomerSummary } from "@wattle/contracts/desk";
import { updateUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { isPartner, rolesOf, rolesText } from "@wattle/db/roles";
import type { User } from "@wattle/db/tables";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { listText, stateText } from "../approvals/changes.ts";
import { summaryOf } from "./customer-file.ts";
import { lockCustomer } from "./locked-customer.ts";

const PARTNER_HASH_BYTES = 9;

/** A partner gets a link of its own, which stays the same from then on. */
async function giveRole(
  tx: WriteTx,
  services: ActServices,
  { user, role }: { readonly user: User; readonly role: CustomerRole },
): Promise<CustomerSummary> {
  const partnerHash =
    role === "partner" && user.partner_hash === null
      ? services.ids.token(PARTNER_HASH_BYTES)
      : user.partner_hash;
  const changes = { roles: rolesText([role]), partner_hash: partnerHash };
  await updateUser(tx, user.id, changes);
  return summaryOf({ ...user, ...changes });
}

/** Gives a customer a role. Becoming a partner is a grant; losing it is not. */
export const setRole: ReviewedAct<typeof roleInput, typeof customerSummary> = {
  title: "Give a customer a role",
  roles: ["admin"],
  errors: ["not_found", "state_conflict"],
  input: roleInput,
  output: customerSummary,
  plan: async (tx, { services }, { id, role }) => {
    const user = await lockCustomer(tx, id);
    const grants = role === "partner" && !isPartner(user);
    return {
      subject: `the account of ${user.id}`,
      customer: id,
      details: { Customer: `${user.first_name} ${user.last_name}` },
      changes: [{ what: "Role", before: listText(rolesOf(user).map(stateText)), after: stateText(role) }],
      state: `the account is ${user.status}, a ${rolesOf(user).join(", ")}`,
      reasons: grants ? ["Every role grant needs two people."] : [],
      worth: null,
      log: { action: "customer.role", subject: id, details: { from: rolesOf(user)[0], to: role } },
      run: () => giveRole(tx, services, { user, role }),
    };
  },
};

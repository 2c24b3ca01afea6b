import { open, rm, writeFile } from "node:fs/promises";
import { USER_STATUSES } from "@wattle/contracts/accounts";
import type { CustomerHolds } from "@wattle/contracts/holds";
import type { CustomerFile, CustomerSummary } from "@wattle/contracts/desk";
import { calling } from "./calling.ts";
import { customerId, oneOf, PAGE_OPTIONS, pageOf, type Command } from "./command.ts";
import { copyData } from "../../data-export/copy-data.ts";
import { customerState } from "./states.ts";

const customerCells = ({
  id,
  email,
  first_name,
  last_name,
  status,
  role,
  default_country,
}: CustomerSummary) => ({
  id,
  email,
  name: `${first_name} ${last_name}`,
  status,
  role,
  country: default_country,
});

/** Active holds, and since when. */
const holdsShown = ({ on, ...rest }: CustomerHolds) => ({ on: on.join(", ") || "nothing", ...rest });

/** Acts on a customer. */
const ONE = { words: ["customer"], names: { id: "customer" } } as const;
const DECIDING = { ...ONE, print: customerCells, stateOf: customerState } as const;
const HOLDING = { ...ONE, words: ["customer", "on"], print: holdsShown } as const;

/** All that the desk knows of a customer. */
function fileCells(file: CustomerFile): Record<string, unknown> {
  const {
    user,
    identity,
    limits,
    audit,
    audit_next: _next,
    second_steps: secondSteps,
    history,
    on_hold,
    duplicates,
    ...rest
  } = file;
  const { profile, roles, permissions, ...person } = user;
  return {
    ...person,
    role: roles.map((role) => role.name).join(", "),
    permissions: permissions.join(", "),
    partner_link: profile.partner_link,
    second_steps: secondSteps.join(", ") || "none",
    on_hold: on_hold.join(", ") || "nothing",
    ...rest,
    duplicates: duplicates.map(({ shares, ...other }) => ({
      ...customerCells(other),
      shares: shares.join(", "),
    })),
    history: history.data.map((row) => ({
      created_at: row.created_at,
      reference: row.reference,
      type: row.transaction_type,
      status: row.status,
      gave: `${row.credit} ${row.credit_currency}`,
      got: `${row.debit} ${row.debit_currency}`,
    })),
    transactions: history.total,
    identity_sent: identity.submitted_at,
    identity_decided: identity.decided_at,
    identity_decision: identity.decision === null ? [] : [identity.decision],
    limits: limits.flatMap(({ currency, ...purposes }) =>
      Object.entries(purposes).flatMap(([purpose, limit]) =>
        limit === null ? [] : [{ purpose, currency, ...limit }],
      ),
    ),
    identity: [identity.form],
    documents: identity.documents,
    audit: audit.map(({ created_at, actor, action, details }) => ({
      created_at,
      actor,
      action,
      details,
    })),
  };
}

/** Looking customers up, deciding their identity, shutting them out and letting them in again. */
export const CUSTOMER_COMMANDS: readonly Command[] = [
  {
    name: "customers list",
    takes: "[words …] [--status STATUS]",
    about: `search by name, email address or identifier; STATUS is ${USER_STATUSES.join(", ")}`,
    options: { ...PAGE_OPTIONS, status: { type: "string" } },
    async run(context) {
      const status = context.option("status");
      const { data } = await context.ops.customers.search({
        ...pageOf(context),
        query: context.words.join(" "),
        ...(status !== undefined && { status: oneOf(USER_STATUSES, status) }),
      });
      context.table(data.map(customerCells), "no customers");
    },
  },
  calling("customers closed", "ops.customers.closedBalances", {
    about: "closed accounts that money came to, what waits for longest first",
    empty: "no closed account has money",
    row: ({ id, email, first_name, last_name, balance, since }) => ({
      id,
      email,
      name: `${first_name} ${last_name}`,
      balance: Object.entries(balance)
        .map(([code, amount]) => `${amount} ${code}`)
        .join(", "),
      since,
    }),
  }),
  calling("customers get", "ops.customers.get", {
    ...ONE,
    about: "everything the back office knows about a customer",
    print: fileCells,
  }),
  calling("customers verify", "ops.customers.verify", {
    ...DECIDING,
    about: "verify a submitted identity; the customer can then deposit and withdraw",
  }),
  calling("customers unverify", "ops.customers.unverify", {
    ...DECIDING,
    about: "take back that an identity was verified in the last seconds, before its email leaves",
  }),
  calling("customers reject", "ops.customers.reject", {
    ...DECIDING,
    about: "send an identity back; the customer reads the message",
  }),
  calling("customers block", "ops.customers.block", {
    ...DECIDING,
    about: "block an account: it can only log out and read its own data; the customer never reads the note",
  }),
  calling("customers unblock", "ops.customers.unblock", {
    ...DECIDING,
    about: "unblock an account; it is what it was before",
  }),
  calling("customers hold", "ops.customers.hold", {
    ...HOLDING,
    about:
      "hold a customer's withdrawals, deposits, trading or erasure (a legal hold); the customer gets no message",
  }),
  calling("customers release", "ops.customers.releaseHold", { ...HOLDING, about: "release holds" }),
  calling("customers note", "ops.customers.note", {
    ...ONE,
    about: "add a note about a customer, for staff only; notes can't be changed",
  }),
  calling("customers identity-check", "ops.customers.identityCheck", {
    ...ONE,
    about: "an identity provider's answer about a customer",
  }),
  calling("customers rating", "ops.customers.rating", { ...ONE, about: "how risky a customer is, and why" }),
  calling("customers rate", "ops.customers.rate", { ...ONE, about: "set how risky a customer is" }),
  calling("customers role", "ops.customers.setRole", {
    ...ONE,
    about: "give a role",
    words: ["customer", "role"],
    print: customerCells,
  }),
  calling("customers permissions", "ops.customers.setPermissions", {
    ...ONE,
    about: "give exactly these permissions, or none",
    words: ["customer", "permissions"],
    print: customerCells,
  }),
  calling("customers sign-out", "ops.customers.endSessions", {
    ...ONE,
    about: "end every session of a customer",
  }),
  calling("customers end-tokens", "ops.customers.endTokens", {
    ...ONE,
    about: "revoke every API token of a customer",
  }),
  calling("customers unlock", "ops.customers.unlock", {
    ...ONE,
    about: "forgive failed logins and wrong login codes, so the customer can try again at once",
    print: customerCells,
  }),
  calling("customers resend-confirmation", "ops.customers.resendConfirmation", {
    ...ONE,
    about: "email a customer the link that confirms the email address again",
    print: customerCells,
  }),
  {
    name: "customers document",
    takes: "<document> --out FILE",
    about: "copy an identity document into a file; the audit log records it",
    options: { out: { type: "string" } },
    async run(context) {
      const out = context.needed("out");
      const document = await context.ops.customers.openDocument({ id: context.word(0) });
      const content = await context.services.documents.read(document.id);
      await writeFile(out, content, { flag: "wx", mode: 0o600 });
      context.record({ ...document, out });
    },
  },
  calling("customers erase", "ops.customers.erase", {
    ...ONE,
    about:
      "close an account for good and delete its data, for a customer who asks; what the law keeps goes when its time is over",
    stateOf: customerState,
  }),
  {
    name: "customers export",
    takes: "<customer> --to FILE",
    about:
      "write all of a customer's data into a ZIP file, for a customer who asks; the audit log records it",
    options: { to: { type: "string" } },
    async run(context) {
      const to = context.needed("to");
      const { id } = await context.ops.customers.openData({ id: await customerId(context, context.word(0)) });
      await writeWhole(to, await copyData(context.services, id));
      context.record({ id, to });
    },
  },
];

/** Writes a new file, which is there whole or not at all. */
async function writeWhole(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(content);
    await handle.close();
  } catch (error) {
    await handle.close();
    await rm(file, { force: true });
    throw error;
  }
}

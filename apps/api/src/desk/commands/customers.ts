import { open, rm, writeFile } from "node:fs/promises";
import { CUSTOMER_ROLES, PERMISSIONS, USER_STATUSES } from "@wattle/contracts/accounts";
import type { CustomerHolds } from "@wattle/contracts/holds";
import type { CustomerSummary } from "@wattle/contracts/desk";
import { HOLD_KINDS } from "@wattle/contracts/choices";
import {
  customerId,
  DECISION_OPTIONS,
  NOTE_OPTION,
  noteOf,
  oneOf,
  PAGE_OPTIONS,
  pageOf,
  printOutcome,
  type Command,
  type CommandContext,
} from "./command.ts";
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

async function holdInputOf(context: CommandContext) {
  context.word(1);
  const on = context.words.slice(1).map((word) => oneOf(HOLD_KINDS, word));
  const internal_note = context.needed("internal-note");
  return { id: await customerId(context, context.word(0)), on, internal_note };
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
  {
    name: "customers closed",
    takes: "",
    about: "closed accounts that money came to, what waits for longest first",
    options: PAGE_OPTIONS,
    async run(context) {
      const { data } = await context.ops.customers.closedBalances(pageOf(context));
      context.table(
        data.map(({ id, email, first_name, last_name, balance, since }) => ({
          id,
          email,
          name: `${first_name} ${last_name}`,
          balance: Object.entries(balance)
            .map(([code, amount]) => `${amount} ${code}`)
            .join(", "),
          since,
        })),
        "no closed account has money",
      );
    },
  },
  {
    name: "customers get",
    takes: "<customer>",
    about: "everything the back office knows about a customer",
    async run(context) {
      const id = await customerId(context, context.word(0));
      const file = await context.ops.customers.get({ id });
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
      context.record({
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
      });
    },
  },
  {
    name: "customers verify",
    takes: "<customer> [--internal-note TEXT]",
    about: "verify a submitted identity; the customer can then deposit and withdraw",
    options: NOTE_OPTION,
    stateOf: customerState,
    async run(context) {
      const id = await customerId(context, context.word(0));
      context.record(customerCells(await context.ops.customers.verify({ id, ...noteOf(context) })));
    },
  },
  {
    name: "customers unverify",
    takes: "<customer> [--internal-note TEXT]",
    about: "take back that an identity was verified in the last seconds, before its email leaves",
    options: NOTE_OPTION,
    stateOf: customerState,
    async run(context) {
      const id = await customerId(context, context.word(0));
      context.record(customerCells(await context.ops.customers.unverify({ id, ...noteOf(context) })));
    },
  },
  {
    name: "customers reject",
    takes: "<customer> --message TEXT [--internal-note TEXT]",
    about: "send an identity back; the customer reads the message",
    options: DECISION_OPTIONS,
    stateOf: customerState,
    async run(context) {
      const id = await customerId(context, context.word(0));
      const input = { id, message: context.needed("message"), ...noteOf(context) };
      context.record(customerCells(await context.ops.customers.reject(input)));
    },
  },
  {
    name: "customers block",
    takes: "<customer> --internal-note TEXT",
    about: "block an account: it can only log out and read its own data; the customer never reads the note",
    options: NOTE_OPTION,
    stateOf: customerState,
    async run(context) {
      const id = await customerId(context, context.word(0));
      const input = { id, internal_note: context.needed("internal-note") };
      context.record(customerCells(await context.ops.customers.block(input)));
    },
  },
  {
    name: "customers unblock",
    takes: "<customer> [--internal-note TEXT]",
    about: "unblock an account; it is what it was before",
    options: NOTE_OPTION,
    stateOf: customerState,
    async run(context) {
      const id = await customerId(context, context.word(0));
      printOutcome(context, await context.ops.customers.unblock({ id, ...noteOf(context) }), customerCells);
    },
  },
  {
    name: "customers hold",
    takes: `<customer> ${HOLD_KINDS.join("|")} … --internal-note TEXT`,
    about:
      "hold a customer's withdrawals, deposits, trading or erasure (a legal hold); the customer gets no message",
    options: NOTE_OPTION,
    async run(context) {
      context.record(holdsShown(await context.ops.customers.hold(await holdInputOf(context))));
    },
  },
  {
    name: "customers release",
    takes: `<customer> ${HOLD_KINDS.join("|")} … --internal-note TEXT`,
    about: "release holds",
    options: NOTE_OPTION,
    async run(context) {
      context.record(holdsShown(await context.ops.customers.releaseHold(await holdInputOf(context))));
    },
  },
  {
    name: "customers note",
    takes: "<customer> --text TEXT",
    about: "add a note about a customer, for staff only; notes can't be changed",
    options: { text: { type: "string" } },
    async run(context) {
      const id = await customerId(context, context.word(0));
      const { text, ...note } = await context.ops.customers.note({ id, text: context.needed("text") });
      context.record({ ...note, text });
    },
  },
  {
    name: "customers role",
    takes: "<customer> <role>",
    about: `give a role: ${CUSTOMER_ROLES.join(", ")}`,
    async run(context) {
      const role = oneOf(CUSTOMER_ROLES, context.word(1));
      const id = await customerId(context, context.word(0));
      printOutcome(context, await context.ops.customers.setRole({ id, role }), customerCells);
    },
  },
  {
    name: "customers permissions",
    takes: "<customer> [permission …]",
    about: `give exactly these permissions, or none: ${PERMISSIONS.join(", ")}`,
    async run(context) {
      const permissions = context.words.slice(1).map((word) => oneOf(PERMISSIONS, word));
      const id = await customerId(context, context.word(0));
      const customer = await context.ops.customers.setPermissions({ id, permissions });
      context.record({ ...customerCells(customer), permissions: permissions.join(", ") });
    },
  },
  {
    name: "customers sign-out",
    takes: "<customer>",
    about: "end every session of a customer",
    async run(context) {
      const id = await customerId(context, context.word(0));
      context.record(await context.ops.customers.endSessions({ id }));
    },
  },
  {
    name: "customers end-tokens",
    takes: "<customer>",
    about: "revoke every API token of a customer",
    async run(context) {
      const id = await customerId(context, context.word(0));
      context.record(await context.ops.customers.endTokens({ id }));
    },
  },
  {
    name: "customers unlock",
    takes: "<customer>",
    about: "forgive failed logins and wrong login codes, so the customer can try again at once",
    async run(context) {
      const id = await customerId(context, context.word(0));
      context.record(customerCells(await context.ops.customers.unlock({ id })));
    },
  },
  {
    name: "customers resend-confirmation",
    takes: "<customer>",
    about: "email a customer the link that confirms the email address again",
    async run(context) {
      const id = await customerId(context, context.word(0));
      context.record(customerCells(await context.ops.customers.resendConfirmation({ id })));
    },
  },
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
  {
    name: "customers erase",
    takes: "<customer> --internal-note TEXT",
    about:
      "close an account for good and delete its data, for a customer who asks; what the law keeps goes when its time is over",
    options: NOTE_OPTION,
    stateOf: customerState,
    async run(context) {
      const id = await customerId(context, context.word(0));
      const input = { id, internal_note: context.needed("internal-note") };
      printOutcome(context, await context.ops.customers.erase(input), (closed) => closed);
    },
  },
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

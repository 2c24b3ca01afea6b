import type { CustomerFile } from "../parts/answers.ts";
import type { CustomerRole } from "@wattle/contracts/accounts";
import { HOLD_KINDS } from "@wattle/contracts/choices";
import type { HoldKind } from "@wattle/contracts/holds";
import { fetchData } from "../../accounts/fetch-data.ts";
import { saveFile } from "../../ui/save-file.ts";
import { actCall } from "../parts/act-call.ts";
import type { ActField } from "../parts/act-drawer.tsx";
import { MESSAGE, NOTE } from "../parts/fields.ts";
import { signedText } from "../parts/signed-money.ts";
import type { CustomerAct } from "./customer-act.ts";
import { useErasing } from "./erasing.ts";
import { PERMISSION_WORDS, permissionChoiceOf } from "./permission-words.ts";

/** Why something was taken back, as the log has it. */
const UNDONE = "Can be undone right away";

const HOLD_WORDS: Readonly<Record<HoldKind, string>> = {
  withdrawals: "Withdrawals",
  deposits: "Deposits",
  trading: "Trading",
  erasure: "Erasure (legal hold)",
};
const ALL = "all";

/** The kinds that a choice of the list names. */
const kindsOf = (choice: string, among: readonly HoldKind[]): HoldKind[] =>
  among.filter((kind) => choice === ALL || kind === choice);

const holdField = (among: readonly HoldKind[]): ActField => ({
  name: "on",
  label: "What",
  initial: among[0] ?? "",
  options: [
    ...among.map((value) => ({ value, label: HOLD_WORDS[value] })),
    ...(among.length > 1 ? [{ value: ALL, label: "All of these" }] : []),
  ],
});

/** Acts that end or open the ways in: sessions, tokens, failed logins. */
function useAccessActs({
  user: { id, email_verified_at: confirmedAt },
  closure,
  tokens,
}: CustomerFile): CustomerAct[] {
  return [
    {
      name: "sessions",
      title: "Log out everywhere",
      button: "Log out everywhere",
      letter: "s",
      needs: "ops.customers.endSessions",
      rare: true,
      fields: [],
      done: "Logged out everywhere",
      call: () => actCall("ops.customers.endSessions", { id }),
    },
    ...(tokens.length === 0
      ? []
      : [
          {
            name: "tokens",
            title: "Revoke tokens",
            button: "Revoke tokens",
            letter: "t",
            needs: "ops.customers.endTokens" as const,
            rare: true as const,
            fields: [],
            done: "Tokens revoked",
            call: () => actCall("ops.customers.endTokens", { id }),
          },
        ]),
    {
      name: "unlock",
      title: "Unlock",
      button: "Unlock",
      letter: "u",
      needs: "ops.customers.unlock",
      rare: true,
      about: "Clears failed logins and wrong codes. First check that it’s the customer asking.",
      fields: [],
      done: "Customer unlocked",
      call: () => actCall("ops.customers.unlock", { id }),
    },
    ...(confirmedAt !== null || closure !== null
      ? []
      : [
          {
            name: "resend",
            title: "Send the confirmation email again",
            button: "Send email",
            letter: "e",
            needs: "ops.customers.resendConfirmation" as const,
            rare: true as const,
            about: "The link in it works for an hour. Earlier links keep working until they expire.",
            fields: [],
            done: "Confirmation email sent",
            call: () => actCall("ops.customers.resendConfirmation", { id }),
          },
        ]),
  ];
}

/** Acts that change what an account is: its role, what it may do at all, and its balance. */
function useAccountActs({ user, balance }: CustomerFile): CustomerAct[] {
  const { id, roles, permissions } = user;
  const isPartner = roles.some(({ name }) => name === "partner");
  const role: CustomerRole = isPartner ? "regular-user" : "partner";
  const now = permissionChoiceOf(permissions);
  const others = PERMISSION_WORDS.filter((choice) => choice !== now);
  return [
    {
      name: "role",
      title: isPartner ? "Make a customer" : "Make a partner",
      button: isPartner ? "Make a customer" : "Make a partner",
      letter: "p",
      needs: "ops.customers.setRole",
      rare: true,
      about: isPartner
        ? "They keep the partner link, but no longer see it."
        : "A partner gets a link and a reward for referrals. It needs two people.",
      fields: [],
      done: "Role changed",
      call: () => actCall("ops.customers.setRole", { id, role }),
    },
    {
      name: "permissions",
      title: "Permissions",
      button: "Change permissions",
      letter: "m",
      needs: "ops.customers.setPermissions",
      rare: true,
      about: "These stay until staff change them. For a temporary stop, use Hold.",
      fields: [
        {
          name: "permissions",
          label: "May",
          initial: others[0]?.[0] ?? "",
          options: others.map(([value, label]) => ({ value, label })),
        },
      ],
      done: "Permissions changed",
      call: ({ permissions: chosen }) =>
        actCall("ops.customers.setPermissions", {
          id,
          permissions: [...(PERMISSION_WORDS.find(([value]) => value === chosen)?.[2] ?? permissions)],
        }),
      undo: () => actCall("ops.customers.setPermissions", { id, permissions }),
    },
    {
      name: "adjust",
      title: "Adjust a balance",
      button: "Adjust balance",
      letter: "a",
      needs: "ops.ledger.adjust",
      about: "Only if no bank line or other action explains it. It needs two people.",
      fields: [
        {
          name: "direction",
          label: "What",
          initial: "credit",
          options: [
            { value: "credit", label: "Add to the balance" },
            { value: "debit", label: "Take from the balance" },
          ],
        },
        {
          name: "currency",
          label: "Currency",
          initial: Object.keys(balance)[0] ?? "",
          options: Object.entries(balance).map(([value, amount]) => ({
            value,
            label: `${value}, ${signedText(amount)} now`,
          })),
        },
        { name: "amount", label: "Amount" },
        {
          ...MESSAGE,
          hint: "Shown in the customer’s history",
          optional: true,
        },
        NOTE,
      ],
      done: "Balance adjusted",
      call: ({ direction, currency = "", amount = "", message = "", internal_note = "" }) =>
        actCall("ops.ledger.adjust", {
          id,
          direction: direction === "debit" ? "debit" : "credit",
          currency,
          amount: amount.trim(),
          internal_note,
          ...(message.trim() !== "" && { message: message.trim() }),
        }),
    },
  ];
}

/** Blocking a customer, or taking that back. */
function useBlocking({ id, status }: CustomerFile["user"]): CustomerAct {
  return status === "blocked"
    ? {
        name: "unblock",
        title: "Unblock",
        button: "Unblock",
        letter: "b",
        needs: "ops.customers.unblock",
        fields: [NOTE],
        done: "Customer unblocked",
        call: ({ internal_note = "" }) => actCall("ops.customers.unblock", { id, internal_note }),
      }
    : {
        name: "block",
        title: "Block",
        button: "Block customer",
        letter: "b",
        kind: "danger",
        needs: "ops.customers.block",
        fields: [NOTE],
        done: "Customer blocked",
        call: ({ internal_note = "" }) => actCall("ops.customers.block", { id, internal_note }),
      };
}

/** Which withdrawals a hold on them stops: 'Stops 2 withdrawals that wait: 100.00 AUD, 20.00 AUD.' */
function stoppedText(history: CustomerFile["history"]["data"]): string {
  const waiting = history.filter(
    ({ transaction_type: type, status }) => type === "withdraw" && status === "requested",
  );
  if (waiting.length === 0) return "";
  const amounts = waiting.map(({ credit, credit_currency: code }) => signedText(credit, code)).join(", ");
  return `A hold on withdrawals stops ${waiting.length} pending ${waiting.length === 1 ? "withdrawal" : "withdrawals"}: ${amounts}.`;
}

/** Puts a customer on hold; undefined if colleagues have all on hold. A hold of the house's ends with what it is for. */
export function useHold({
  user: { id },
  holds,
  history,
}: Pick<CustomerFile, "user" | "holds" | "history">): CustomerAct | undefined {
  const byStaff = holds.filter(({ released_at: until, held_by: by }) => until === null && by !== "system");
  const free = HOLD_KINDS.filter((kind) => byStaff.every(({ on }) => on !== kind));
  if (free.length === 0) return undefined;
  return {
    name: "hold",
    title: "Hold account",
    button: "Hold account",
    letter: "h",
    needs: "ops.customers.hold",
    about: [stoppedText(history.data), "They’ll see this the next time they try. No email is sent."]
      .filter(Boolean)
      .join(" "),
    fields: [holdField(free), NOTE],
    done: "Customer put on hold",
    call: ({ on = "", internal_note = "" }) =>
      actCall("ops.customers.hold", { id, on: kindsOf(on, free), internal_note }),
    undo: ({ on = "" }) =>
      actCall("ops.customers.releaseHold", { id, on: kindsOf(on, free), internal_note: UNDONE }),
  };
}

/** A copy of all that is kept about a customer, saved as a file. */
const copyOf = ({ user: { id } }: CustomerFile): CustomerAct => ({
  name: "data",
  title: "Download data",
  button: "Download data",
  letter: "d",
  needs: "ops.customers.openData",
  rare: true,
  about:
    "Everything we keep about this customer, as a ZIP file, if they asked for it. The audit log records your download.",
  fields: [],
  done: "Data downloaded",
  call: () => actCall("ops.customers.openData", { id }),
  run: async () => {
    const file = await fetchData(`/api/ops/customers/${id}/data.zip`, "ops.customers.openData");
    if (file === undefined) throw new Error("Confirm it’s you to continue.");
    saveFile(file.name, file.content, "application/zip");
    return {};
  },
});

/** The acts that a customer's state allows. Whether one's roles have them is for the page to look at. */
export function useCustomerActs(file: CustomerFile): CustomerAct[] {
  const { user, on_hold: onHold, closure } = file;
  const { id } = user;
  const blocking = useBlocking(user);
  const erasing = useErasing(file);
  const ofAccess = useAccessActs(file);
  const ofAccount = useAccountActs(file);
  const hold = useHold(file);
  const held = HOLD_KINDS.filter((kind) => onHold.includes(kind));
  const noting: CustomerAct = {
    name: "note",
    title: "Note",
    button: "Save note",
    letter: "n",
    needs: "ops.customers.note",
    fields: [{ ...NOTE, name: "text", label: "Note" }],
    done: "Note saved",
    call: ({ text = "" }) => actCall("ops.customers.note", { id, text }),
  };
  // No one uses a closed account any more. Only its money and the staff's notes are left.
  if (closure !== null) return [noting, ...ofAccount.filter(({ name }) => name === "adjust")];
  return [
    ...(hold === undefined ? [] : [hold]),
    ...(held.length === 0
      ? []
      : [
          {
            name: "release",
            title: "Release",
            button: "Release",
            letter: "l",
            needs: "ops.customers.releaseHold" as const,
            fields: [holdField(held), NOTE],
            done: "Customer released",
            call: ({ on = "", internal_note = "" }: Readonly<Record<string, string>>) =>
              actCall("ops.customers.releaseHold", { id, on: kindsOf(on, held), internal_note }),
            undo: ({ on = "" }: Readonly<Record<string, string>>) =>
              actCall("ops.customers.hold", { id, on: kindsOf(on, held), internal_note: UNDONE }),
          },
        ]),
    blocking,
    noting,
    ...ofAccess,
    ...(erasing === null ? [] : [erasing]),
    copyOf(file),
    ...ofAccount,
  ];
}

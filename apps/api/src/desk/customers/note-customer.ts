import { customerNote, noteCustomerInput, type CustomerNote } from "@wattle/contracts/desk";
import { insertCustomerNote } from "@wattle/db/customer-notes";
import type { CustomerNote as NoteRow } from "@wattle/db/tables";
import { isoTime } from "../../clock.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { lockCustomer } from "./locked-customer.ts";

export const noteOfRow = ({ id, author, note, created_at }: NoteRow): CustomerNote => ({
  id,
  author,
  text: note,
  created_at: isoTime(created_at),
});

/** Keeps what a member of staff writes about a customer, for staff only. */
export const noteCustomer = alone({
  title: "Keep a note about a customer",
  roles: ["support", "compliance"],
  errors: ["not_found"],
  input: noteCustomerInput,
  output: customerNote,
  plan: async (tx, { services, operator }, { id, text }) => {
    await lockCustomer(tx, id);
    const created_at = BigInt(services.clock.now());
    const row = { id: services.ids.uuid(), user_id: id, author: operator.id, note: text, created_at };
    return {
      subject: `the account of ${id}`,
      customer: id,
      changes: [{ what: "Note", before: "None", after: "Kept" }],
      log: { action: "customer.noted", subject: id, details: { note: row.id } },
      run: async () => {
        await insertCustomerNote(tx, row);
        return noteOfRow(row);
      },
    };
  },
});

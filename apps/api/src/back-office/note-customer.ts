import type { CustomerNote, NoteCustomerInput } from "@wattle/contracts/back-office";
import { DomainError } from "@wattle/contracts/errors";
import { findCustomerById } from "@wattle/db/customers";
import { insertCustomerNote } from "@wattle/db/customer-notes";
import type { CustomerNote as NoteRow } from "@wattle/db/tables";
import { recordAct, type Operator } from "../audit/record-act.ts";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";

export const noteOfRow = ({ id, author, note, created_at }: NoteRow): CustomerNote => ({
  id,
  author,
  text: note,
  created_at: isoTime(created_at),
});

/**
 * Keeps what a member of staff writes about a customer, for staff alone.
 * @throws DomainError `not_found`
 */
export async function noteCustomer(
  { database, clock, ids }: Pick<Services, "database" | "clock" | "ids">,
  operator: Operator,
  { id, text }: NoteCustomerInput,
): Promise<CustomerNote> {
  return database.write(async (tx) => {
    if ((await findCustomerById(tx, id)) === undefined) throw new DomainError("not_found");
    const created_at = BigInt(clock.now());
    const row = { id: ids.uuid(), user_id: id, author: operator.id, note: text, created_at };
    await insertCustomerNote(tx, row);
    const details = { note: row.id };
    await recordAct(tx, { clock, ids }, operator, { action: "customer.noted", subject: id, details });
    return noteOfRow(row);
  });
}

/** Which rows of a table are a customer's. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Epoch } from "./column-types.ts";
import type { DataSubject } from "./table.ts";

export const own = ({ id }: { readonly id: string }): RawBuilder<SqlBool> => sql`user_id = ${id}`;

/** Rows that hang on a row of the customer in another table. */
export const below =
  (column: string, parent: string) =>
  ({ id }: { readonly id: string }): RawBuilder<SqlBool> =>
    sql`${sql.ref(column)} in (select id from ${sql.table(parent)} where user_id = ${id})`;

interface Writer extends DataSubject {
  /** Until when the address was this customer's. */
  readonly closedAt?: Epoch;
}

/** Enquiries that the customer wrote while logged in, and those of guests from the address while it was the customer's for certain. */
export const enquired = ({ id, email, emailSince, closedAt }: Writer): RawBuilder<SqlBool> => {
  if (emailSince === null) return sql`enquiries.customer_id = ${id}`;
  const until = closedAt === undefined ? sql`` : sql`and enquiries.created_at <= ${closedAt}`;
  return sql`(enquiries.customer_id = ${id} or (enquiries.customer_id is null and enquiries.email = ${email}
    and enquiries.created_at >= ${emailSince} ${until}))`;
};

/** Replies to those. */
export const repliedTo = (writer: Writer): RawBuilder<SqlBool> =>
  sql`exists (select 1 from enquiries where enquiries.id = enquiry_replies.enquiry_id and ${enquired(writer)})`;

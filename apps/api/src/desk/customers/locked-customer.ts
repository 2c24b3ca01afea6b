import { DomainError } from "@wattle/contracts/errors";
import { lockUser } from "@wattle/db/accounts";
import { findCustomerById } from "@wattle/db/customers";
import type { WriteTx } from "@wattle/db/database";
import type { User } from "@wattle/db/tables";

/** Locks a customer's row. @throws DomainError `not_found` */
export async function lockCustomer(tx: WriteTx, id: string): Promise<User> {
  const user = (await findCustomerById(tx, id)) && (await lockUser(tx, id));
  if (user === undefined) throw new DomainError("not_found");
  return user;
}

import { DomainError } from "@wattle/contracts/errors";
import type { customerStatementInput, MonthlyStatement } from "@wattle/contracts/monthly-statements";
import { findCustomerById } from "@wattle/db/customers";
import type { z } from "zod";
import { readStatement, type StatementServices } from "../../monthly-statements/read-statement.ts";

/** A customer's statement of a month, for staff. @throws DomainError `not_found`, also for an account of staff */
export async function readCustomerStatement(
  services: StatementServices,
  { customer_id, ...input }: z.output<typeof customerStatementInput>,
): Promise<MonthlyStatement> {
  const customer = await findCustomerById(services.database.read, customer_id);
  if (customer === undefined) throw new DomainError("not_found");
  return readStatement(services, customer_id, input);
}

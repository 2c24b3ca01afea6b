import { DomainError } from "@wattle/contracts/errors";
import type {
  customerStatementFileInput,
  customerStatementInput,
  MonthlyStatement,
  StatementFile,
} from "@wattle/contracts/monthly-statements";
import { findCustomerById } from "@wattle/db/customers";
import type { z } from "zod";
import { limitActs } from "../parts/limit-acts.ts";
import { recordAct, type Operator } from "../../audit/record-act.ts";
import { statementFileOf } from "../../monthly-statements/statement-file.ts";
import { readStatement, type StatementServices } from "../../monthly-statements/read-statement.ts";
import type { Services } from "../../services.ts";

/** A customer's statement of a month, for staff. @throws DomainError `not_found`, also for an account of staff */
export async function readCustomerStatement(
  services: StatementServices,
  { customer_id, ...input }: z.output<typeof customerStatementInput>,
): Promise<MonthlyStatement> {
  const customer = await findCustomerById(services.database.read, customer_id);
  if (customer === undefined) throw new DomainError("not_found");
  return readStatement(services, customer_id, input);
}

/**
 * The same as a file, which is in the audit log before a byte of it leaves.
 * @throws DomainError `not_found`; `too_many_requests` if the same person has taken a day's copies
 */
export async function copyCustomerStatement(
  services: StatementServices & Pick<Services, "ids">,
  operator: Operator,
  { kind, ...input }: z.output<typeof customerStatementFileInput>,
): Promise<StatementFile> {
  const statement = await readCustomerStatement(services, input);
  await services.database.write(async (tx) => {
    await limitActs(tx, services, operator.id, "copies");
    await recordAct(tx, services, operator, {
      action: "customer.statement_copied",
      subject: input.customer_id,
      details: { month: input.month, kind },
    });
  });
  return statementFileOf(services, statement, kind);
}

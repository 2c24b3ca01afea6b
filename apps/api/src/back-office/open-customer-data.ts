import type { DataCopy } from "@wattle/contracts/data-export";
import { DomainError } from "@wattle/contracts/errors";
import { findCustomerById } from "@wattle/db/customers";
import { limitCopies } from "../audit/limit-copies.ts";
import type { Operator } from "../audit/record-act.ts";
import { noteCopy } from "../data-export/open-data.ts";
import type { MailServices } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";

/**
 * Lets staff take a copy of a customer's data, for one who asked for it.
 * @throws DomainError `not_found`; `own_act`; `too_many_requests` if the same person has taken a day's copies
 */
export async function openCustomerData(
  services: MailServices & Pick<Services, "database">,
  operator: Operator,
  id: string,
): Promise<DataCopy> {
  return services.database.write(async (tx) => {
    await limitCopies(tx, services, operator.id, "copies");
    if ((await findCustomerById(tx, id)) === undefined) throw new DomainError("not_found");
    return noteCopy(tx, services, operator, id);
  });
}

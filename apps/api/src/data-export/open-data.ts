import type { DataCopy } from "@wattle/contracts/data-export";
import type { WriteTx } from "@wattle/db/database";
import { recordAct, type Operator } from "../audit/record-act.ts";
import type { Services } from "../services.ts";

/** Writes into the log that a copy of a customer's data was taken, before a byte of it is read. */
export async function noteCopy(
  tx: WriteTx,
  services: Pick<Services, "clock" | "ids">,
  operator: Operator,
  id: string,
): Promise<DataCopy> {
  await recordAct(tx, services, operator, { action: "customer.data_copied", subject: id });
  const day = new Date(services.clock.now()).toISOString().slice(0, 10);
  return { id, file_name: `data-${day}.zip` };
}

/**
 * Lets a customer take a copy of the own data.
 * @throws DomainError `too_many_requests` where it is the sixth within an hour
 */
export async function openOwnData(
  services: Pick<Services, "database" | "clock" | "ids" | "accountLimits">,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<DataCopy> {
  await services.accountLimits.dataCopy.require(id);
  return services.database.write((tx) => noteCopy(tx, services, { id, email }, id));
}

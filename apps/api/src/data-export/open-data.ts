import type { DataCopy } from "@wattle/contracts/data-export";
import { findUserById } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { heldKinds } from "@wattle/db/holds";
import { recordAct, type Operator } from "../audit/record-act.ts";
import { dataDownloadedMail } from "../mail/data-mails.ts";
import { mailTime } from "../mail/mail-time.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";

/**
 * Writes into the log that a copy of a customer's data was taken, and mails its owner, before a byte of it is read. If
 * a customer is on hold, staff take a copy in silence: the owner must not learn of a review, and learns of the copy
 * once that has ended (`hold-customer.ts`).
 */
export async function noteCopy(
  tx: WriteTx,
  services: MailServices,
  operator: Operator,
  id: string,
): Promise<DataCopy> {
  await recordAct(tx, services, operator, { action: "customer.data_copied", subject: id });
  const owner = await findUserById(tx, id);
  const by = operator.id === id ? "the customer" : "staff";
  if (owner !== undefined && (by === "the customer" || heldKinds(owner).length === 0)) {
    const at = mailTime(BigInt(services.clock.now()), services.config.TIME_ZONE);
    await queueMail(tx, services, { to: owner.email, mail: dataDownloadedMail(owner.first_name, at, by) });
  }
  const day = new Date(services.clock.now()).toISOString().slice(0, 10);
  return { id, file_name: `data-${day}.zip` };
}

/**
 * Lets a customer take a copy of the own data.
 * @throws DomainError `too_many_requests` if it is the sixth within an hour
 */
export async function openOwnData(
  services: MailServices & Pick<Services, "database" | "accountLimits">,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<DataCopy> {
  await services.accountLimits.dataCopy.require(id);
  return services.database.write((tx) => noteCopy(tx, services, { id, email }, id));
}

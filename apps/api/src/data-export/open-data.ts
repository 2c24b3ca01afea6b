import { utcDay } from "@wattle/contracts/days";
import type { DataCopy } from "@wattle/contracts/data-export";
import type { User } from "@wattle/db/tables";
import { recordAct } from "../audit/record-act.ts";
import { dataDownloadedMail } from "../mail/data-mails.ts";
import { mailTime } from "../mail/mail-time.ts";
import { queueMail, type Letter, type MailServices } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";

/** The email to the owner of data that is copied. @param by who takes the copy, as the owner reads it */
export const copyLetter = (
  { clock, config }: Pick<Services, "clock" | "config">,
  owner: Pick<User, "email" | "first_name">,
  by: "staff" | "the customer",
): Letter => ({
  to: owner.email,
  mail: dataDownloadedMail(owner.first_name, mailTime(BigInt(clock.now()), config.TIME_ZONE), by),
});

/** The answer before a byte of a copy is read. */
export const copyOf = ({ clock }: Pick<Services, "clock">, id: string): DataCopy => ({
  id,
  file_name: `data-${utcDay(clock.now())}.zip`,
});

/**
 * Lets a customer take a copy of the own data.
 * @throws DomainError `too_many_requests` if it is the sixth within an hour
 */
export async function openOwnData(
  services: MailServices & Pick<Services, "database" | "accountLimits">,
  customer: Pick<User, "id" | "email" | "first_name">,
): Promise<DataCopy> {
  const { id } = customer;
  await services.accountLimits.dataCopy.require(id);
  return services.database.write(async (tx) => {
    await recordAct(tx, services, customer, { action: "customer.data_copied", subject: id });
    await queueMail(tx, services, copyLetter(services, customer, "the customer"));
    return copyOf(services, id);
  });
}

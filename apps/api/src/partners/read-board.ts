import type { PartnersBoard } from "@wattle/contracts/partners";
import { findUserById } from "@wattle/db/accounts";
import { countReferredCustomers, referralTotals } from "@wattle/db/partners";
import { amountText } from "../amount-text.ts";
import type { Services } from "../services.ts";
import { partnerLink } from "./partner-link.ts";

/** The partner's link, how many customers it brought and what they moved. */
export async function readBoard(
  services: Pick<Services, "config" | "database">,
  partnerId: string,
): Promise<PartnersBoard> {
  const { read } = services.database;
  const [row, customers, totals] = await Promise.all([
    findUserById(read, partnerId),
    countReferredCustomers(read, partnerId),
    referralTotals(read, partnerId),
  ]);
  return {
    partner_link: row === undefined ? null : partnerLink(services, row),
    customers,
    totals: totals.map(({ transaction_type, credit_currency, credit, records }) => ({
      transaction_type,
      credit_currency,
      credit: amountText(credit, credit_currency),
      records: Number(records),
    })),
  };
}

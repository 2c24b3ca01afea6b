import type { ExchangeFee, ExchangeFeeInput } from "@wattle/contracts/exchange";
import { DomainError } from "@wattle/contracts/errors";
import { findPair, savePair } from "@wattle/db/markets";
import { formatFeePercent, parseFeePercent } from "@wattle/exchange-core/fee";
import type { Services } from "../services.ts";
import { recordAct, type Operator } from "../audit/record-act.ts";

/**
 * Sets what an exchange from one currency to another costs, in percent. Rates that are held keep the fee they were
 * promised with; new ones have it within seconds.
 * @throws DomainError `not_found` where the pair is not offered
 */
export async function setExchangeFee(
  services: Pick<Services, "database" | "clock" | "ids">,
  operator: Operator,
  { currency_from, currency_to, amount }: ExchangeFeeInput,
): Promise<ExchangeFee> {
  const percent = parseFeePercent(amount);
  if (percent === undefined) throw DomainError.at("amount", "validation_failed");
  const fee = formatFeePercent(percent);
  await services.database.write(async (tx) => {
    const before = await findPair(tx, currency_from, currency_to);
    if (before === undefined) throw new DomainError("not_found");
    await savePair(tx, { ...before, percent: fee });
    await recordAct(tx, services, operator, {
      action: "exchange_fee.set",
      subject: `${currency_from}/${currency_to}`,
      details: { from: before.percent, to: fee },
    });
  });
  return { currency_from, currency_to, amount: fee };
}

import { DomainError } from "@wattle/contracts/errors";
import { currencyOf } from "@wattle/contracts/markets";
import { parseAmount, toAmount } from "@wattle/exchange-core/amount";
import { worthAtHome } from "../prices/worth-at-home.ts";
import type { Services } from "../services.ts";
import { SYSTEM_ACTOR } from "../transactions/transaction-detail.ts";
import { creditableLine, creditLine, targetOf, type LineServices } from "./credit-line.ts";
import { keptProposal } from "./propose-lines.ts";

type AutoServices = LineServices & Pick<Services, "rates">;

/** Whether an amount needs a second person in any case. */
async function needsTwo(services: AutoServices, units: bigint, code: string): Promise<boolean> {
  const { config } = services;
  if (config.APPROVALS === "off") return false;
  const [currency, home] = [currencyOf(code), currencyOf(config.brand.markets.homeCurrency)];
  const limit = home && parseAmount(config.APPROVAL_LIMIT, home);
  if (currency === undefined || limit?.ok !== true) return true;
  return (await worthAtHome(services, toAmount(units, currency), currency)).units >= limit.amount;
}

/**
 * Credits lines whose proposals leave no doubt: the whole reference of a deposit that awaits just this amount, in its currency, from a payer of
 * the customer's name. What needs a second person, or has changed meanwhile, stays proposed.
 * @returns how many were credited
 */
export async function creditCertain(services: AutoServices, ids: readonly string[]): Promise<number> {
  const by = { kind: "system", id: `${SYSTEM_ACTOR}bank-lines` } as const;
  let credited = 0;
  for (const id of ids) {
    try {
      const { amount, currency } = await creditableLine(services.database.read, id);
      if (await needsTwo(services, amount, currency)) continue;
      await services.database.write(async (tx) => {
        const line = await creditableLine(tx, id);
        const target = await targetOf(tx, line, {});
        const stillHolds =
          keptProposal(line).proposal?.certain === true &&
          target.how === "deposit" &&
          target.deposit.status === "awaiting_payment" &&
          (target.deposit.announced ?? target.deposit.credit) === line.amount;
        if (!stillHolds) throw new DomainError("state_conflict");
        await creditLine(tx, services, by, { line, target });
      });
      credited += 1;
    } catch (failed) {
      // Someone was first, or it is no longer certain, or has no price: staff decide.
      if (!(failed instanceof DomainError)) throw failed;
    }
  }
  return credited;
}

import { exchangeFee, exchangeFeeInput } from "@wattle/contracts/exchange";
import { DomainError } from "@wattle/contracts/errors";
import { findPair, savePair } from "@wattle/db/markets";
import { formatFeePercent, parseFeePercent } from "@wattle/exchange-core/fee";
import { alone } from "../approvals/reviewed-act.ts";

/**
 * Sets what an exchange from one currency to another costs, in percent. Rates that are held keep the fee they were
 * promised with; new ones have it within seconds. The plan throws `not_found` if the pair is not offered.
 */
export const setExchangeFee = alone({
  title: "Set an exchange fee",
  roles: ["admin"],
  errors: ["not_found"],
  input: exchangeFeeInput,
  output: exchangeFee,
  plan: async (tx, _call, { currency_from, currency_to, amount }) => {
    const percent = parseFeePercent(amount);
    if (percent === undefined) throw DomainError.at("amount", "validation_failed");
    const fee = formatFeePercent(percent);
    const before = await findPair(tx, currency_from, currency_to);
    if (before === undefined) throw new DomainError("not_found");
    const pair = `${currency_from}/${currency_to}`;
    return {
      subject: `the fee of ${pair}`,
      changes: [{ what: "Fee", before: `${before.percent}%`, after: `${fee}%` }],
      log: { action: "exchange_fee.set", subject: pair, details: { from: before.percent, to: fee } },
      run: async () => {
        await savePair(tx, { ...before, percent: fee });
        return { currency_from, currency_to, amount: fee };
      },
    };
  },
});

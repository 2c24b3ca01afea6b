import { formatAmount } from "@wattle/exchange-core/amount";
import { prepareConversion } from "@wattle/exchange-core/convert";
import { currencyOf } from "@wattle/exchange-core/currency";
import { formatFeePercent } from "@wattle/exchange-core/fee";
import { creditLimits } from "@wattle/exchange-core/limits";
import { formatRate, invertRate, type Rate } from "@wattle/exchange-core/rate";
import { DomainError } from "@wattle/contracts/errors";
import type { HeldRate } from "@wattle/contracts/quotes";
import { isoTime } from "../clock.ts";
import { mayUseNaira } from "../currencies/list-currencies.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../sessions/session.ts";
import { HOLD_MILLISECONDS, signQuote } from "./quote.ts";
import { RateUnavailableError } from "../rates/rate-service.ts";

interface RateRequest {
  readonly credit_currency: string;
  readonly debit_currency: string;
}

/** The market price of a pair, by asking for the crypto currency in the fiat one and turning it round if needed. */
async function marketRate(
  services: Services,
  credit: { code: string; kind: string },
  debit: { code: string },
): Promise<{ rate: Rate; timestamp: number }> {
  try {
    if (credit.kind === "crypto") return await services.rates.current(credit.code, debit.code);
    const price = await services.rates.current(debit.code, credit.code);
    return { rate: invertRate(price.rate), timestamp: price.timestamp };
  } catch (cause) {
    if (cause instanceof RateUnavailableError) throw new DomainError("rate_unavailable");
    throw cause;
  }
}

/**
 * Holds a rate for 45 seconds: a signed promise that is not stored. A guest's shows a price and cannot be
 * executed.
 * @throws DomainError `pair_unsupported` unless one currency is fiat and the other crypto; `currency_inactive`
 *   for one that is not offered, or NGN for a signed-in customer who is not Nigerian; `rate_unavailable`
 */
export async function issueQuote(
  services: Services,
  user: SignedInUser | null,
  request: RateRequest,
): Promise<HeldRate> {
  const reference = await services.referenceData();
  for (const field of ["credit_currency", "debit_currency"] as const) {
    const offered = reference.currencies.get(request[field]);
    if (!offered?.active || (offered.code === "NGN" && user !== null && !mayUseNaira(user))) {
      throw DomainError.at(field, "currency_inactive");
    }
  }
  const credit = currencyOf(request.credit_currency);
  const debit = currencyOf(request.debit_currency);
  if (credit === undefined || debit === undefined || credit.kind === debit.kind) {
    throw DomainError.at("debit_currency", "pair_unsupported");
  }
  const fee = reference.feeOf(credit.code, debit.code);
  if (fee === undefined) throw DomainError.at("debit_currency", "pair_unsupported");
  const market = await marketRate(services, credit, debit);
  const limits = creditLimits(prepareConversion({ from: credit, to: debit, rate: market.rate, fee }));
  const issuedAt = services.clock.now();
  const quote = {
    id: services.ids.uuid(),
    subject: user?.id ?? "guest",
    creditCurrency: credit.code,
    debitCurrency: debit.code,
    rate: formatRate(market.rate),
    fee: formatFeePercent(fee),
    min: formatAmount(limits.min, credit),
    max: formatAmount(limits.max, credit),
    rateTimestamp: market.timestamp,
    issuedAt,
    expiresAt: issuedAt + HOLD_MILLISECONDS,
  };
  return {
    rate: quote.rate,
    timestamp: quote.rateTimestamp,
    hash: signQuote(quote, services.signingKeys.current),
    issued_at: isoTime(quote.issuedAt),
    expires_at: isoTime(quote.expiresAt),
    fee: quote.fee,
    min: quote.min,
    max: quote.max,
    credit_currency: quote.creditCurrency,
    debit_currency: quote.debitCurrency,
  };
}

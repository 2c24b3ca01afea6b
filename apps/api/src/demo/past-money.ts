/** Deposits and exchanges of days gone by, booked as they would have been on their day. */
import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { formatAmount, parseAmount, type Amount } from "@wattle/exchange-core/amount";
import { prepareConversion, priceBreakdown } from "@wattle/exchange-core/convert";
import { currencyOf, limitsOf, type MarketCurrency } from "@wattle/contracts/markets";
import { parseFeePercent } from "@wattle/exchange-core/fee";
import { creditLimits } from "@wattle/exchange-core/limits";
import { worthAt } from "@wattle/exchange-core/portfolio";
import { formatRate, type Rate } from "@wattle/exchange-core/rate";
import { purchaseRate, saleRate } from "@wattle/exchange-core/spread";
import { type WriteTx } from "@wattle/db/database";
import { recordExchange } from "@wattle/db/exchange";
import { insertTransaction } from "@wattle/db/history";
import { creditedDepositRow, exchangeRow } from "@wattle/db/history-rows";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { postRowEntry } from "../transactions/new-transaction.ts";
import { HOLD_MILLISECONDS, signQuote } from "../signed-quotes/quote.ts";
import { referenceOf } from "../reference.ts";
import type { Services } from "../services.ts";
import { simulatedRateAt } from "../prices/simulated.ts";
import { DEMO_EXCHANGES } from "./demo-accounts.ts";

export type ExchangeServices = Pick<Services, "clock" | "config" | "ids" | "signingKeys">;

const FEE_PERCENT = "1";

export function currency(code: string): MarketCurrency {
  const found = currencyOf(code);
  if (found === undefined) throw new RangeError(`demo data names the unknown currency ${code}`);
  return found;
}

export function amount(text: string, code: string): Amount {
  const parsed = parseAmount(text, currency(code));
  if (!parsed.ok) throw new RangeError(`demo data holds the amount ${text} ${code}`);
  return parsed.amount;
}

/** Price of one unit of `from` in `to` at the simulated source. */
export function pastRate(
  services: ExchangeServices,
  from: MarketCurrency,
  to: MarketCurrency,
  at: number,
): Rate {
  const [coin, fiat] = from.kind === "crypto" ? [from, to] : [to, from];
  const market = simulatedRateAt(coin.code, fiat.code, at, services.config.SIMULATED_SEED);
  return from.kind === "crypto" ? saleRate(market, 0) : purchaseRate(market, 0);
}

/**
 * A past exchange with every figure computed as the product computes it.
 * @param rateAt its rate, if it is not that of the simulated source
 */
export function pastExchange(
  services: ExchangeServices,
  past: (typeof DEMO_EXCHANGES)[number],
  rateAt: typeof pastRate = pastRate,
) {
  const [from, to] = [currency(past.from), currency(past.to)];
  const createdAt = services.clock.now() - Math.round(past.daysAgo * DAY_MILLISECONDS);
  const rate = rateAt(services, from, to, createdAt);
  const fee = parseFeePercent(FEE_PERCENT);
  const fiatLimits = limitsOf(from.kind === "fiat" ? from : to, "exchange");
  if (fee === undefined || fiatLimits === undefined) {
    throw new RangeError(`demo data exchanges ${past.from} for ${past.to}`);
  }
  const conversion = prepareConversion({ from, to, rate, fee });
  return {
    from,
    to,
    rate: formatRate(rate),
    createdAt,
    limits: creditLimits(conversion, fiatLimits),
    price: priceBreakdown(amount(past.credit, past.from), conversion),
  };
}

/** Money that came in: the history row and its ledger entry. @returns its identifier; undefined for no money */
export async function insertDeposit(
  tx: WriteTx,
  services: ExchangeServices,
  userId: string,
  deposit: {
    readonly units: bigint;
    readonly code: string;
    readonly daysAgo: number;
    /** Currency that coins were paid in. */
    readonly paidIn: string;
    /** How it was paid; by bank transfer, or by card for coins, unless given. */
    readonly method?: "post_billpay";
  },
): Promise<string | undefined> {
  if (deposit.units === 0n) return undefined;
  const { clock, ids } = services;
  const [arrived, fiat] = [currency(deposit.code), currency(deposit.paidIn)];
  const isFiat = arrived.kind === "fiat";
  const id = ids.uuid();
  const createdAt = clock.now() - deposit.daysAgo * DAY_MILLISECONDS;
  const money = { units: deposit.units, currency: deposit.code };
  const row = creditedDepositRow({
    id,
    userId,
    reference: referenceOf(id),
    createdAt: BigInt(createdAt),
    entryId: ids.uuid(),
    paid: isFiat
      ? money
      : {
          units: worthAt(deposit.units, arrived, pastRate(services, arrived, fiat, createdAt), fiat),
          currency: fiat.code,
        },
    arrived: money,
    paymentMethod: deposit.method ?? (isFiat ? "bank_transfer" : "onramp"),
    bankReference: null,
  });
  await insertTransaction(tx, row);
  await postRowEntry(
    tx,
    row,
    { id: "demo" },
    {
      kind: "deposit",
      description: `Deposit ${row.reference}`,
      postings: [
        {
          source: houseAccount(isFiat ? "bank" : "onramp", deposit.code),
          destination: availableAccount(userId, deposit.code),
          currency: deposit.code,
          amount: deposit.units,
        },
      ],
    },
  );
  return id;
}

/** @returns its reference */
export async function insertPastExchange(
  tx: WriteTx,
  services: ExchangeServices,
  userId: string,
  past: ReturnType<typeof pastExchange>,
): Promise<string> {
  const { ids, signingKeys } = services;
  const { from, to, rate, createdAt } = past;
  const { credit, fee, debit } = past.price;
  const id = ids.uuid();
  const quote = {
    id: ids.uuid(),
    subject: userId,
    creditCurrency: from.code,
    debitCurrency: to.code,
    rate,
    fee: FEE_PERCENT,
    min: formatAmount(past.limits.min, from),
    max: formatAmount(past.limits.max, from),
    rateTimestamp: Math.floor(createdAt / 1000),
    issuedAt: createdAt,
    expiresAt: createdAt + HOLD_MILLISECONDS,
  };
  const row = exchangeRow({
    id,
    entryId: ids.uuid(),
    userId,
    credit,
    creditCurrency: from.code,
    debit,
    debitCurrency: to.code,
    fee,
    feePercent: FEE_PERCENT,
    rate,
    quoteId: quote.id,
    quote: signQuote(quote, signingKeys.current),
    reference: referenceOf(id),
    paymentMethod: null,
    createdAt: BigInt(createdAt),
  });
  await recordExchange(tx, row);
  return row.reference;
}

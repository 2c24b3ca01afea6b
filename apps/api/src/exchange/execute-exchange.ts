import { createHash } from "node:crypto";
import { formatAmount, parseAmount, toAmount, type Amount } from "@wattle/exchange-core/amount";
import { checkAmount } from "@wattle/exchange-core/check-amount";
import {
  prepareConversion,
  priceBreakdown,
  type Conversion,
  type PriceBreakdown,
} from "@wattle/exchange-core/convert";
import type { Currency } from "@wattle/exchange-core/currency";
import { currencyOf } from "@wattle/contracts/markets";
import { parseFeePercent } from "@wattle/exchange-core/fee";
import { parseRate } from "@wattle/exchange-core/rate";
import { DomainError } from "@wattle/contracts/errors";
import type { ExchangeInput } from "@wattle/contracts/exchange";
import type { Transaction } from "@wattle/contracts/history";
import { balancesOf } from "@wattle/db/balances";
import { findTransactionByQuote, recordExchange } from "@wattle/db/exchange";
import { findIdempotentAnswer } from "@wattle/db/idempotency";
import { InsufficientFundsError } from "@wattle/db/ledger/post-entry";
import { isoTime } from "../clock.ts";
import { recordReferral } from "../partners/record-referral.ts";
import { verifyQuote, type Quote } from "../quotes/quote.ts";
import { referenceOf } from "../reference.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../sessions/session.ts";

/** One fixed text per payload: the same payload always hashes alike, whatever its key order or number spelling. */
function payloadHash(input: ExchangeInput): string {
  const { balance, debit, debit_currency, transaction_type, payment_method, hash } = input;
  const fields = [
    balance.credit,
    balance.credit_currency,
    debit,
    debit_currency,
    transaction_type,
    payment_method ?? null,
    hash,
  ];
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}

interface Price {
  readonly quote: Quote;
  readonly from: Currency;
  readonly to: Currency;
  readonly credit: Amount;
  readonly fee: Amount;
  readonly converted: Amount;
  readonly debit: Amount;
}

/** The quote that our key signed as this text; undefined for any other text. */
async function readQuote({ signingKeys }: Services, hash: string): Promise<Quote | undefined> {
  return signingKeys.issued.find(hash) ?? (await verifyQuote(hash, signingKeys.publicKeys));
}

/** Processes of one installation may read clocks that are so far apart, milliseconds. */
export const CLOCK_TOLERANCE = 2000;

/** @throws DomainError `quote_invalid` for one from the future, `quote_expired` */
function checkHeld({ clock }: Services, quote: Quote): void {
  const now = clock.now();
  if (quote.issuedAt > now + CLOCK_TOLERANCE) throw DomainError.at("hash", "quote_invalid");
  if (now >= quote.expiresAt) throw DomainError.at("hash", "quote_expired");
}

function knownCurrency(code: string): Currency {
  const currency = currencyOf(code);
  if (currency === undefined) throw new DomainError("currency_inactive");
  return currency;
}

function amountOf(text: string, currency: Currency, field: string): Amount {
  const parsed = parseAmount(text, currency);
  if (!parsed.ok) throw DomainError.at(field, "validation_failed");
  return parsed.amount;
}

/**
 * What the payload comes to at the quoted rate.
 * @throws DomainError `quote_invalid`, `quote_expired`, `debit_mismatch`, `amount_below_minimum`,
 *   `amount_above_maximum`, in this order
 */
async function priceOf(services: Services, user: SignedInUser, input: ExchangeInput): Promise<Price> {
  const { credit: creditText, credit_currency } = input.balance;
  const quote = await readQuote(services, input.hash);
  if (
    quote === undefined ||
    quote.subject !== user.id ||
    quote.creditCurrency !== credit_currency ||
    quote.debitCurrency !== input.debit_currency
  ) {
    throw DomainError.at("hash", "quote_invalid");
  }
  checkHeld(services, quote);
  const from = knownCurrency(credit_currency);
  const to = knownCurrency(input.debit_currency);
  const rate = parseRate(quote.rate);
  const fee = parseFeePercent(quote.fee);
  if (rate === undefined || fee === undefined) throw DomainError.at("hash", "quote_invalid");
  const credit = amountOf(creditText, from, "balance.credit");
  const price = breakdownOf(credit, prepareConversion({ from, to, rate, fee }));
  if (price === undefined || amountOf(input.debit, to, "debit") !== price.debit) {
    throw DomainError.at("debit", "debit_mismatch");
  }
  const limits = {
    credit: price.credit,
    currency: from,
    min: amountOf(quote.min, from, "hash"),
    max: amountOf(quote.max, from, "hash"),
  };
  // The balance is only read for the text of a refusal; funds are judged by the ledger itself.
  if (checkAmount({ ...limits, balance: undefined }) !== undefined) {
    throw refusal(checkAmount({ ...limits, balance: await balanceIn(services, user, from) }));
  }
  return {
    quote,
    from,
    to,
    credit: price.credit,
    fee: price.fee,
    converted: price.converted,
    debit: price.debit,
  };
}

/** Undefined where the amount comes to more than any account can hold, which no payload's `debit` can equal. */
function breakdownOf(credit: Amount, conversion: Conversion): PriceBreakdown | undefined {
  try {
    return priceBreakdown(credit, conversion);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function balanceIn(services: Services, user: SignedInUser, currency: Currency): Promise<Amount> {
  const balances = await balancesOf(services.database.read, user.id);
  return toAmount(balances.get(currency.code) ?? 0n, currency);
}

function refusal(issue: ReturnType<typeof checkAmount>): DomainError {
  if (issue === undefined) return DomainError.at("balance.credit", "insufficient_funds");
  return DomainError.at(
    "balance.credit",
    issue.code === "enter_amount" ? "validation_failed" : issue.code,
    issue.message,
  );
}

/**
 * Executes a quote: one ledger entry (the customer's currency out, the house's in; the house's out, the
 * customer's in; the fee as its own posting) and one history row, in one transaction.
 *
 * The same idempotency key with the same payload answers the first answer again, also after the quote ran out.
 * @throws DomainError `quote_invalid`, `quote_expired`, `quote_used`, `debit_mismatch`, `amount_below_minimum`,
 *   `amount_above_maximum`, `insufficient_funds`, `idempotency_conflict`
 */
export async function executeExchange(
  services: Services,
  user: SignedInUser,
  input: ExchangeInput,
  idempotencyKey: string | undefined,
): Promise<Transaction> {
  const { database, clock, ids } = services;
  const hash = payloadHash(input);
  let price: Price;
  try {
    price = await priceOf(services, user, input);
  } catch (refused) {
    // A repeat of an executed exchange is answered before anything is held against it.
    const answer = await earlierAnswer(services, user, input, hash, idempotencyKey);
    if (answer !== undefined) return answer;
    throw refused;
  }
  const { quote, from, to, credit, fee, converted, debit } = price;
  const id = ids.uuid();
  const now = clock.now();
  const answer: Transaction = {
    id,
    transaction_type: "exchange",
    status: "completed",
    credit: formatAmount(credit, from),
    credit_currency: from.code,
    debit: formatAmount(debit, to),
    debit_currency: to.code,
    rate: quote.rate,
    fee: quote.fee,
    fee_amount: formatAmount(fee, from),
    fee_currency: from.code,
    converted: formatAmount(converted, from),
    reference: referenceOf(id),
    payment_method: input.payment_method ?? null,
    bank_account_id: null,
    note: null,
    created_at: isoTime(now),
    updated_at: isoTime(now),
  };
  try {
    const outcome = await database.write(async (tx) => {
      const recorded = await recordExchange(tx, {
        id,
        entryId: ids.uuid(),
        userId: user.id,
        quoteId: quote.id,
        quote: input.hash,
        credit,
        creditCurrency: from.code,
        debit,
        debitCurrency: to.code,
        fee,
        feePercent: quote.fee,
        rate: quote.rate,
        reference: answer.reference,
        paymentMethod: answer.payment_method,
        createdAt: BigInt(now),
        ...(idempotencyKey !== undefined && {
          idempotency: { key: idempotencyKey, payloadHash: hash, answer: JSON.stringify(answer) },
        }),
      });
      if (recorded.kind !== "executed") return recorded;
      if (user.referred_by !== null) {
        await recordReferral(tx, services, {
          id,
          user_id: user.id,
          transaction_type: "exchange",
          credit,
          credit_currency: from.code,
          debit,
          debit_currency: to.code,
        });
      }
      // All locks are held by now, however long they took: what follows is the commit.
      checkHeld(services, quote);
      return recorded;
    });
    switch (outcome.kind) {
      case "executed":
        return answer;
      case "replayed":
        return JSON.parse(outcome.answer) as Transaction;
      case "idempotency_conflict":
        throw DomainError.at("idempotency_key", "idempotency_conflict");
      case "quote_used":
        throw DomainError.at("hash", "quote_used");
    }
  } catch (failed) {
    if (!(failed instanceof InsufficientFundsError)) throw failed;
    const balance = await balanceIn(services, user, from);
    throw refusal(
      checkAmount({
        credit,
        currency: from,
        min: amountOf(quote.min, from, "hash"),
        max: amountOf(quote.max, from, "hash"),
        balance,
      }),
    );
  }
}

async function earlierAnswer(
  services: Services,
  user: SignedInUser,
  input: ExchangeInput,
  hash: string,
  idempotencyKey: string | undefined,
): Promise<Transaction | undefined> {
  const { read } = services.database;
  if (idempotencyKey !== undefined) {
    const earlier = await findIdempotentAnswer(read, user.id, idempotencyKey);
    if (earlier?.payloadHash === hash) return JSON.parse(earlier.answer) as Transaction;
    if (earlier !== undefined) throw DomainError.at("idempotency_key", "idempotency_conflict");
  }
  const quote = await readQuote(services, input.hash);
  if (quote !== undefined && (await findTransactionByQuote(read, user.id, quote.id)) !== undefined) {
    throw DomainError.at("hash", "quote_used");
  }
  return undefined;
}

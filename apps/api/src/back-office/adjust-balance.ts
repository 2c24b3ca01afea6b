import { ownMessage } from "@wattle/contracts/own-messages";
import { createHash } from "node:crypto";
import { formatAmount, parseAmount, toAmount, type Amount } from "@wattle/exchange-core/amount";
import type { Currency } from "@wattle/exchange-core/currency";
import { currencyOf, mayUse, type MarketCurrency } from "@wattle/contracts/markets";
import type { AdjustInput, Adjustment } from "@wattle/contracts/back-office";
import { DomainError } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import { findUserById } from "@wattle/db/accounts";
import { balancesOf } from "@wattle/db/balances";
import { insertTransaction } from "@wattle/db/history";
import { claimIdempotencyKey } from "@wattle/db/idempotency";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { InsufficientFundsError, postEntry } from "@wattle/db/ledger/post-entry";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import { RateUnavailableError } from "../rates/rate-service.ts";
import { referenceOf } from "../reference.ts";
import type { Services } from "../services.ts";
import { recordAct, type Operator } from "./record-act.ts";

function requireCurrency(code: string): MarketCurrency {
  const currency = currencyOf(code);
  if (currency === undefined) throw new Error(`the product does not know ${code}`);
  return currency;
}

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);
const roundedUp = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator - 1n) / denominator;

/** What an amount is worth in hundredths of the home currency at the current prices, rounded up. */
async function valueAtHome(services: Services, amount: Amount, currency: Currency): Promise<bigint> {
  const { homeCurrency, defaultPair } = services.config.brand.markets;
  if (currency.code === homeCurrency) return amount;
  try {
    if (currency.kind === "crypto") {
      const price = await services.rates.current(currency.code, homeCurrency);
      // A crypto currency has eight decimals, a fiat one two.
      return roundedUp(amount * price.rate.digits * 100n, powerOfTen(price.rate.scale + 8));
    }
    // Two fiat currencies have no price between them, but a coin has one in each.
    const bridge = defaultPair.credit;
    const home = await services.rates.current(bridge, homeCurrency);
    const local = await services.rates.current(bridge, currency.code);
    // Both have two decimals: worth = units × (home per coin) / (local per coin).
    return roundedUp(
      amount * home.rate.digits * powerOfTen(local.rate.scale),
      powerOfTen(home.rate.scale) * local.rate.digits,
    );
  } catch (cause) {
    if (cause instanceof RateUnavailableError) throw new DomainError("rate_unavailable");
    throw cause;
  }
}

const hashOf = (input: AdjustInput): string =>
  createHash("sha256")
    .update(JSON.stringify([input.id, input.direction, input.currency, input.amount, input.reason]))
    .digest("hex");

/**
 * Sets a balance right: one ledger entry against the house's adjustments, one history row that the customer sees with
 * the reason, one line of the audit log, all or none of them.
 * @throws DomainError `not_found`; `amount_below_minimum` for zero; `amount_above_maximum` above the setting
 *   ADJUSTMENT_LIMIT, which is in the home currency and holds for other currencies by their price; `insufficient_funds` where a debit
 *   takes more than there is; `currency_inactive` for a currency the customer may not hold; `rate_unavailable`;
 *   `idempotency_conflict`
 */
export async function adjustBalance(
  services: Services,
  operator: Operator,
  input: AdjustInput,
): Promise<Adjustment> {
  const { config, database, clock, ids } = services;
  const currency = requireCurrency(input.currency);
  const parsed = parseAmount(input.amount, currency);
  if (!parsed.ok) throw DomainError.at("amount", "validation_failed");
  const { amount } = parsed;
  if (amount === 0n) throw DomainError.at("amount", "amount_below_minimum");
  const { homeCurrency } = config.brand.markets;
  const limit = parseAmount(config.ADJUSTMENT_LIMIT, requireCurrency(homeCurrency));
  if (!limit.ok || (await valueAtHome(services, amount, currency)) > limit.amount) {
    throw DomainError.at(
      "amount",
      "amount_above_maximum",
      ownMessage.maximum(`${config.ADJUSTMENT_LIMIT} ${homeCurrency}`),
    );
  }
  const text = formatAmount(amount, currency);
  const zero = formatAmount(toAmount(0n, currency), currency);
  const id = ids.uuid();
  const entryId = ids.uuid();
  const now = clock.now();
  const isCredit = input.direction === "credit";
  try {
    const transaction = await database.write(async (tx) => {
      const customer = await findUserById(tx, input.id);
      if (customer === undefined) throw new DomainError("not_found");
      if (!mayUse(currency, customer.default_country)) throw DomainError.at("currency", "currency_inactive");
      const own = availableAccount(customer.id, currency.code);
      const house = houseAccount("adjustments", currency.code);
      const answer: Transaction = {
        id,
        transaction_type: "adjustment",
        status: "completed",
        credit: isCredit ? zero : text,
        credit_currency: currency.code,
        debit: isCredit ? text : zero,
        debit_currency: currency.code,
        rate: null,
        fee: null,
        fee_amount: null,
        fee_currency: null,
        converted: null,
        reference: referenceOf(id),
        payment_method: null,
        bank_account_id: null,
        note: input.reason,
        created_at: isoTime(now),
        updated_at: isoTime(now),
      };
      if (input.idempotency_key !== undefined) {
        const claim = await claimIdempotencyKey(tx, {
          userId: operator.id,
          key: input.idempotency_key,
          payloadHash: hashOf(input),
          answer: JSON.stringify(answer),
          createdAt: BigInt(now),
        });
        if (claim.kind === "idempotency_conflict") throw DomainError.at("idempotency_key", claim.kind);
        if (claim.kind === "replayed") return JSON.parse(claim.answer) as Transaction;
      }
      await postEntry(tx, {
        id: entryId,
        kind: "adjustment",
        description: `Adjustment ${answer.reference}: ${input.reason}`,
        createdBy: operator.id,
        createdAt: BigInt(now),
        postings: [
          {
            source: isCredit ? house : own,
            destination: isCredit ? own : house,
            currency: currency.code,
            amount,
          },
        ],
      });
      await insertTransaction(tx, {
        id,
        user_id: customer.id,
        transaction_type: "adjustment",
        status: "completed",
        credit: isCredit ? 0n : amount,
        credit_currency: currency.code,
        debit: isCredit ? amount : 0n,
        debit_currency: currency.code,
        rate: null,
        fee_percent: null,
        fee_amount: null,
        reference: answer.reference,
        payment_method: null,
        bank_account_id: null,
        bank_account_snapshot: null,
        quote_id: null,
        quote: null,
        entry_id: entryId,
        note: input.reason,
        created_at: BigInt(now),
        updated_at: BigInt(now),
      });
      await recordAct(tx, services, operator, {
        action: "ledger.adjusted",
        subject: customer.id,
        details: {
          direction: input.direction,
          amount: text,
          currency: currency.code,
          reason: input.reason,
          entry: entryId,
        },
      });
      return answer;
    });
    const units = (await balancesOf(database.read, input.id)).get(currency.code) ?? 0n;
    return { transaction, balance: amountText(units, currency.code) };
  } catch (failed) {
    if (!(failed instanceof InsufficientFundsError)) throw failed;
    throw DomainError.at("amount", "insufficient_funds");
  }
}

import { ownMessage } from "@wattle/contracts/own-messages";
import { formatAmount, parseAmount } from "@wattle/exchange-core/amount";
import { currencyOf, mayUse, type MarketCurrency } from "@wattle/contracts/markets";
import type { AdjustInput, Adjustment } from "@wattle/contracts/back-office";
import { DomainError } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import { findCustomerById } from "@wattle/db/customers";
import { balancesOf } from "@wattle/db/balances";
import type { WriteTx } from "@wattle/db/database";
import { insertTransaction } from "@wattle/db/history";
import { adjustmentRow, type AdjustmentRow } from "@wattle/db/history-rows";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { InsufficientFundsError, type Posting } from "@wattle/db/ledger/post-entry";
import type { User } from "@wattle/db/tables";
import { amountText } from "../amount-text.ts";
import { claimAnswer } from "../transactions/claim-answer.ts";
import { newOrigin, postRowEntry } from "../transactions/new-transaction.ts";
import { transactionOfRow } from "../transactions/transaction-of-row.ts";
import { worthAtHome } from "../prices/worth-at-home.ts";
import type { Services } from "../services.ts";
import { recordAct, type Operator } from "../audit/record-act.ts";

function requireCurrency(code: string): MarketCurrency {
  const currency = currencyOf(code);
  if (currency === undefined) throw new Error(`the product does not know ${code}`);
  return currency;
}

/** @throws DomainError at `amount`, `rate_unavailable` */
async function adjustedAmount(
  services: Pick<Services, "config" | "rates" | "database" | "clock">,
  { amount: text, currency: code }: AdjustInput,
) {
  const currency = requireCurrency(code);
  const parsed = parseAmount(text, currency);
  if (!parsed.ok) throw DomainError.at("amount", "validation_failed");
  if (parsed.amount === 0n) throw DomainError.at("amount", "amount_below_minimum");
  const { ADJUSTMENT_LIMIT, brand } = services.config;
  const { homeCurrency } = brand.markets;
  const limit = parseAmount(ADJUSTMENT_LIMIT, requireCurrency(homeCurrency));
  const worth = await worthAtHome(services, parsed.amount, currency);
  if (!limit.ok || worth.units > limit.amount) {
    throw DomainError.at(
      "amount",
      "amount_above_maximum",
      ownMessage.maximum(`${ADJUSTMENT_LIMIT} ${homeCurrency}`),
    );
  }
  return { currency, amount: parsed.amount, recordedPrices: worth.recordedPrices };
}

/** The customer whose balance is set right. @throws DomainError `not_found`, `currency_inactive` */
async function customerOf(tx: WriteTx, id: string, currency: MarketCurrency): Promise<User> {
  const customer = await findCustomerById(tx, id);
  if (customer === undefined) throw new DomainError("not_found");
  if (!mayUse(currency, customer.default_country)) throw DomainError.at("currency", "currency_inactive");
  return customer;
}

/** Between the customer and the house's adjustments. */
function postingOf({ user_id, credit_currency: currency, credit, debit }: AdjustmentRow): Posting {
  const own = availableAccount(user_id, currency);
  const house = houseAccount("adjustments", currency);
  return debit > 0n
    ? { source: house, destination: own, currency, amount: debit }
    : { source: own, destination: house, currency, amount: credit };
}

/**
 * Sets a balance right: one ledger entry against the house's adjustments, one history row that the customer sees with
 * the message, one line of the audit log, all or none of them.
 * @throws DomainError `not_found`; `amount_below_minimum` for zero; `amount_above_maximum` above the setting
 *   ADJUSTMENT_LIMIT, which is in the home currency and holds for other currencies by their
 *   price, the last recorded one where there is none; `insufficient_funds` where a debit
 *   takes more than there is; `currency_inactive` for a currency the customer may not hold; `rate_unavailable` where there never was a price;
 *   `idempotency_conflict`
 */
export async function adjustBalance(
  services: Pick<Services, "config" | "database" | "clock" | "ids" | "rates">,
  operator: Operator,
  input: AdjustInput,
): Promise<Adjustment> {
  const { database, ids } = services;
  const { currency, amount, recordedPrices } = await adjustedAmount(services, input);
  const row = adjustmentRow({
    ...newOrigin(services, input.id),
    entryId: ids.uuid(),
    direction: input.direction,
    amount: { units: amount, currency: currency.code },
    note: input.message ?? null,
  });
  const answer = transactionOfRow(row);
  const request = {
    userId: operator.id,
    key: input.idempotency_key,
    payload: [input.id, input.direction, input.currency, input.amount, input.message ?? null],
  };
  const adjust = async (tx: WriteTx): Promise<Transaction> => {
    const customer = await customerOf(tx, input.id, currency);
    const earlier = await claimAnswer(tx, request, answer, row.created_at);
    if (earlier !== undefined) return earlier;
    await postRowEntry(tx, row, operator.id, {
      kind: "adjustment",
      description: `Adjustment ${row.reference}`,
      postings: [postingOf(row)],
    });
    await insertTransaction(tx, row);
    await recordAct(tx, services, operator, {
      action: "ledger.adjusted",
      subject: customer.id,
      details: {
        direction: input.direction,
        amount: formatAmount(amount, currency),
        currency: currency.code,
        message: input.message,
        internal_note: input.internal_note,
        entry: row.entry_id,
        ...(recordedPrices.length > 0 && { recorded_prices: recordedPrices }),
      },
    });
    return answer;
  };
  try {
    const transaction = await database.write(adjust);
    const units = (await balancesOf(database.read, input.id)).get(currency.code) ?? 0n;
    return { transaction, balance: amountText(units, currency.code) };
  } catch (failed) {
    if (!(failed instanceof InsufficientFundsError)) throw failed;
    throw DomainError.at("amount", "insufficient_funds");
  }
}

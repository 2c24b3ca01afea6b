import { ownMessage } from "@wattle/contracts/own-messages";
import { formatAmount, parseAmount } from "@wattle/exchange-core/amount";
import { currencyOf, mayUse, type MarketCurrency } from "@wattle/contracts/markets";
import { adjustInput, adjustment, type AdjustInput, type Adjustment } from "@wattle/contracts/desk";
import { DomainError } from "@wattle/contracts/errors";
import { balancesOf } from "@wattle/db/balances";
import type { WriteTx } from "@wattle/db/database";
import { insertTransaction } from "@wattle/db/history";
import { adjustmentRow, type AdjustmentRow } from "@wattle/db/history-rows";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { InsufficientFundsError, type Posting } from "@wattle/db/ledger/post-entry";
import type { User } from "@wattle/db/tables";
import { amountText, exactMoney } from "../../amount-text.ts";
import { claimAnswer, findAnswer, type KeyedRequest } from "../../transactions/claim-answer.ts";
import { newOrigin, postRowEntry } from "../../transactions/new-transaction.ts";
import { transactionOfRow } from "../../transactions/transaction-of-row.ts";
import { worthAtHome } from "../../prices/worth-at-home.ts";
import type { Services } from "../../services.ts";
import type { ReviewedAct } from "../approvals/act.ts";
import type { Operator } from "../../audit/record-act.ts";
import { lockCustomer } from "../customers/locked-customer.ts";

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
  return { currency, amount: parsed.amount, worth: worth.units, recordedPrices: worth.recordedPrices };
}

/** The customer whose balance is set right. @throws DomainError `not_found`, `currency_inactive` */
async function customerOf(tx: WriteTx, id: string, currency: MarketCurrency): Promise<User> {
  // Locked, so that the customer is not blocked between this look and the commit.
  const customer = await lockCustomer(tx, id);
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

/** One ledger entry against the house's adjustments, and one history row. */
async function adjust(tx: WriteTx, operator: Operator, row: AdjustmentRow): Promise<void> {
  await postRowEntry(tx, row, operator, {
    kind: "adjustment",
    description: `Adjustment ${row.reference}`,
    postings: [postingOf(row)],
  });
  await insertTransaction(tx, row);
}

const availableUnits = async (tx: WriteTx, { user_id, credit_currency }: AdjustmentRow): Promise<bigint> =>
  (await balancesOf(tx, user_id)).get(credit_currency) ?? 0n;

/** Does what was planned, unless the same request was done before. */
async function adjustOnce(
  tx: WriteTx,
  operator: Operator,
  request: KeyedRequest,
  row: AdjustmentRow,
): Promise<Adjustment> {
  const answer = transactionOfRow(row);
  const earlier = await claimAnswer(tx, request, answer, row.created_at);
  try {
    if (earlier === undefined) await adjust(tx, operator, row);
  } catch (failed) {
    if (!(failed instanceof InsufficientFundsError)) throw failed;
    throw DomainError.at("amount", "insufficient_funds");
  }
  const balance = amountText(await availableUnits(tx, row), row.credit_currency);
  return { transaction: earlier ?? answer, balance };
}

/**
 * Sets a balance right, with a message that the customer may read. `look` and the plan throw `not_found`; `amount_below_minimum` for
 * zero; `amount_above_maximum` above the setting ADJUSTMENT_LIMIT, which is in the home currency and holds for other currencies by
 * their price, the last recorded one if there is none; `insufficient_funds` if a debit takes more than there is;
 * `currency_inactive` for a currency the customer may not hold; `rate_unavailable` if there never was a price;
 * `idempotency_conflict`.
 */
export const adjustBalance: ReviewedAct<
  typeof adjustInput,
  typeof adjustment,
  Awaited<ReturnType<typeof adjustedAmount>>
> = {
  title: "Adjust a balance",
  roles: ["finance"],
  moves: {
    what: "a customer's balance, either way",
    people: "two",
    why: "Every balance adjustment needs two people.",
  },
  confirmed: true,
  errors: [
    "not_found",
    "amount_below_minimum",
    "amount_above_maximum",
    "insufficient_funds",
    "currency_inactive",
    "rate_unavailable",
    "idempotency_conflict",
  ],
  input: adjustInput,
  output: adjustment,
  look: adjustedAmount,
  plan: async (tx, { services, operator, known }, input) => {
    const { currency, amount } = known;
    const customer = await customerOf(tx, input.id, currency);
    const row = adjustmentRow({
      ...newOrigin(services, input.id),
      entryId: services.ids.uuid(),
      direction: input.direction,
      amount: { units: amount, currency: currency.code },
      note: input.message ?? null,
    });
    const request = {
      userId: operator.id,
      key: input.idempotency_key,
      payload: [input.id, input.direction, input.currency, input.amount, input.message ?? null],
    };
    const isDone = (await findAnswer(tx, request)) !== undefined;
    const isCredit = input.direction === "credit";
    if (!isDone && !isCredit && (await availableUnits(tx, row)) < amount)
      throw DomainError.at("amount", "insufficient_funds");
    return {
      subject: `the balance of ${customer.id}`,
      customer: customer.id,
      details: {
        Customer: `${customer.first_name} ${customer.last_name}`,
        Amount: `${isCredit ? "+" : "−"}${exactMoney(amount, currency.code)}`,
        Message: input.message,
        "Internal note": input.internal_note,
      },
      changes: [{ customer: customer.id, currency: currency.code, moves: isCredit ? amount : 0n - amount }],
      ...(input.message !== undefined && {
        reads: { to: null, subject: "In the history", text: input.message },
      }),
      state: `the account is ${customer.status}`,
      reasons: [],
      worth: isDone ? null : known.worth,
      log: isDone
        ? []
        : {
            action: "ledger.adjusted",
            subject: customer.id,
            details: {
              direction: input.direction,
              amount: formatAmount(amount, currency),
              currency: currency.code,
              message: input.message,
              internal_note: input.internal_note,
              entry: row.entry_id,
              ...(known.recordedPrices.length > 0 && { recorded_prices: known.recordedPrices }),
            },
          },
      run: () => adjustOnce(tx, operator, request, row),
    };
  },
};

import { DomainError } from "@wattle/contracts/errors";
import type { ExchangeInput } from "@wattle/contracts/exchange";
import type { Transaction } from "@wattle/contracts/history";
import { insertEvent, type NewEvent } from "@wattle/db/events";
import { findTransactionByQuote, recordExchange } from "@wattle/db/exchange";
import { together, type Reader, type WriteTx } from "@wattle/db/database";
import { findTransaction, QuoteUsedError } from "@wattle/db/history";
import { exchangeRow, type ExchangeRow } from "@wattle/db/history-rows";
import { KeyTakenError } from "@wattle/db/idempotency";
import { InsufficientFundsError } from "@wattle/db/ledger/post-entry";
import { checkStanding } from "../access/lock-customer.ts";
import { findAnswer, replayed, takeKey, type KeyedRequest } from "../transactions/claim-answer.ts";
import { requireTaxResidence } from "../tax/residences.ts";
import { newOrigin } from "../transactions/new-transaction.ts";
import { transactionOfRow } from "../transactions/transaction-of-row.ts";
import { recordReferral } from "../partners/record-referral.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../access/admission.ts";
import { countPair } from "../vitals.ts";
import { switchOfPair, switchOfSide } from "../switches/switches.ts";
import { amountRefusal, checkHeld, priceExchange, type Price } from "./price-exchange.ts";

const payloadOf = ({ balance, ...input }: ExchangeInput): (string | null)[] => [
  balance.credit,
  balance.credit_currency,
  input.debit,
  input.debit_currency,
  input.transaction_type,
  input.payment_method ?? null,
  input.hash,
];

/** Prepares, before the transaction, what is written in it together with an exchange; throwing undoes both. */
type Alongside = (row: ExchangeRow) => (tx: WriteTx) => Promise<void>;

type ExchangeServices = Pick<
  Services,
  "clock" | "config" | "database" | "ids" | "signingKeys" | "switches" | "vitals"
>;

/**
 * Executes a quote: one ledger entry (the customer's currency out, the house's in; the house's out, the
 * customer's in; the fee as its own posting) and one history row, in one transaction.
 *
 * The same idempotency key with the same payload answers the first answer again, also after the quote has expired.
 * @throws DomainError `tax_residence_required`, `quote_invalid`, `quote_expired`, `quote_used`, `debit_mismatch`, `amount_below_minimum`,
 *   `amount_above_maximum`, `insufficient_funds`, `idempotency_conflict`, `paused`; `account_under_review`; `account_blocked`, `identity_unverified`
 *   where the account has changed since the guard let it in
 */
export async function executeExchange(
  services: ExchangeServices,
  user: SignedInUser,
  input: ExchangeInput,
  idempotencyKey: string | undefined,
  alongside?: Alongside,
): Promise<Transaction> {
  const request = { userId: user.id, key: idempotencyKey, payload: payloadOf(input) };
  const { switches } = services;
  const codes = [input.balance.credit_currency, input.debit_currency] as const;
  const needed = ["trading", switchOfPair(...codes), switchOfSide(...codes)] as const;
  let price: Price;
  try {
    await requireTaxResidence(services, services.database.read, user.id);
    await switches.require(...needed);
    price = await priceExchange(services, user, input);
  } catch (refused) {
    // A repeat of an executed exchange is answered before anything is held against it.
    const answer = await earlierAnswer(services, request, input.hash);
    if (answer !== undefined) return answer;
    throw refused;
  }
  const row = rowOf(services, user, input, price);
  const answer = transactionOfRow(row);
  const writeAlongside = alongside?.(row);
  const whose = alongside === undefined && user.referred_by === null ? user.id : undefined;
  try {
    await services.database.write(
      async (tx) => {
        const kept: Kept = { id: row.id };
        const [, standing] = await together([
          takeKey(tx, request, kept, row.created_at),
          recordExchange(tx, row),
        ]);
        checkStanding(standing, "trading");
        if (standing.follows_events !== 0n) await insertEvent(tx, user.id, eventOf(row));
        if (user.referred_by !== null) await recordReferral(tx, services, row);
        await writeAlongside?.(tx);
        // All locks are held by now, however long they took: what follows is the entry's own rows and the commit.
        checkHeld(services, price.quote);
        switches.requireNow(...needed);
      },
      { whose },
    );
  } catch (failed) {
    if (failed instanceof KeyTakenError) {
      // The same request, or another under its key, was executed while this one was priced.
      const earlier = await earlierAnswer(services, request, input.hash);
      if (earlier !== undefined) return earlier;
    }
    if (failed instanceof QuoteUsedError) throw DomainError.at("hash", "quote_used");
    throw failed instanceof InsufficientFundsError ? await amountRefusal(services, user, price) : failed;
  }
  countPair(services.vitals.exchanges, ...codes);
  return answer;
}

function rowOf(
  services: Pick<Services, "clock" | "ids">,
  user: SignedInUser,
  { hash, payment_method }: ExchangeInput,
  { quote, from, to, credit, fee, debit }: Price,
): ExchangeRow {
  return exchangeRow({
    ...newOrigin(services, user.id),
    entryId: services.ids.uuid(),
    credit,
    creditCurrency: from.code,
    debit,
    debitCurrency: to.code,
    fee,
    feePercent: quote.fee,
    rate: quote.rate,
    quoteId: quote.id,
    quote: hash,
    paymentMethod: payment_method ?? null,
  });
}

/** An exchange never changes, so its event keeps only the reference. */
const eventOf = ({ id, created_at }: ExchangeRow): NewEvent => ({
  id,
  type: "exchange.completed",
  subject_id: id,
  data: null,
  created_at,
});

/**
 * Kept part of an answer under its key. Nothing of an exchange ever changes, so its row gives the same answer again.
 */
type Kept = Pick<Transaction, "id">;

async function repeated(reader: Reader, userId: string, { id }: Kept): Promise<Transaction> {
  const row = await findTransaction(reader, userId, id);
  if (row === undefined) throw new Error(`exchange ${id} was answered and is not in the history`);
  return replayed(transactionOfRow(row));
}

/** @throws DomainError `idempotency_conflict`, `quote_used` if another request of this customer used the quote */
async function earlierAnswer(
  services: Pick<Services, "database" | "signingKeys">,
  request: KeyedRequest,
  hash: string,
): Promise<Transaction | undefined> {
  const { read } = services.database;
  const earlier = await findAnswer<Kept>(read, request);
  if (earlier !== undefined) return repeated(read, request.userId, earlier);
  const quote = await services.signingKeys.read(hash);
  if (quote !== undefined && (await findTransactionByQuote(read, request.userId, quote.id)) !== undefined) {
    throw DomainError.at("hash", "quote_used");
  }
  return undefined;
}

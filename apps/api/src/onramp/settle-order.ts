import { cutDecimals } from "../onramp-providers/cut-decimals.ts";
import { parseAmount, toAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/contracts/markets";
import { mayMoveOrder } from "@wattle/contracts/onramp";
import { asInternalNote } from "@wattle/contracts/staff-texts";
import { findUserById } from "@wattle/db/accounts";
import { isUniqueViolation, type WriteTx } from "@wattle/db/database";
import { findTransaction } from "@wattle/db/history";
import { creditedDepositRow } from "@wattle/db/history-rows";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import { InsufficientFundsError, reversePostings, type Posting } from "@wattle/db/ledger/post-entry";
import {
  changeOnrampOrder,
  findOnrampOrder,
  findOrderPaidBy,
  insertOnrampEvent,
  listOnrampEvents,
  setOnrampOutcome,
} from "@wattle/db/onramp";
import { deleteReferralOf } from "@wattle/db/partners";
import type { OnrampEventRow, OnrampOrderRow } from "@wattle/db/tables";
import { changeStatus, type Actor } from "../transactions/change-status.ts";
import { beginTransaction, newOrigin, postRowEntry } from "../transactions/new-transaction.ts";
import { SYSTEM_ACTOR } from "../transactions/transaction-detail.ts";
import { amountText } from "../amount-text.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { recordReferral } from "../partners/record-referral.ts";
import type { Services } from "../services.ts";
import { coinsArrivedMail, coinsRefundedMail } from "../mail/onramp-mails.ts";
import type { ProviderEvent } from "../onramp-providers/provider.ts";

const ACTOR = `${SYSTEM_ACTOR}onramp`;

type Outcome = OnrampEventRow["outcome"];

/** From the house's coins to the customer. */
const creditPosting = (userId: string, code: string, amount: bigint): Posting => ({
  source: houseAccount("onramp", code),
  destination: availableAccount(userId, code),
  currency: code,
  amount,
});

/**
 * Credits an order with what has arrived: one history row (a deposit that gave fiat and got coins) and one ledger entry.
 * An order of the test page credits no one.
 * @param arrived smallest units of the order's crypto currency
 * @returns the history row's id
 */
export async function creditOrder(
  tx: WriteTx,
  services: MailServices,
  order: OnrampOrderRow,
  arrived: bigint,
  by: Pick<Actor, "id" | "approvedBy"> = { id: ACTOR },
): Promise<string | null> {
  const customer = order.user_id === null ? undefined : await findUserById(tx, order.user_id);
  if (customer === undefined) return null;
  const row = creditedDepositRow({
    ...newOrigin(services, customer.id),
    entryId: services.ids.uuid(),
    paid: { units: order.fiat_amount, currency: order.fiat_currency },
    arrived: { units: arrived, currency: order.crypto_currency },
    paymentMethod: "onramp",
    bankReference: order.provider_order_id,
  });
  await beginTransaction(tx, services, row, by.id);
  await postRowEntry(tx, row, by, {
    kind: "onramp",
    description: `Card payment ${row.reference}`,
    postings: [creditPosting(customer.id, order.crypto_currency, arrived)],
  });
  await recordReferral(tx, services, row);
  await queueMail(tx, services, {
    to: customer.email,
    mail: coinsArrivedMail(customer.first_name, row, services.config.APP_ORIGIN),
  });
  return row.id;
}

/**
 * Takes a credited order back by the entry that reverses its credit.
 * @throws InsufficientFundsError if the customer no longer has the coins
 */
async function refundOrder(tx: WriteTx, services: MailServices, order: OnrampOrderRow): Promise<void> {
  if (order.user_id === null || order.transaction_id === null) return;
  const row = await findTransaction(tx, order.user_id, order.transaction_id);
  const customer = await findUserById(tx, order.user_id);
  if (row === undefined || customer === undefined) throw new Error(`order ${order.id} lost its transaction`);
  await changeStatus(tx, services, row, {
    to: "returned",
    by: { kind: "system", id: ACTOR },
    reason: "Refunded by the payment provider",
    entry: {
      kind: "onramp_refunded",
      description: `Refund of card payment ${row.reference}`,
      postings: reversePostings([creditPosting(row.user_id, row.debit_currency, row.debit)]),
      ...(row.entry_id !== null && { reverses: row.entry_id }),
    },
  });
  await deleteReferralOf(tx, row.id);
  await queueMail(tx, services, {
    to: customer.email,
    mail: coinsRefundedMail(customer.first_name, row, services.config.APP_ORIGIN),
  });
}

/** Smallest units of an amount that a provider wrote, further decimals cut off (rounded down); undefined for anything that is no amount above zero. */
function amountUnits(text: string | null, code: string): bigint | undefined {
  const currency = currencyOf(code);
  if (text === null || currency === undefined) return undefined;
  const parsed = parseAmount(cutDecimals(text, currency), currency);
  return parsed.ok && parsed.amount > 0n ? toAmount(parsed.amount, currency) : undefined;
}

/** Coins may differ from the quoted amount by so many percent: the price moves until the provider buys them. */
const TOLERATED_PERCENT = 2n;

/** Whether coins are further from what the customer was quoted than a moving price explains. */
function isFarFrom(quoted: bigint, arrived: bigint): boolean {
  const difference = arrived > quoted ? arrived - quoted : quoted - arrived;
  return difference * 100n > quoted * TOLERATED_PERCENT;
}

/** Why coins that an event says have arrived are not the order's; undefined if they are. */
function coinsMismatchOf(order: OnrampOrderRow, event: ProviderEvent): string | undefined {
  const arrived = amountUnits(event.cryptoAmount, order.crypto_currency);
  if (arrived === undefined) return `Nothing that could be credited: ${event.cryptoAmount ?? "no amount"}`;
  const { quoted_amount: quoted, crypto_currency: code } = order;
  if (quoted !== null && isFarFrom(quoted, arrived)) {
    return `${amountText(arrived, code)} ${code} instead of the quoted ${amountText(quoted, code)} ${code}`;
  }
  return undefined;
}

/** Why money that an event reports is not the order's; undefined if it is. */
function mismatchOf(order: OnrampOrderRow, event: ProviderEvent): string | undefined {
  if (event.fiatCurrency !== order.fiat_currency || event.cryptoCurrency !== order.crypto_currency) {
    return `Another currency: ${event.fiatCurrency} for ${event.cryptoCurrency}`;
  }
  if (amountUnits(event.fiatAmount, order.fiat_currency) !== order.fiat_amount) {
    return `Another amount: ${event.fiatAmount} ${event.fiatCurrency}`;
  }
  return event.status === "completed" ? coinsMismatchOf(order, event) : undefined;
}

/**
 * Why an event that moves money is for a person to judge; undefined if it is not.
 */
async function problemOf(
  tx: WriteTx,
  order: OnrampOrderRow,
  event: ProviderEvent,
  { spent = false }: Circumstances,
): Promise<string | undefined> {
  if (event.status !== "completed" && event.status !== "refunded") return undefined;
  const mismatch = mismatchOf(order, event);
  if (mismatch !== undefined) return mismatch;
  if (spent) return "Refunded by the provider, but the customer no longer has the coins";
  if (event.status === "refunded") return undefined;
  const other = await findOrderPaidBy(tx, order, event.providerOrderId);
  return other === undefined ? undefined : `${event.providerOrderId} has paid order ${other.id} already`;
}

/** The provider's quote in its first report of an order, if its checkout gave none. */
function quoteOf(order: OnrampOrderRow, event: ProviderEvent): bigint | undefined {
  if (order.quoted_amount !== null || event.status !== "pending") return undefined;
  return mismatchOf(order, event) === undefined
    ? amountUnits(event.cryptoAmount, order.crypto_currency)
    : undefined;
}

interface Circumstances {
  /** The customer has spent what a refund would take back. */
  readonly spent?: boolean;
}

/** Brings an order to where an event says, with all that goes with it. */
async function applyEvent(
  tx: WriteTx,
  services: MailServices,
  order: OnrampOrderRow,
  event: ProviderEvent,
  circumstances: Circumstances,
): Promise<Outcome> {
  // A status that the order has gone past is no news, whatever it says.
  if (!mayMoveOrder(order.status, event.status)) return "ignored";
  const problem = await problemOf(tx, order, event, circumstances);
  const to = problem === undefined ? event.status : "review";
  const arrived = to === "completed" ? amountUnits(event.cryptoAmount, order.crypto_currency) : undefined;
  const known = { ...order, provider_order_id: event.providerOrderId };
  const transactionId = arrived === undefined ? null : await creditOrder(tx, services, known, arrived);
  const quoted = quoteOf(order, event);
  const changed = await changeOnrampOrder(tx, order.id, order.status, to, {
    provider_order_id: event.providerOrderId,
    updated_at: BigInt(services.clock.now()),
    ...(arrived !== undefined && { crypto_amount: arrived, transaction_id: transactionId }),
    ...(quoted !== undefined && { quoted_amount: quoted }),
    ...(problem !== undefined && { note: asInternalNote(problem) }),
  });
  // Thrown, so that nothing stays of what a concurrent call has done meanwhile; the next attempt sees what it left.
  if (!changed) throw new OrderMovedError(order.id);
  // Only who has moved the order takes the coins back: a concurrent call that waited for it has failed above.
  if (to === "refunded") await refundOrder(tx, services, order);
  return problem === undefined ? "applied" : "review";
}

/** Another event moved the order between our reading and our writing. */
class OrderMovedError extends Error {
  constructor(orderId: string) {
    super(`order ${orderId} was moved by another event`);
    this.name = "OrderMovedError";
  }
}

const MOST_ATTEMPTS = 10;

/** Another event was first: it has moved the order, or credited another order by the same one of the provider's. */
const isInTheWay = (failed: unknown): boolean =>
  failed instanceof OrderMovedError || isUniqueViolation(failed);

/** Runs work again while concurrent calls are in its way, and once more with other circumstances where a refund finds no coins. */
async function settled<T>(work: (circumstances: Circumstances) => Promise<T>): Promise<T> {
  let circumstances: Circumstances = {};
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(circumstances);
    } catch (failed) {
      if (failed instanceof InsufficientFundsError && circumstances.spent !== true) {
        circumstances = { spent: true };
      } else if (!isInTheWay(failed) || attempt >= MOST_ATTEMPTS) throw failed;
    }
  }
}

/**
 * Takes what a provider says of an order, once: the same event again changes nothing. An event about an order that is
 * not there (yet) is kept until it is.
 */
export async function receiveEvent(
  services: MailServices & Pick<Services, "database">,
  provider: OnrampOrderRow["provider"],
  event: ProviderEvent,
): Promise<Outcome | "known"> {
  const { database, clock, ids } = services;
  return settled((circumstances) =>
    database.write(async (tx) => {
      const id = ids.uuid();
      const isNew = await insertOnrampEvent(tx, {
        id,
        provider,
        event_id: event.id,
        order_id: event.orderId,
        payload: JSON.stringify(event),
        outcome: "order unknown",
        received_at: BigInt(clock.now()),
      });
      if (!isNew) return "known";
      const order = await findOnrampOrder(tx, event.orderId);
      if (order === undefined || order.provider !== provider) return "order unknown";
      const outcome = await applyEvent(tx, services, order, event, circumstances);
      await setOnrampOutcome(tx, id, outcome);
      return outcome;
    }),
  );
}

/** Applies what a provider had to say before the order was there, in the order it came, in the caller's transaction. */
export async function applyEarlierEvents(
  tx: WriteTx,
  services: MailServices,
  orderId: string,
): Promise<void> {
  for (const row of await listOnrampEvents(tx, orderId, "order unknown")) {
    const order = await findOnrampOrder(tx, orderId);
    if (order === undefined || order.provider !== row.provider) continue;
    // We wrote it ourselves.
    const event = JSON.parse(row.payload) as ProviderEvent;
    await setOnrampOutcome(tx, row.id, await applyEvent(tx, services, order, event, {}));
  }
}

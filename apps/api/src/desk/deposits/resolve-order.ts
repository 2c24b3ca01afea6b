import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { parseAmount } from "@wattle/exchange-core/amount";
import { currencyOf, type MarketCurrency } from "@wattle/contracts/markets";
import { AMOUNT_TEXTS } from "@wattle/contracts/amount-texts";
import { DomainError } from "@wattle/contracts/errors";
import {
  onrampOrderFile,
  resolveOnrampInput,
  type OnrampOrderFile,
  type ResolveOnrampInput,
} from "@wattle/contracts/onramp";
import type { Reader, WriteTx } from "@wattle/db/database";
import { changeOnrampOrder, findOnrampOrder, findOrderPaidBy } from "@wattle/db/onramp";
import type { OnrampOrderRow } from "@wattle/db/tables";
import { exactMoney } from "../../amount-text.ts";
import type { Operator } from "../../audit/record-act.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { stateText, type PlannedChange } from "../approvals/changes.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { orderFileOfRow } from "../../onramp/order-of-row.ts";
import { creditOrder } from "../../onramp/settle-order.ts";

function currencyOfRow(row: OnrampOrderRow): MarketCurrency {
  const currency = currencyOf(row.crypto_currency);
  if (currency === undefined) {
    throw new Error(`the database holds the unknown currency ${row.crypto_currency}`);
  }
  return currency;
}

/** @throws DomainError at `crypto_amount` */
function arrivedAmount(row: OnrampOrderRow, text: string): bigint {
  const parsed = parseAmount(text, currencyOfRow(row));
  if (!parsed.ok) throw DomainError.at("crypto_amount", "validation_failed", AMOUNT_TEXTS[parsed.problem]);
  if (parsed.amount <= 0n) {
    throw DomainError.at("crypto_amount", "validation_failed", OWN_MESSAGES.notAboveZero);
  }
  return parsed.amount;
}

/** @throws DomainError `state_conflict` if the provider's order has paid another one of ours */
async function checkPaidOnce(tx: WriteTx, row: OnrampOrderRow, providerOrderId: string): Promise<void> {
  if ((await findOrderPaidBy(tx, row, providerOrderId)) === undefined) return;
  throw new DomainError("state_conflict", { message: OWN_MESSAGES.otherOrderPaid });
}

/** The order, and what is to be credited, smallest units; undefined if nothing is. */
interface Resolving {
  readonly row: OnrampOrderRow;
  readonly arrived: bigint | undefined;
}

/** @throws DomainError `not_found`, `state_conflict` if it is not under review or was credited before */
async function orderUnderReview(reader: Reader, input: ResolveOnrampInput): Promise<Resolving> {
  const row = await findOnrampOrder(reader, input.id);
  if (row === undefined) throw new DomainError("not_found");
  const credits = input.decision === "credit";
  if (row.status !== "review" || (credits && row.transaction_id !== null)) {
    throw new DomainError("state_conflict");
  }
  return { row, arrived: credits ? arrivedAmount(row, input.crypto_amount) : undefined };
}

const arrivedText = (row: OnrampOrderRow, input: ResolveOnrampInput): string | undefined =>
  input.decision === "credit" ? `${input.crypto_amount} ${row.crypto_currency}` : undefined;

async function resolve(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  { row, arrived, input }: Resolving & { readonly input: ResolveOnrampInput },
): Promise<OnrampOrderFile> {
  const transactionId =
    arrived === undefined ? row.transaction_id : await creditOrder(tx, services, row, arrived, operator);
  const to = endOf({ row, arrived });
  const changes = {
    note: input.internal_note,
    updated_at: BigInt(services.clock.now()),
    transaction_id: transactionId,
    ...(arrived !== undefined && { crypto_amount: arrived }),
  };
  if (!(await changeOnrampOrder(tx, row.id, "review", to, changes))) throw new DomainError("state_conflict");
  return orderFileOfRow({ ...row, ...changes, status: to });
}

/** The order's final status. */
const endOf = ({ row, arrived }: Resolving) =>
  arrived !== undefined || row.transaction_id !== null ? "completed" : "failed";

function changesOf(resolving: Resolving): PlannedChange[] {
  const {
    row: { user_id: customer, crypto_currency: currency },
    arrived,
  } = resolving;
  return [
    ...(arrived === undefined || customer === null ? [] : [{ customer, currency, moves: arrived }]),
    { what: "Card payment", before: "Under review", after: stateText(endOf(resolving)) },
  ];
}

/**
 * Ends an order's review, written into the audit log: credits what has really arrived (an order that was credited
 * before is not credited again), or closes it as it is. The plan throws `not_found`, `state_conflict` if it is not
 * under review or was credited before, `validation_failed`.
 */
export const resolveOrder: ReviewedAct<typeof resolveOnrampInput, typeof onrampOrderFile, MovedWorth> = {
  title: "Resolve a card payment",
  roles: ["finance"],
  moves: { what: "a credit of a card payment", people: "by sum" },
  confirmed: true,
  errors: ["not_found", "state_conflict"],
  input: resolveOnrampInput,
  output: onrampOrderFile,
  look: async (services, input) => {
    const { row, arrived } = await orderUnderReview(services.database.read, input);
    if (arrived === undefined) return null;
    return worthOf(services, arrived, row.crypto_currency);
  },
  plan: async (tx, { services, operator, known }, input) => {
    const { row, arrived } = await orderUnderReview(tx, input);
    if (arrived !== undefined && row.provider_order_id !== null) {
      await checkPaidOnce(tx, row, row.provider_order_id);
    }
    return {
      subject: `the card payment ${row.id}`,
      ...(row.user_id !== null && { customer: row.user_id }),
      details: {
        Decision: input.decision,
        "Amount that arrived": arrived === undefined ? undefined : exactMoney(arrived, row.crypto_currency),
        Reported: row.crypto_amount === null ? undefined : exactMoney(row.crypto_amount, row.crypto_currency),
        Paid: exactMoney(row.fiat_amount, row.fiat_currency),
        "Why it waits": row.note ?? undefined,
        "Internal note": input.internal_note,
      },
      changes: changesOf({ row, arrived }),
      state: `the order is ${row.status}`,
      reasons: [],
      worth: known,
      log: {
        action: "onramp.resolved",
        subject: row.id,
        details: {
          decision: input.decision,
          internal_note: input.internal_note,
          customer: row.user_id,
          was: row.note,
          arrived: arrivedText(row, input),
        },
      },
      run: () => resolve(tx, services, operator, { row, arrived, input }),
    };
  },
};

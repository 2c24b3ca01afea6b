import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { parseAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/contracts/markets";
import { AMOUNT_TEXTS } from "@wattle/contracts/amount-texts";
import { DomainError } from "@wattle/contracts/errors";
import type { OnrampOrderFile, ResolveOnrampInput } from "@wattle/contracts/onramp";
import type { WriteTx } from "@wattle/db/database";
import { changeOnrampOrder, findOnrampOrder, findOrderPaidBy } from "@wattle/db/onramp";
import type { OnrampOrderRow } from "@wattle/db/tables";
import { recordAct, type Operator } from "../audit/record-act.ts";
import type { Services } from "../services.ts";
import { orderFileOfRow } from "./order-of-row.ts";
import { creditOrder } from "./settle-order.ts";
import type { MailServices } from "../mail/queue-mail.ts";

/** @throws DomainError at `crypto_amount` */
function arrivedAmount(row: OnrampOrderRow, text: string): bigint {
  const currency = currencyOf(row.crypto_currency);
  if (currency === undefined)
    throw new Error(`the database holds the unknown currency ${row.crypto_currency}`);
  const parsed = parseAmount(text, currency);
  if (!parsed.ok) throw DomainError.at("crypto_amount", "validation_failed", AMOUNT_TEXTS[parsed.problem]);
  if (parsed.amount <= 0n) {
    throw DomainError.at("crypto_amount", "validation_failed", OWN_MESSAGES.notAboveZero);
  }
  return parsed.amount;
}

/** @throws DomainError `state_conflict` where the provider's order has paid another one of ours */
async function checkPaidOnce(tx: WriteTx, row: OnrampOrderRow, providerOrderId: string): Promise<void> {
  if ((await findOrderPaidBy(tx, row, providerOrderId)) === undefined) return;
  throw new DomainError("state_conflict", { message: OWN_MESSAGES.otherOrderPaid });
}

/**
 * Ends an order's review, written into the audit log: credits what has really arrived (an order that was credited before is
 * not credited again), or closes it as it is.
 * @throws DomainError `not_found`, `state_conflict` where it is not under review or was credited before, `validation_failed`
 */
export async function resolveOrder(
  services: MailServices & Pick<Services, "database">,
  operator: Operator,
  input: ResolveOnrampInput,
): Promise<OnrampOrderFile> {
  const { database, clock } = services;
  return database.write(async (tx) => {
    const row = await findOnrampOrder(tx, input.id);
    if (row === undefined) throw new DomainError("not_found");
    const credits = input.decision === "credit";
    if (row.status !== "review" || (credits && row.transaction_id !== null)) {
      throw new DomainError("state_conflict");
    }
    if (credits && row.provider_order_id !== null) await checkPaidOnce(tx, row, row.provider_order_id);
    const arrived = credits ? arrivedAmount(row, input.crypto_amount) : undefined;
    const transactionId =
      arrived === undefined ? row.transaction_id : await creditOrder(tx, services, row, arrived, operator.id);
    const to = arrived !== undefined || row.transaction_id !== null ? "completed" : "failed";
    const changes = {
      note: input.internal_note,
      updated_at: BigInt(clock.now()),
      transaction_id: transactionId,
      ...(arrived !== undefined && { crypto_amount: arrived }),
    };
    if (!(await changeOnrampOrder(tx, row.id, "review", to, changes)))
      throw new DomainError("state_conflict");
    await recordAct(tx, services, operator, {
      action: "onramp.resolved",
      subject: row.id,
      details: {
        decision: input.decision,
        internal_note: input.internal_note,
        customer: row.user_id,
        was: row.note,
        ...(credits && { arrived: `${input.crypto_amount} ${row.crypto_currency}` }),
      },
    });
    return orderFileOfRow({ ...row, ...changes, status: to });
  });
}

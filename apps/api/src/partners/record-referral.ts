import { findUserById } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { insertReferrals } from "@wattle/db/partners";
import type { Transaction as TransactionRow } from "@wattle/db/tables";
import type { Services } from "../services.ts";

type Movement = Pick<
  TransactionRow,
  "id" | "user_id" | "transaction_type" | "credit" | "credit_currency" | "debit" | "debit_currency"
>;

/**
 * Shows the partner who brought a customer what the customer did, once for each transaction; nothing if no one did.
 * Runs in the transaction that moves the money, so that there is never one without the other. The customer's name and
 * address are kept as they are now.
 * @param movement an exchange, or a deposit that has arrived
 */
export async function recordReferral(
  tx: WriteTx,
  { clock, ids }: Pick<Services, "clock" | "ids">,
  movement: Movement,
): Promise<void> {
  const client = await findUserById(tx, movement.user_id);
  if (client === undefined || client.referred_by === null) return;
  await insertReferrals(tx, {
    id: ids.uuid(),
    partner_id: client.referred_by,
    client_user_id: client.id,
    client_name: client.first_name,
    client_surname: client.last_name,
    client_email: client.email,
    transaction_type: movement.transaction_type,
    credit: movement.credit,
    credit_currency: movement.credit_currency,
    debit: movement.debit,
    debit_currency: movement.debit_currency,
    created_at: BigInt(clock.now()),
    transaction_id: movement.id,
  });
}

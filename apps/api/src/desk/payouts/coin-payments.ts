import { parseAddress } from "@wattle/bitcoin/address";
import { mayBePaid } from "@wattle/db/holds";
import { sendingOfUsers } from "@wattle/db/coin-payouts";
import type { Reader } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { Services } from "../../services.ts";
import { keptCoinPayee } from "../../transactions/transaction-detail.ts";
import { bookedAmount } from "../../withdrawals/require-booked.ts";
import { standingOf } from "./read-payouts.ts";

/** A withdrawal as a transaction pays it. */
export interface CoinPayment {
  readonly member: Payment;
  readonly address: string;
  readonly script: Uint8Array;
  readonly satoshi: bigint;
}

type PaymentServices = Pick<Services, "config" | "vault">;

/** The address that a withdrawal goes to, as it was sealed when it was requested. */
export function addressOf({ vault }: PaymentServices, member: Payment): string {
  const payee = keptCoinPayee(vault, member);
  if (payee === null) throw new Error(`the withdrawal ${member.id} has no payee`);
  return payee.address;
}

/** The amount is that of the books, and the address that of the sealed payee. @throws DomainError as `bookedAmount` */
export function coinPaymentOf(services: PaymentServices, member: Payment): CoinPayment {
  const address = addressOf(services, member);
  const { script } = parseAddress(address, services.config.BITCOIN_CHAIN);
  return { member, address, script, satoshi: bookedAmount(member) - (member.fee_amount ?? 0n) };
}

/** Withdrawals whose customers may be paid, and may send coins. */
export async function payableOf(
  reader: Reader,
  { clock }: Pick<Services, "clock">,
  members: readonly Payment[],
): Promise<Payment[]> {
  const sending = await sendingOfUsers(
    reader,
    members.map(({ user_id }) => user_id),
  );
  const now = BigInt(clock.now());
  return members.filter((member) => {
    const from = sending.get(member.user_id) ?? null;
    return mayBePaid(standingOf(member)) && from !== null && from <= now;
  });
}

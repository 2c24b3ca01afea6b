import { mayBePaid } from "@wattle/db/holds";
import { listCoinPayments, sendingOfUsers } from "@wattle/db/coin-payouts";
import type { Reader } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinPayoutRow } from "@wattle/db/tables";
import { venuePaymentOf } from "../../coins/venue-payment.ts";
import type { Services } from "../../services.ts";
import { keptCoinPayee } from "../../transactions/transaction-detail.ts";
import { bookedAmount } from "../../withdrawals/require-booked.ts";
import { standingOf } from "./read-payouts.ts";

/** A withdrawal as a transaction pays it, or a move to the venue. */
export interface CoinPayment {
  /** Null for the venue. */
  readonly member: Payment | null;
  readonly address: string;
  /** Smallest units. */
  readonly amount: bigint;
}

type PaymentServices = Pick<Services, "vault">;

/** The address that a withdrawal goes to, as it was sealed when it was requested. */
export function addressOf({ vault }: PaymentServices, member: Payment): string {
  const payee = keptCoinPayee(vault, member);
  if (payee === null) throw new Error(`the withdrawal ${member.id} has no payee`);
  return payee.address;
}

/** The amount is that of the books, and the address that of the sealed payee. @throws DomainError as `bookedAmount` */
export function coinPaymentOf(services: PaymentServices, member: Payment): CoinPayment {
  return {
    member,
    address: addressOf(services, member),
    amount: bookedAmount(member) - (member.fee_amount ?? 0n),
  };
}

/** The payment to the venue, if a batch is one. @throws SealError as `venuePaymentOf` */
export function venuePayments(
  services: PaymentServices,
  payout: Pick<CoinPayoutRow, "id" | "to_venue">,
): CoinPayment[] {
  const payment = venuePaymentOf(services, payout);
  return payment === null ? [] : [{ member: null, ...payment }];
}

/** All that a batch pays. @throws DomainError as `bookedAmount` */
export const coinPaymentsOf = async (
  reader: Reader,
  services: PaymentServices,
  payout: CoinPayoutRow,
): Promise<CoinPayment[]> => [
  ...(await listCoinPayments(reader, payout.id)).map((member) => coinPaymentOf(services, member)),
  ...venuePayments(services, payout),
];

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

import type { CoinPayoutRow } from "@wattle/db/tables";
import type { Services } from "../services.ts";

/** The venue's address, and the coins that it gets, in smallest units. */
export interface VenuePayment {
  readonly address: string;
  readonly amount: bigint;
}

type VaultServices = Pick<Services, "vault">;

/** Seals it under the batch's id. */
export const sealVenuePayment = ({ vault }: VaultServices, id: string, { address, amount }: VenuePayment) =>
  vault.seal("coin_payouts.to_venue", id, JSON.stringify({ address, amount: String(amount) }));

/** The payment of a move to the venue; null for any other batch. @throws SealError if it was not drafted here, or was changed */
export function venuePaymentOf(
  { vault }: VaultServices,
  { id, to_venue: sealed }: Pick<CoinPayoutRow, "id" | "to_venue">,
): VenuePayment | null {
  if (sealed === null) return null;
  const { address, amount } = JSON.parse(vault.open("coin_payouts.to_venue", id, sealed)) as {
    address: string;
    amount: string;
  };
  return { address, amount: BigInt(amount) };
}

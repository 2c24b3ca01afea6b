import type { CoinPayee, CoinPayeeCopy } from "@wattle/contracts/coin-payees";
import type { Vault } from "@wattle/db/sealed/vault";
import type { CoinPayeeRow } from "@wattle/db/tables";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";

type SealedParts = Pick<CoinPayeeRow, "address" | "label" | "holder_name" | "provider_name">;

/** Sealed columns of a payee, for the row `id`. */
export const sealCoinPayee = (
  vault: Vault,
  id: string,
  payee: Pick<CoinPayeeCopy, keyof SealedParts>,
): SealedParts => ({
  address: vault.seal("coin_payees.address", id, payee.address),
  label: vault.seal("coin_payees.label", id, payee.label),
  holder_name: vault.seal("coin_payees.holder_name", id, payee.holder_name),
  provider_name: vault.seal("coin_payees.provider_name", id, payee.provider_name),
});

/** A payee as the customer typed it. */
export function openCoinPayee(vault: Vault, row: CoinPayeeRow): CoinPayeeCopy {
  const { id, currency, network, whose, wallet } = row;
  return {
    currency,
    network,
    address: vault.open("coin_payees.address", id, row.address),
    label: vault.open("coin_payees.label", id, row.label),
    whose,
    holder_name: vault.open("coin_payees.holder_name", id, row.holder_name),
    wallet,
    provider_name: vault.open("coin_payees.provider_name", id, row.provider_name),
  };
}

/** A stored payee as it is answered. */
export function coinPayeeOfRow(
  { vault, config }: Pick<Services, "vault" | "config">,
  row: CoinPayeeRow,
): CoinPayee {
  const payee = openCoinPayee(vault, row);
  // The identifier makes the message this payee's: a signature for another one, or another account, says nothing here.
  const message = `I control ${payee.address} and use it with ${config.brand.name}. Payee ${row.id}`;
  return {
    id: row.id,
    ...payee,
    available_at: isoTime(row.available_at),
    proof_message: payee.wallet === "self_hosted" ? message : null,
  };
}

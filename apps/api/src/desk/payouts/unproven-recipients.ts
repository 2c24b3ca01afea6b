/** Contracts that have taken no payment of ours yet: each may refuse in the block, and the house pays the fee. */
import { recipientsPaid } from "@wattle/db/chain-balances";
import { listOpenAbove } from "@wattle/db/coin-nonces";
import { listCoinPayments } from "@wattle/db/coin-payouts";
import type { Reader } from "@wattle/db/database";
import { parseAddress } from "@wattle/ethereum/address";
import { PLAIN_GAS } from "@wattle/ethereum/transfer";
import { ETHEREUM } from "../../chains/ethereum.ts";
import type { ActServices } from "../approvals/act.ts";
import { addressOf, type CoinPayment } from "./coin-payments.ts";

const scriptOf = ({ address }: Pick<CoinPayment, "address">): string => parseAddress(address).script;

/** Those of the payments' recipients that no block has paid yet. */
export async function unprovenAmong(
  reader: Reader,
  payments: readonly CoinPayment[],
): Promise<ReadonlySet<string>> {
  const scripts = new Set(payments.map(scriptOf));
  return scripts.difference(await recipientsPaid(reader, ETHEREUM, [...scripts]));
}

/** Contracts that open batches pay. */
export async function contractsInPayment(
  reader: Reader,
  services: ActServices,
): Promise<ReadonlySet<string>> {
  const scripts = new Set<string>();
  const open = await listOpenAbove(reader, ETHEREUM, PLAIN_GAS);
  for (const [payout, paid] of Map.groupBy(open, ({ payout_id }) => payout_id))
    for (const member of await listCoinPayments(reader, payout))
      if (paid.some(({ transaction_id: id }) => id === member.id))
        scripts.add(scriptOf({ address: addressOf(services, member) }));
  return scripts;
}

/**
 * Lets one payment to each contract through that has taken none yet; the others wait until a block has it.
 * @param open contracts that other batches pay
 * @returns whether a payment must wait. It is asked once for each, in their order
 */
export function oneByOne(unproven: ReadonlySet<string>, open: ReadonlySet<string>) {
  const tried = new Set(open);
  return (payment: Pick<CoinPayment, "address"> & { readonly gas: bigint }): boolean => {
    const script = scriptOf(payment);
    if (payment.gas <= PLAIN_GAS || !unproven.has(script)) return false;
    const waits = tried.has(script);
    tried.add(script);
    return waits;
  };
}

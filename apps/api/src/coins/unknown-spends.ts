/** Transactions that no batch made and that spent coins of ours, in the books: once two people had them booked. */
import type { Network } from "@wattle/contracts/networks";
import { listSpending } from "@wattle/db/coin-attempts";
import { listCoinPayments } from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import { postEntry } from "@wattle/db/ledger/post-entry";
import type { ChainOutput } from "@wattle/db/tables";
import { deleteBookedSpend, findBookedSpend } from "@wattle/db/unknown-spends";
import type { MailServices } from "../mail/queue-mail.ts";
import { takeBackEntry, unComplete } from "./payout-entries.ts";
import { CHAIN_ACTOR } from "./send-attempts.ts";

interface UndoneSpend {
  readonly network: Network;
  readonly txid: string;
  readonly spent: readonly ChainOutput[];
}

/** Takes the booking of an undone block back: two people decide again once a block has the transaction. */
export async function takeBackSpend(
  tx: WriteTx,
  services: MailServices,
  { network, txid, spent }: UndoneSpend,
): Promise<void> {
  const booked = await findBookedSpend(tx, network, txid);
  if (booked === undefined) return;
  for (const { id } of await listSpending(tx, network, spent))
    for (const row of await listCoinPayments(tx, id))
      if (row.txid === txid) await unComplete(tx, services, row);
  if (booked.entry_id !== null)
    await postEntry(tx, {
      id: services.ids.uuid(),
      kind: "coins_taken",
      description: `Undone on ${network}: ${txid}`,
      createdBy: CHAIN_ACTOR,
      createdAt: BigInt(services.clock.now()),
      ...(await takeBackEntry(tx, booked.entry_id)),
    });
  await deleteBookedSpend(tx, booked);
}

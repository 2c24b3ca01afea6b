/** Blocks in the books: arrivals are booked with settled blocks, and taken back if those are undone. */
import { findUserById, lockUser } from "@wattle/db/accounts";
import { balancesOf } from "@wattle/db/balances";
import { findTransfer } from "@wattle/db/chain-balances";
import { newestChainBlock } from "@wattle/db/chains";
import { changeArrival, findArrival, findArrivalOf, insertArrival } from "@wattle/db/coin-arrivals";
import { findAddressOfScript } from "@wattle/db/coin-wallets";
import type { WriteTx } from "@wattle/db/database";
import { findTransaction } from "@wattle/db/history";
import { availableAccount, houseAccount, type LedgerAccountId } from "@wattle/db/ledger/accounts";
import { postEntry } from "@wattle/db/ledger/post-entry";
import { deleteReferralOf } from "@wattle/db/partners";
import type { ChainOutput, CoinArrival } from "@wattle/db/tables";
import type { SettledBlock } from "../chains/followed.ts";
import { exactMoney } from "../amount-text.ts";
import { recordEvent } from "../events/record-event.ts";
import { coinsReturnedMail } from "../mail/coin-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { changeStatus } from "../transactions/change-status.ts";
import { openReceivable } from "../transactions/open-receivable.ts";
import { SYSTEM_ACTOR } from "../transactions/transaction-detail.ts";
import { moveOwnCoins } from "./own-coins.ts";
import { coinDepositOf } from "./arrival-of-row.ts";
import { unitsBelow } from "./coin-network.ts";

const ACTOR = `${SYSTEM_ACTOR}chain`;

/** Tells the customer's programs about an arrival. */
async function recordArrivalEvent(
  tx: WriteTx,
  services: MailServices,
  type: "deposit.seen" | "deposit.reversed",
  { id, user_id, network }: Pick<CoinArrival, "id" | "user_id" | "network">,
): Promise<void> {
  const row = await findArrival(tx, id);
  const tip = await newestChainBlock(tx, network);
  if (user_id === null || row === undefined) return;
  await recordEvent(tx, services, user_id, id, {
    type,
    data: coinDepositOf(services, row, tip?.height ?? -1n),
  });
}

/** Notes outputs that were never seen before. Change of our own payments is none, and so are payments between accounts of ours. */
export async function noteArrivals(
  tx: WriteTx,
  services: MailServices,
  outputs: readonly ChainOutput[],
): Promise<void> {
  for (const output of outputs) {
    const address = await findAddressOfScript(tx, output.network, output.script);
    if (address === undefined || address.branch !== 0n) continue;
    if ((await findTransfer(tx, output.network, output.txid)) !== undefined) continue;
    await addArrival(tx, services, output, address);
  }
}

async function addArrival(
  tx: WriteTx,
  services: MailServices,
  { txid, output, amount: amount_base }: ChainOutput,
  { network, address, user_id, currency }: NonNullable<Awaited<ReturnType<typeof findAddressOfScript>>>,
): Promise<CoinArrival | undefined> {
  const amount = unitsBelow(network, BigInt(amount_base));
  if (amount === 0n) return undefined;
  const arrival: CoinArrival = {
    id: services.ids.uuid(),
    network,
    currency,
    txid,
    output,
    address,
    user_id,
    amount_base,
    amount,
    status: "seen",
    reason: null,
    created_at: BigInt(services.clock.now()),
    settled_height: null,
    entry_id: null,
    missing_since: null,
    credited_at: null,
    transaction_id: null,
  };
  await insertArrival(tx, arrival);
  await recordArrivalEvent(tx, services, "deposit.seen", arrival);
  return arrival;
}

const moved = (source: LedgerAccountId, destination: LedgerAccountId, row: CoinArrival) => [
  { source, destination, currency: row.currency, amount: row.amount },
];

/** Books an arrival in a settled block: it is ours, and not yet known to be whose. */
async function book(
  tx: WriteTx,
  { clock, ids }: MailServices,
  row: CoinArrival,
  height: number,
): Promise<void> {
  const entryId = ids.uuid();
  await postEntry(tx, {
    id: entryId,
    kind: "coins_arrived",
    description: `Arrived on ${row.network}: ${row.txid}:${row.output}`,
    createdBy: ACTOR,
    createdAt: BigInt(clock.now()),
    postings: moved(houseAccount("wallet", row.currency), houseAccount("suspense", row.currency), row),
  });
  await changeArrival(tx, row, {
    status: row.user_id === null ? "under_review" : "seen",
    reason: row.user_id === null ? "At an address of the treasury" : null,
    settled_height: BigInt(height),
    entry_id: entryId,
    missing_since: null,
  });
}

/** Books all that arrived with a settled block. Transactions that spend coins of ours are payments of our own. */
export async function bookArrivals(
  tx: WriteTx,
  services: MailServices,
  { height, made, spent }: SettledBlock,
): Promise<void> {
  const own = new Set(spent.map(({ spent_by }) => spent_by));
  for (const output of made) {
    if (own.has(output.txid)) continue;
    const address = await findAddressOfScript(tx, output.network, output.script);
    const row =
      (await findArrivalOf(tx, output)) ?? (address && (await addArrival(tx, services, output, address)));
    if (row?.entry_id === null) await book(tx, services, row, height);
  }
}

/** Takes a credit back from the customer. If some of it is spent, that is owed. */
async function takeBack(
  tx: WriteTx,
  services: MailServices,
  row: CoinArrival & { readonly user_id: string; readonly transaction_id: string },
): Promise<void> {
  const { currency, amount, user_id, transaction_id } = row;
  await lockUser(tx, user_id);
  const [customer, transaction] = [
    await findUserById(tx, user_id),
    await findTransaction(tx, user_id, transaction_id),
  ];
  if (customer === undefined || transaction?.entry_id == null)
    throw new Error(`arrival ${row.id} lost its transaction`);
  const has = (await balancesOf(tx, user_id)).get(currency) ?? 0n;
  // With the debt the balance covers what is taken back.
  if (has < amount)
    await openReceivable(tx, services, {
      user_id,
      currency,
      amount: amount - has,
      of: { arrival_id: row.id },
      destination: availableAccount(user_id, currency),
      description: `Undone by the chain: ${row.txid}:${row.output}`,
      by: { id: ACTOR },
      note: `A chain undid ${exactMoney(amount, currency)}, which is spent.`,
    });
  await changeStatus(tx, services, transaction, {
    to: "returned",
    by: { kind: "system", id: ACTOR },
    reason: "The network undid this deposit",
    entry: {
      kind: "deposit_returned",
      description: `Return of deposit ${transaction.reference}`,
      postings: moved(availableAccount(user_id, currency), houseAccount("suspense", currency), row),
      reverses: transaction.entry_id,
    },
  });
  await deleteReferralOf(tx, transaction.id);
  await queueMail(tx, services, {
    to: customer.email,
    mail: coinsReturnedMail(customer.first_name, transaction, services.config.APP_ORIGIN),
  });
}

/** Takes the booking back, and all that came of it. */
async function reverse(
  tx: WriteTx,
  services: MailServices,
  row: CoinArrival & { readonly entry_id: string },
): Promise<void> {
  const { user_id, transaction_id, currency } = row;
  if (row.status === "credited" && user_id !== null && transaction_id !== null)
    await takeBack(tx, services, { ...row, user_id, transaction_id });
  if (row.status === "own_money") await moveOwnCoins(tx, services, row, { by: { id: ACTOR }, back: true });
  await postEntry(tx, {
    id: services.ids.uuid(),
    kind: "coins_undone",
    description: `Undone on ${row.network}: ${row.txid}:${row.output}`,
    createdBy: ACTOR,
    createdAt: BigInt(services.clock.now()),
    reverses: row.entry_id,
    postings: moved(houseAccount("suspense", currency), houseAccount("wallet", currency), row),
  });
  await changeArrival(tx, row, {
    status: "reversed",
    reason: null,
    settled_height: null,
    entry_id: null,
    credited_at: null,
  });
  await recordArrivalEvent(tx, services, "deposit.reversed", row);
}

/** Takes all bookings of undone blocks back. */
export async function reverseArrivals(
  tx: WriteTx,
  services: MailServices,
  blocks: readonly SettledBlock[],
): Promise<void> {
  for (const output of blocks.flatMap(({ made }) => made)) {
    const row = await findArrivalOf(tx, output);
    if (row === undefined || row.entry_id === null) continue;
    await reverse(tx, services, { ...row, entry_id: row.entry_id });
  }
}

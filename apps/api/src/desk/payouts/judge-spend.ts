/** Withdrawals that a transaction which no batch made has paid, and those that it leaves for another batch. */
import { readTransaction } from "@wattle/bitcoin/transaction";
import { DomainError } from "@wattle/contracts/errors";
import type { Network } from "@wattle/contracts/networks";
import { ownMessage } from "@wattle/contracts/own-messages";
import { listAttemptCoins, listAttempts, listSpending, OPEN } from "@wattle/db/coin-attempts";
import { listCoinPayments, listPendingCoins } from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { bytesOf } from "../../chains/chain-node.ts";
import { FACTS, unitsBelow } from "../../coins/coin-network.ts";
import { isPending } from "../../coins/payout-entries.ts";
import type { Spend } from "../../coins/read-spend.ts";
import { venuePaymentOf } from "../../coins/venue-payment.ts";
import type { ActServices } from "../approvals/act.ts";
import { addressOf, coinPaymentOf } from "./coin-payments.ts";

type Output = Spend["outputs"][number];

/** Amounts in smallest units of the books. */
export interface JudgedSpend {
  readonly paid: readonly Payment[];
  /** They can no longer be paid by what is signed. */
  readonly released: readonly Payment[];
  /** Batches that end with it. */
  readonly ended: readonly CoinPayoutRow[];
  readonly toVenue: bigint;
  /** Coins that it took beyond that; below zero if others have paid for it. */
  readonly taken: bigint;
  readonly fee: bigint;
  /** Payments to no one whom a batch pays. */
  readonly beyond: readonly Output[];
}

/** A batch that would spend the same, with those of its transactions that may be in a block yet. */
interface Affected {
  readonly payout: CoinPayoutRow;
  readonly attempts: readonly CoinAttempt[];
  readonly alive: readonly CoinAttempt[];
}

/** Coins of an attempt: of one that is signed, as its own bytes say. */
async function coinsOf(
  tx: WriteTx,
  network: Network,
  { id, sender, nonce, raw, txid }: CoinAttempt,
): Promise<readonly { readonly txid: string; readonly output: bigint | number }[]> {
  if (sender !== null && nonce !== null) return [{ txid: sender, output: nonce }];
  if (raw === null) return listAttemptCoins(tx, network, id);
  const signed = readTransaction(bytesOf(raw));
  return signed.txid === txid ? signed.inputs : [];
}

/**
 * Batches that would spend the same. A transaction whose file was never taken is in no block, unless its batch goes on: on networks with
 * accounts with its other nonces.
 */
async function affectedBy(tx: WriteTx, { network, coins }: Spend): Promise<Affected[]> {
  const spent = new Set(coins.map(({ txid, output }) => `${txid}:${output}`));
  const affected: Affected[] = [];
  for (const payout of await listSpending(tx, network, coins)) {
    const attempts = await listAttempts(tx, payout.id);
    const others: CoinAttempt[] = [];
    for (const attempt of attempts) {
      const its = await coinsOf(tx, network, attempt);
      if (!its.some(({ txid, output }) => spent.has(`${txid}:${output}`))) others.push(attempt);
    }
    if (others.length === attempts.length) continue;
    const isTaken = attempts.some(({ fetched_at }) => fetched_at !== null);
    const alive = others.filter(({ fetched_at, sender }) => isTaken && (fetched_at ?? sender) !== null);
    affected.push({ payout, attempts, alive });
  }
  return affected;
}

const mayPay = (row: Payment, { kind, sender, transaction_id: pays }: CoinAttempt): boolean =>
  kind !== "cancel" && (sender === null || pays === row.id);

/** Whether nothing that is or may be signed pays a withdrawal of the batch any more. */
const isLeft = (row: Payment, { attempts, alive }: Affected): boolean =>
  attempts.some((attempt) => mayPay(row, attempt)) && !alive.some((attempt) => mayPay(row, attempt));

function byTime(a: Payment, b: Payment): number {
  if (a.created_at === b.created_at) return 0;
  return a.created_at < b.created_at ? -1 : 1;
}

/** Withdrawals of the batches that wait to be paid: first those that nothing else pays, then the oldest. */
async function waitingIn(tx: WriteTx, affected: readonly Affected[]): Promise<Payment[]> {
  const rows = new Map<string, Payment>();
  for (const { payout } of affected)
    for (const row of await listCoinPayments(tx, payout.id)) if (isPending(row)) rows.set(row.id, row);
  const all = [...rows.values()].toSorted(byTime);
  const left = all.filter((row) => affected.some((each) => isLeft(row, each)));
  return [...left, ...all.filter((row) => !left.includes(row))];
}

/**
 * Judges it, and changes nothing. Each of its payments counts once. A withdrawal whose address another one has paid, whatever it was, is not
 * left for another batch: the other one is judged first.
 * @param others those of its network that no one has booked yet
 * @throws DomainError `validation_failed` at `txid` if it paid the address of a withdrawal that waits, and not its amount; as `bookedAmount`
 */
export async function judgeSpend(
  tx: WriteTx,
  services: ActServices,
  spend: Spend,
  { currency, others }: { readonly currency: string; readonly others: readonly Spend[] },
): Promise<JudgedSpend> {
  const { network } = spend;
  const { unit, readTarget } = FACTS[network];
  const scriptOf = (row: Payment): string => readTarget(services, addressOf(services, row)).script;
  const affected = await affectedBy(tx, spend);
  const beyond = [...spend.outputs];
  const takes = (to: { readonly address: string; readonly amount: bigint }): boolean => {
    const { script } = readTarget(services, to.address);
    const at = beyond.findIndex((each) => each.script === script && each.amount === to.amount * unit);
    if (at >= 0) beyond.splice(at, 1);
    return at >= 0;
  };
  const waiting = await waitingIn(tx, affected);
  const paid = waiting.filter((row) => takes(coinPaymentOf(services, row)));
  const isPaid = (row: Payment): boolean => paid.some(({ id }) => id === row.id);
  const unclear = (await listPendingCoins(tx, currency)).find(
    (row) => !isPaid(row) && beyond.some(({ script }) => script === scriptOf(row)),
  );
  if (unclear !== undefined)
    throw DomainError.at("txid", "validation_failed", ownMessage.spendMayPay(unclear.reference));
  const paidByOthers = new Set(others.flatMap(({ outputs }) => outputs.map(({ script }) => script)));
  const moves = affected.flatMap(({ payout }) => venuePaymentOf(services, payout) ?? []);
  const toVenue = moves.filter(takes).reduce((sum, { amount }) => sum + amount, 0n);
  const known = paid.reduce((sum, row) => sum + coinPaymentOf(services, row).amount, toVenue);
  return {
    paid,
    released: waiting.filter(
      (row) =>
        !isPaid(row) &&
        !paidByOthers.has(scriptOf(row)) &&
        affected.some((each) => each.payout.id === row.coin_payout_id && isLeft(row, each)),
    ),
    ended: affected
      .filter(({ payout, alive }) => alive.length === 0 && OPEN.some((status) => status === payout.status))
      .map(({ payout }) => payout),
    toVenue,
    taken: unitsBelow(network, spend.away - spend.fee - known * unit),
    fee: unitsBelow(network, spend.fee),
    beyond,
  };
}

import { currencyOf } from "@wattle/contracts/markets";
import type { Network } from "@wattle/contracts/networks";
import { findUserById, lockUser } from "@wattle/db/accounts";
import { findChainState } from "@wattle/db/chains";
import { findClosure } from "@wattle/db/closures";
import { changeArrival, listUncredited } from "@wattle/db/coin-arrivals";
import type { Reader, WriteTx } from "@wattle/db/database";
import { creditedDepositRow } from "@wattle/db/history-rows";
import { mayBeCredited } from "@wattle/db/holds";
import { availableAccount, houseAccount } from "@wattle/db/ledger/accounts";
import type { CoinArrival, User } from "@wattle/db/tables";
import type { Operator } from "../audit/record-act.ts";
import { coinsArrivedMail } from "../mail/coin-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { recordReferral } from "../partners/record-referral.ts";
import type { Services } from "../services.ts";
import { SYSTEM_ACTOR } from "../transactions/transaction-detail.ts";
import { beginTransaction, newOrigin, postRowEntry } from "../transactions/new-transaction.ts";
import { coinUnits, confirmationsNeeded, FACTS } from "./coin-network.ts";

const ACTOR = `${SYSTEM_ACTOR}chain`;

export type CreditServices = MailServices & Pick<Services, "database" | "markets" | "switches">;

/** Credits an arrival, once: a history row of its own. @returns undefined if another call was first */
export async function creditArrival(
  tx: WriteTx,
  services: MailServices,
  row: CoinArrival,
  { customer, by }: { readonly customer: User; readonly by: Operator },
): Promise<CoinArrival | undefined> {
  const { currency, amount } = row;
  const money = { units: amount, currency };
  const deposit = creditedDepositRow({
    ...newOrigin(services, customer.id),
    entryId: services.ids.uuid(),
    paid: money,
    arrived: money,
    paymentMethod: "onchain",
    bankReference: null,
    // A contract's payment shows in a balance, under its block's hash: no one finds a transaction by that.
    txid: FACTS[row.network].holds === "balances" && row.output > 0n ? null : row.txid,
  });
  await beginTransaction(tx, services, deposit, by.id);
  await postRowEntry(tx, deposit, by, {
    kind: "deposit",
    description: `Deposit ${deposit.reference}`,
    postings: [
      {
        source: houseAccount("suspense", currency),
        destination: availableAccount(customer.id, currency),
        currency,
        amount,
      },
    ],
  });
  await recordReferral(tx, services, deposit);
  await queueMail(tx, services, {
    to: customer.email,
    mail: coinsArrivedMail(customer.first_name, deposit, services.config.APP_ORIGIN),
  });
  return changeArrival(tx, row, {
    status: "credited",
    reason: null,
    user_id: customer.id,
    credited_at: deposit.created_at,
    transaction_id: deposit.id,
  });
}

/** Next states of a customer's booked arrivals of one coin. */
interface Judgement {
  readonly rows: readonly CoinArrival[];
  readonly to: "credited" | "below_minimum" | "under_review";
  readonly reason: string | null;
}

/** Why a customer's arrivals wait for a person, or for the end of a hold; undefined if they do not. */
async function reviewReason(reader: Reader, customer: User | undefined): Promise<string | undefined> {
  if (customer === undefined) return "The customer is gone";
  if (customer.status === "blocked") return "The customer is blocked";
  if (!mayBeCredited(customer)) return "The customer is on hold or not verified";
  return (await findClosure(reader, customer.id)) === undefined ? undefined : "The account is closed";
}

/** Height up to which an arrival's block is as deep as its amount needs. */
function isDeep(services: MailServices, row: CoinArrival, settled: bigint): boolean {
  const needed = confirmationsNeeded(services, row.network, row.currency, row.amount);
  return (
    (row.settled_height ?? settled) + BigInt(needed - FACTS[row.network].settledDepth(services)) <= settled
  );
}

interface Waiting {
  readonly rows: readonly CoinArrival[];
  readonly settled: bigint;
  readonly minimum: bigint;
}

/** Judges the arrivals of one customer and coin. Those that are below the minimum wait until they add up to it. */
async function judge(
  reader: Reader,
  services: MailServices,
  customer: User | undefined,
  { rows, settled, minimum }: Waiting,
): Promise<Judgement> {
  const reason = await reviewReason(reader, customer);
  if (reason !== undefined) return { rows, to: "under_review", reason };
  const deep = rows.filter((row) => isDeep(services, row, settled));
  const sum = deep.reduce((total, { amount }) => total + amount, 0n);
  return { rows: deep, to: sum < minimum ? "below_minimum" : "credited", reason: null };
}

const isDone = ({ rows, to, reason }: Judgement): boolean =>
  rows.every((row) => row.status === to && row.reason === reason);

async function applyJudgement(
  tx: WriteTx,
  services: MailServices,
  customer: User | undefined,
  { rows, to, reason }: Judgement,
): Promise<void> {
  for (const row of rows) {
    if (to !== "credited") await changeArrival(tx, row, { status: to, reason });
    else if (customer !== undefined) await creditArrival(tx, services, row, { customer, by: { id: ACTOR } });
  }
}

/**
 * Credits what is deep enough, and what a hold, a minimum or a pause held back until now. Any process may do it, again and again: an
 * arrival is credited once.
 */
export async function creditArrivals(services: CreditServices, network: Network): Promise<void> {
  const { database } = services;
  const switched = await services.switches.rows();
  if (["coins-in", `network:${network}`].some((what) => switched.get(what)?.paused === 1n)) return;
  const markets = await services.markets();
  const all = await listUncredited(database.read, network);
  for (const [key, found] of Map.groupBy(all, ({ user_id, currency }) => `${user_id} ${currency}`)) {
    const [{ user_id, currency } = { user_id: null, currency: "" }] = found;
    const coin = markets.currency(currency) ?? currencyOf(currency);
    const minimum = coin?.chain ? coinUnits(coin.chain.deposit_min, coin) : 0n;
    const isOurs = (row: CoinArrival): boolean => `${row.user_id} ${row.currency}` === key;
    const judged = async (reader: Reader, customer: User | undefined, rows: readonly CoinArrival[]) => {
      const state = await findChainState(reader, network);
      if (state === undefined || state.paused_because !== null) return undefined;
      // A chain that catches up settles in steps, and its books are checked against balances after the last of them.
      const isChecked = FACTS[network].holds !== "balances" || state.balances_height === state.settled_height;
      if (!isChecked) return undefined;
      const judgement = await judge(reader, services, customer, {
        rows,
        settled: state.settled_height,
        minimum,
      });
      return isDone(judgement) ? undefined : judgement;
    };
    const before = await judged(database.read, await findUserById(database.read, user_id ?? ""), found);
    if (before === undefined) continue;
    await database.write(async (tx) => {
      const customer = await lockUser(tx, user_id ?? "");
      const judgement = await judged(tx, customer, (await listUncredited(tx, network)).filter(isOurs));
      if (judgement !== undefined) await applyJudgement(tx, services, customer, judgement);
    });
  }
}

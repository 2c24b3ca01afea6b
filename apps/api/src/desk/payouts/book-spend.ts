/** Two people have a transaction booked that no batch made, and that spent coins of ours. */
import { bookedSpend, bookSpendInput } from "@wattle/contracts/coin-operations";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES, type OwnMessage } from "@wattle/contracts/own-messages";
import type { Network } from "@wattle/contracts/networks";
import { findChainState } from "@wattle/db/chains";
import { findAttemptOf } from "@wattle/db/coin-attempts";
import { changeCoinPayout, lockCoinPayouts } from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry, type Posting } from "@wattle/db/ledger/post-entry";
import type { Payment } from "@wattle/db/payouts";
import type { HousePurpose } from "@wattle/db/tables";
import { findBookedSpend, insertBookedSpend, listUnbooked } from "@wattle/db/unknown-spends";
import { amountText, exactMoney } from "../../amount-text.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import type { Operator } from "../../audit/record-act.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { FACTS, followedCoinOn, unitsBelow } from "../../coins/coin-network.ts";
import { complete } from "../../coins/payout-entries.ts";
import { readSpend, type Spend } from "../../coins/read-spend.ts";
import { endBatches, release } from "../../coins/settle-nonces.ts";
import { exactBase, walletTotals } from "../../coins/wallet-totals.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { listText } from "../approvals/changes.ts";
import { coinPaymentOf, type CoinPayment } from "./coin-payments.ts";
import { judgeSpend, type JudgedSpend } from "./judge-spend.ts";

interface ReadCoin {
  readonly spend: Spend;
  /** Others of its network that no one has booked yet. */
  readonly others: readonly Spend[];
  readonly currency: string;
  /** The worth of all that left. */
  readonly worth: MovedWorth;
}

/** @throws DomainError `validation_failed` at `txid` */
async function requireUnknown(tx: WriteTx, network: Network, txid: string): Promise<void> {
  const refused = (message: OwnMessage) => DomainError.at("txid", "validation_failed", message);
  if ((await findBookedSpend(tx, network, txid)) !== undefined) throw refused(OWN_MESSAGES.spendBooked);
  if ((await findAttemptOf(tx, network, txid)) !== undefined) throw refused(OWN_MESSAGES.spendOwn);
}

/** The other transactions of settled blocks that no batch made and no one has booked. */
async function readOthers(services: ActServices, network: Network, txid: string): Promise<Spend[]> {
  const { read } = services.database;
  const settled = (await findChainState(read, network))?.settled_height ?? -1n;
  const others: Spend[] = [];
  for (const other of await listUnbooked(read, network, settled))
    if (other !== txid) others.push(await readSpend(services, network, other));
  return others;
}

/** Coins that left the wallet apart from withdrawals: the fee, those that the venue has, and those that were taken. */
function postingsOf(currency: string, { taken, toVenue, fee }: JudgedSpend): Posting[] {
  const wallet = houseAccount("wallet", currency);
  const left = (purpose: HousePurpose, amount: bigint): Posting[] => {
    const account = houseAccount(purpose, currency);
    if (amount > 0n) return [{ source: account, destination: wallet, currency, amount }];
    return amount < 0n ? [{ source: wallet, destination: account, currency, amount: -amount }] : [];
  };
  return [...left("own", taken), ...left("venue", toVenue), ...left("network", fee)];
}

/** The entry of all that. @returns its identifier; null if it would be empty */
async function book(
  tx: WriteTx,
  { clock, ids }: ActServices,
  operator: Operator,
  { network, txid }: Spend,
  postings: readonly Posting[],
): Promise<string | null> {
  if (postings.length === 0) return null;
  const id = ids.uuid();
  await postEntry(tx, {
    id,
    kind: "coins_taken",
    description: `Taken on ${network}: ${txid}`,
    createdBy: operator.id,
    approvedBy: operator.approvedBy,
    createdAt: BigInt(clock.now()),
    postings,
  });
  return id;
}

async function carryOut(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  read: ReadCoin,
  judged: JudgedSpend,
): Promise<void> {
  const { network, txid, height, coins } = read.spend;
  for (const row of judged.paid) await complete(tx, services, row, { txid, share: 0n });
  for (const row of judged.released) await release(tx, services, row);
  const ended_at = BigInt(services.clock.now());
  for (const { id } of judged.ended) await changeCoinPayout(tx, id, { status: "cancelled", ended_at });
  const entry_id = await book(tx, services, operator, read.spend, postingsOf(read.currency, judged));
  await insertBookedSpend(tx, { network, txid, height: BigInt(height), entry_id });
  if (FACTS[network].holds === "outputs") return;
  const until = (await findChainState(tx, network))?.settled_height ?? -1n;
  const nonces = coins.map(({ txid: script, output: nonce }) => ({ script, nonce }));
  await endBatches(tx, services, network, { until, nonces });
}

const referencesOf = (rows: readonly Payment[]): string => listText(rows.map(({ reference }) => reference));

/** The words that both people read. */
async function wordsOf(
  tx: WriteTx,
  services: ActServices,
  { spend, currency }: ReadCoin,
  { paid, released, beyond, taken, toVenue, fee, ended }: JudgedSpend,
) {
  const { network } = spend;
  const { unit } = FACTS[network];
  const settled = (await findChainState(tx, network))?.settled_height ?? -1n;
  const { difference } = await walletTotals(tx, { network, currency }, settled);
  const amounts = paid.map((row) => coinPaymentOf(services, row));
  const rowText = ({ member, address, amount }: CoinPayment): string =>
    `${member?.reference ?? ""} (${exactMoney(amount, currency)} to ${address})`;
  const booked = amounts.reduce((sum, { amount }) => sum + amount, taken + toVenue + fee) * unit;
  const baseText = (base: bigint): string => `${exactBase(base, network, currency)} ${currency}`;
  return {
    paid: listText(amounts.map(rowText)),
    released: listText(released.map((row) => rowText(coinPaymentOf(services, row)))),
    beyond: listText(beyond.map(({ address, amount }) => `${baseText(amount)} to ${address}`)),
    taken: exactMoney(taken, currency),
    fee: exactMoney(fee, currency),
    batches: listText(ended.map(({ id }) => id)),
    before: baseText(difference),
    after: baseText(difference + booked),
  };
}

/**
 * Books a transaction that no batch made, as the chain itself has it: it completes the withdrawals of the batches concerned that it paid,
 * has the others wait for another batch if nothing that is signed can pay them any more, ends these batches, and books what it took. The plan
 * throws as `readSpend`, and `validation_failed` at `txid` if a batch made it, or if it is booked.
 */
export const bookSpend: ReviewedAct<typeof bookSpendInput, typeof bookedSpend, ReadCoin> = {
  title: "Book a transaction that no batch made",
  roles: ["finance"],
  moves: {
    what: "coins that a transaction took without a batch",
    people: "two",
    why: "A transaction that no batch made needs two people.",
  },
  confirmed: true,
  errors: ["service_unavailable", "state_conflict"],
  input: bookSpendInput,
  output: bookedSpend,
  look: async (services, { network, txid }) => {
    const spend = await readSpend(services, network, txid);
    const { code: currency } = await followedCoinOn(services, network);
    const units = spend.away > 0n ? unitsBelow(network, spend.away) : 0n;
    return {
      spend,
      others: await readOthers(services, network, txid),
      currency,
      worth: await worthOf(services, units, currency),
    };
  },
  plan: async (tx, { services, operator, known }, { network, txid, internal_note }) => {
    await lockCoinPayouts(tx, network);
    await requireUnknown(tx, network, txid);
    const judged = await judgeSpend(tx, services, known.spend, known);
    const words = await wordsOf(tx, services, known, judged);
    return {
      subject: `the transaction ${txid} on ${network}`,
      once: `${network} ${txid}`,
      details: {
        "Its block": String(known.spend.height),
        "Withdrawals that it paid": words.paid,
        "Withdrawals to pay again": words.released,
        "Paid to others": words.beyond,
        "Taken beyond withdrawals": words.taken,
        "Network’s fee": words.fee,
        "Batches that end": words.batches,
        "Internal note": internal_note,
      },
      changes: [
        { what: "Withdrawals that it paid", before: "Waiting", after: `${judged.paid.length} completed` },
        { what: "Withdrawals to pay again", before: "Waiting", after: `${judged.released.length} requested` },
        { what: "Chain less books", before: words.before, after: words.after },
      ],
      state: `it paid ${referencesOf(judged.paid)}, leaves ${referencesOf(judged.released)}, took ${words.taken} and cost ${words.fee}`,
      reasons: [],
      worth: known.worth,
      log: {
        action: "network.spend_booked",
        subject: txid,
        details: {
          network,
          height: known.spend.height,
          completed: judged.paid.map(({ reference }) => reference),
          released: judged.released.map(({ reference }) => reference),
          to_others: words.beyond,
          taken: words.taken,
          fee: words.fee,
          internal_note,
        },
      },
      run: async () => {
        await carryOut(tx, services, operator, known, judged);
        return {
          network,
          txid,
          completed: judged.paid.map(({ reference }) => reference),
          released: judged.released.map(({ reference }) => reference),
          taken: amountText(judged.taken, known.currency),
          fee: amountText(judged.fee, known.currency),
        };
      },
    };
  },
};

/** Batches of withdrawals of coins, until their file is signed. */
import {
  coinPayout,
  coinPayoutInput,
  coinPayoutRowInput,
  createCoinPayoutInput,
  MOST_COIN_PAYMENTS,
} from "@wattle/contracts/coin-payouts";
import { DomainError } from "@wattle/contracts/errors";
import type { Network } from "@wattle/contracts/networks";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { deleteAttempts, listAttempts, listUnburied } from "@wattle/db/coin-attempts";
import {
  changeCoinPayout,
  findCoinPayout,
  insertCoinPayout,
  insertLeftOut,
  listCoinPayments,
  listPayableCoins,
  lockCoinPayouts,
  setCoinPayments,
  stampCoinPayments,
  type LeftOut,
} from "@wattle/db/coin-payouts";
import { findPeople } from "@wattle/db/approvals";
import { refusersAmong } from "@wattle/db/chain-balances";
import { findChainState } from "@wattle/db/chains";
import type { Reader, WriteTx } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinPayoutRow } from "@wattle/db/tables";
import { exactMoney } from "../../amount-text.ts";
import { isOwnMailbox, type Operator } from "../../audit/record-act.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { FACTS, followedCoin } from "../../coins/coin-network.ts";
import { venuePaymentOf } from "../../coins/venue-payment.ts";
import { readReference } from "../../reference.ts";
import { requireBooked, requirePosted } from "../../withdrawals/require-booked.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { fullName } from "../approvals/warnings.ts";
import { addressOf, payableOf } from "./coin-payments.ts";
import {
  lockedCoinPayout,
  newDraft,
  newestOf,
  requireNetwork,
  treasuryScript,
  type Replaceable,
} from "./draft-coin-payouts.ts";
import type { Chosen, Drafting } from "./network-payouts.ts";
import { PAYOUTS } from "./payouts-by-network.ts";
import { coinPayoutOf, feeOf, paidTotal } from "./read-coin-payouts.ts";

/** Why a withdrawal is left out whose recipient has refused a payment in a block. */
const REFUSED_IN_BLOCK = "Its recipient refused a payment in a block. Name its reference to try again.";

interface Wanted {
  readonly currency: string;
  /** References of withdrawals that are paid though their recipients are costly, or have refused one. */
  readonly again: readonly string[];
}

/** Withdrawals of a coin that may be paid: those of each cancelled batch that others replace, and then those that are in none. */
async function candidatesOf(
  reader: Reader,
  { clock }: ActServices,
  currency: string,
  unburied: readonly Pick<Replaceable, "payoutId">[],
): Promise<Payment[][]> {
  const now = BigInt(clock.now());
  const lists: Payment[][] = [];
  for (const of of [...new Set(unburied.map(({ payoutId }) => payoutId)), undefined])
    lists.push(await listPayableCoins(reader, { currency, now, of, most: MOST_COIN_PAYMENTS }));
  return lists;
}

/**
 * Withdrawals to pay: those of cancelled batches, and those that are in none. A batch that is one transaction pays those of one cancelled batch
 * only, if there is one to replace.
 * @throws DomainError `validation_failed` at `currency`; `own_act` if only own ones are
 */
async function payableMembers(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  {
    network,
    currency,
    unburied,
    mayBeEmpty,
  }: Pick<CoinPayoutRow, "network" | "currency"> & Pick<Drafting, "unburied" | "mayBeEmpty">,
): Promise<Payment[]> {
  // Without a free coin that it spends, its file might pay them as well.
  const stuck = unburied.filter(({ isFree }) => !isFree);
  let own = 0;
  const lists = await candidatesOf(tx, services, currency, unburied);
  for (const list of FACTS[network].holds === "balances" ? [lists.flat()] : lists) {
    const found = list.filter(({ id }) => !stuck.some(({ pays }) => pays.has(id)));
    const members = found.filter((member) => !isOwnMailbox(operator, member.customer_email));
    if (members.length > 0) return members;
    own += found.length;
  }
  if (mayBeEmpty) return [];
  if (own > 0) throw new DomainError("own_act");
  throw DomainError.at("currency", "validation_failed", OWN_MESSAGES.nothingToPay);
}

/** Those whose recipient has refused a payment of ours in a block, whichever it was, unless they are to be tried again. */
async function refusedOf(
  reader: Reader,
  services: ActServices,
  network: Network,
  { members, again }: Pick<Wanted, "again"> & { readonly members: readonly Payment[] },
): Promise<LeftOut[]> {
  const scripts = new Map(
    members.map((member) => [
      member.id,
      FACTS[network].readTarget(services, addressOf(services, member)).script,
    ]),
  );
  const refusers = await refusersAmong(reader, network, [...scripts.values()]);
  const tried = new Set(again.map(readReference));
  return members
    .filter(({ id, reference }) => refusers.has(scripts.get(id) ?? "") && !tried.has(reference))
    .map(({ id, reference }) => ({ id, reference, reason: REFUSED_IN_BLOCK }));
}

/**
 * Takes the withdrawals that may be paid into a new batch, customers in turns, as many as the free coins suffice for. If a batch was cancelled
 * after its file was taken, this one replaces it: it pays the same withdrawals, with a coin of it. Doing it throws at `currency`:
 * `currency_inactive` for a coin that is not on a chain, `validation_failed` if nothing is to be paid; `own_act` if only own ones are;
 * `state_conflict` without free coins; `paused` if the network has paused itself.
 */
export const createCoinPayout = alone({
  title: "Create a batch of coins",
  roles: ["finance"],
  moves: {
    what: "nothing: puts withdrawals into a batch",
    people: "one",
    why: "two people release the batch",
  },
  errors: ["currency_inactive", "own_act", "paused", "service_unavailable", "state_conflict"],
  input: createCoinPayoutInput,
  output: coinPayout,
  look: async (services, { currency, again: named }) => {
    const again = named.flatMap((each) => readReference(each) ?? []);
    const { network } = followedCoin(services, (await services.markets()).currency(currency)).chain;
    const { read } = services.database;
    const settled = (await findChainState(read, network))?.settled_height ?? 0n;
    const unburied = await listUnburied(read, network, settled);
    const candidates = (await candidatesOf(read, services, currency, unburied)).flat();
    const asked = { network, currency, what: "payments", to: undefined, again, candidates } as const;
    return { network, open: await PAYOUTS[network].prepare(services, asked) };
  },
  plan: (tx, { services, operator, known: { network, open } }, wanted) =>
    Promise.resolve({
      subject: `a batch of ${wanted.currency}`,
      changes: [{ what: "Batch", before: "None", after: "Draft" }],
      log: ({ id, total, payments, left_out }) => ({
        action: "coin_payout.created",
        subject: id,
        details: {
          currency: wanted.currency,
          total,
          references: payments.map(({ reference }) => reference),
          ...(left_out.length > 0 && { left_out: left_out.map(({ reference }) => reference) }),
        },
      }),
      run: async () => {
        const { currency } = wanted;
        await lockCoinPayouts(tx, network);
        const drafting = await open(tx);
        const found = await payableMembers(tx, services, operator, { network, currency, ...drafting });
        const refused = await refusedOf(tx, services, network, { members: found, again: wanted.again });
        const members = found.filter(({ id }) => refused.every((each) => each.id !== id));
        await requireBookedEach(tx, members);
        const change_script = await treasuryScript(tx, services, network);
        const draft = newDraft(services, operator, { network, currency, what: "payments", change_script });
        const chosen = drafting.choose(draft, members, refused);
        await insertCoinPayout(tx, draft);
        await insertLeftOut(tx, draft.id, [...refused, ...chosen.leftOut]);
        await writeDraft(tx, draft, chosen);
        return coinPayoutOf(tx, services, draft.id);
      },
    }),
});

async function requireBookedEach(reader: Reader, members: readonly Payment[]): Promise<void> {
  for (const member of members) await requireBooked(reader, [member], { ids: [member.id] });
}

async function writeDraft(tx: WriteTx, { id }: CoinPayoutRow, chosen: Chosen): Promise<void> {
  await setCoinPayments(
    tx,
    id,
    chosen.members.map((member) => member.id),
  );
  await deleteAttempts(tx, id);
  await chosen.write(tx, 0n);
}

/** Takes a withdrawal out of a draft: another batch can pay it. The plan throws `state_conflict` for the last one: cancel the draft. */
export const removeFromCoinPayout = alone({
  title: "Take a withdrawal out of a batch of coins",
  roles: ["finance"],
  errors: ["not_found", "paused", "state_conflict"],
  input: coinPayoutRowInput,
  output: coinPayout,
  plan: async (tx, { services }, { id, reference: typed }) => {
    const payout = await lockedCoinPayout(tx, id, "draft");
    const members = await listCoinPayments(tx, id);
    const written = readReference(typed);
    const member = members.find((each) => each.reference === written);
    if (member === undefined) throw DomainError.at("reference", "not_found");
    const rest = members.filter((each) => each !== member && each.status === "requested");
    if (rest.length === 0) throw new DomainError("state_conflict");
    const chosen = await PAYOUTS[payout.network].chooseAgain(tx, services, payout, rest);
    const { reference, user_id: customer } = member;
    return {
      subject: `withdrawal ${reference} of ${customer}`,
      customer,
      changes: [{ what: `Withdrawal ${reference}`, before: "In the batch", after: "Not in a batch" }],
      log: { action: "coin_payout.removed", subject: id, details: { reference, customer } },
      run: async () => {
        await writeDraft(tx, payout, chosen);
        return coinPayoutOf(tx, services, id);
      },
    };
  },
});

/** Withdrawals of a draft that may be paid now: the others are left out. */
async function releasable(
  tx: WriteTx,
  services: ActServices,
  members: readonly Payment[],
): Promise<Payment[]> {
  const cancelled = async (batch: string | null): Promise<boolean> =>
    batch === null || (await findCoinPayout(tx, batch))?.status === "cancelled";
  const free: Payment[] = [];
  for (const member of await payableOf(tx, services, members))
    if (member.status === "requested" && (await cancelled(member.coin_payout_id ?? null))) free.push(member);
  return free;
}

interface ToVenue {
  readonly address?: string;
  /** The address, with who typed it. */
  readonly changes: readonly { readonly what: string; readonly before: string; readonly after: string }[];
}

/**
 * The address of a move to the venue; none for any other batch.
 * @throws DomainError `own_act` if the person who typed the address is one of the two who release it
 */
async function toVenueOf(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  payout: CoinPayoutRow,
): Promise<ToVenue> {
  const payment = venuePaymentOf(services, payout);
  if (payment === null) return { changes: [] };
  const { created_by: id } = payout;
  const [typist] = await findPeople(tx, [id]);
  const isOwn = typist !== undefined && isOwnMailbox(operator, typist.email);
  if (isOwn || operator.id === id || operator.approvedBy === id) throw new DomainError("own_act");
  const { address } = payment;
  const by = typist === undefined ? id : fullName(typist);
  const what = `Address, typed by ${by}. Compare it with the venue’s own page`;
  return { address, changes: [{ what, before: "None", after: address }] };
}

/**
 * Allows a batch to be signed. Its content must be the same when the second person decides. Customers who may not be paid any more, or
 * have turned sending off, are left out. `look` and the plan throw `validation_failed` at `id` for a withdrawal that differs from the
 * books. The plan throws `not_found`; `state_conflict` if it is no draft, or no payment is left; `paused`; `own_act` if one goes to a
 * customer with the mailbox of the person who asks or approves, and as `toVenueOf`.
 */
export const releaseCoinPayout: ReviewedAct<typeof coinPayoutInput, typeof coinPayout, MovedWorth> = {
  title: "Release a batch of coins",
  roles: ["finance"],
  moves: {
    what: "a batch of coins, to customers' wallets",
    people: "two",
    why: "Every release of a batch of coins needs two people.",
  },
  confirmed: true,
  errors: ["not_found", "paused", "state_conflict"],
  input: coinPayoutInput,
  output: coinPayout,
  look: async (services, { id }) => {
    const { read } = services.database;
    const payout = await findCoinPayout(read, id);
    if (payout === undefined) throw new DomainError("not_found");
    await services.switches.require("withdrawals", "coins-out", `network:${payout.network}`);
    const members = await listCoinPayments(read, id);
    await requirePosted(read, members);
    return worthOf(services, paidTotal(services, payout, members), payout.currency);
  },
  plan: async (tx, { services, operator, known }, { id }) => {
    const payout = await lockedCoinPayout(tx, id, "draft");
    await requireNetwork(tx, payout.network);
    const toVenue = await toVenueOf(tx, services, operator, payout);
    const drafted = await listCoinPayments(tx, id);
    const members = await releasable(tx, services, drafted);
    if (drafted.length > 0 && members.length === 0) throw new DomainError("state_conflict");
    if (members.some((member) => isOwnMailbox(operator, member.customer_email)))
      throw new DomainError("own_act");
    await requireBooked(tx, members, { coinPayout: id });
    const network = PAYOUTS[payout.network];
    const isAsDrafted = members.length === drafted.length && !(await network.mustChooseAgain(tx, payout));
    const chosen = isAsDrafted ? undefined : await network.chooseAgain(tx, services, payout, members);
    const attempts = newestOf(await listAttempts(tx, id));
    const { currency } = payout;
    const total = exactMoney(paidTotal(services, payout, members), currency);
    const fee = exactMoney(chosen?.fee ?? feeOf(payout, attempts), currency);
    const out = drafted.filter((member) => !members.includes(member)).map(({ reference }) => reference);
    const pays = [
      ...members.map((member) => `${member.reference} ${addressOf(services, member)} ${member.debit}`),
      ...toVenue.changes.map(({ after }) => `${after} ${total}`),
    ];
    return {
      subject:
        payout.what !== "venue"
          ? `${members.length} payment${members.length === 1 ? "" : "s"} of coins, ${total}`
          : `${total} for the venue`,
      details: {
        Total: total,
        "Network's fee": fee,
        Payments: String(members.length),
        References: members.map(({ reference }) => reference).join(", ") || "None",
        ...(out.length > 0 && { "Left out": out.join(", ") }),
      },
      changes: [
        { what: "Batch", before: "Draft", after: "Released" },
        ...toVenue.changes,
        { what: "May be signed", before: exactMoney(0n, currency), after: total },
      ],
      state: `it pays ${pays.join(", ") || "no one"} with a fee of ${fee}`,
      reasons: [],
      worth: known,
      log: {
        action: "coin_payout.released",
        subject: id,
        details: {
          total,
          fee,
          payments: members.length,
          venue_address: toVenue.address,
          ...(out.length > 0 && { left_out: out }),
        },
      },
      run: async () => {
        if (chosen !== undefined) await writeDraft(tx, payout, chosen);
        await changeCoinPayout(tx, id, {
          status: "released",
          released_by: operator.approvedBy ?? operator.id,
          released_at: BigInt(services.clock.now()),
        });
        const ids = members.map((member) => member.id);
        // One that its customer has just cancelled is no longer there.
        if ((await stampCoinPayments(tx, id, ids)) !== ids.length) throw new DomainError("state_conflict");
        return coinPayoutOf(tx, services, id);
      },
    };
  },
};

import { bankFormat } from "@wattle/contracts/bank-formats/formats";
import { payoutFormat } from "@wattle/contracts/bank-formats/payout-files";
import { FIRST_PAYMENT, isUnusual } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { midSentence } from "@wattle/contracts/staff-times";
import {
  createdPayout,
  createPayoutInput,
  MOST_PAYMENTS,
  payout,
  payoutInput,
  payoutRowInput,
} from "@wattle/contracts/payouts";
import { mayBePaid } from "@wattle/db/holds";
import { changeBatch, findBatch, listBatchMembers, openBatch, takeOut } from "@wattle/db/payouts";
import type { WriteTx } from "@wattle/db/database";
import { findDepositAccount } from "@wattle/db/system-bank-accounts";
import type { PayoutBatchRow } from "@wattle/db/tables";
import { amountText, exactMoney } from "../../amount-text.ts";
import { isOwnMailbox, type Operator } from "../../audit/record-act.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { readReference } from "../../reference.ts";
import { batchLetters, completeBatch, lockedBatch } from "../../withdrawals/payout-batch.ts";
import { requireBooked, requirePostedBalances } from "../../withdrawals/require-booked.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { readLetters } from "../approvals/reads.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { payeeOf, paymentWarnings, payoutOf, requireNames, standingOf } from "./read-payouts.ts";

/** Leaves out of a batch what goes to a customer with the mailbox of who makes it. @returns the references */
async function leaveOwnOut(tx: WriteTx, operator: Operator, batchId: string): Promise<string[]> {
  const members = await listBatchMembers(tx, batchId);
  const own = members.filter((member) => isOwnMailbox(operator, member.customer_email));
  if (own.length > 0 && own.length === members.length) throw new DomainError("own_act");
  for (const { id } of own) await takeOut(tx, batchId, id);
  return own.map(({ reference }) => reference);
}

/** Leaves out of a batch what someone should look at first. @throws DomainError at `currency` where nothing is left */
async function leaveUnusualOut(tx: WriteTx, services: ActServices, batchId: string): Promise<void> {
  const members = await listBatchMembers(tx, batchId);
  const warnings = await paymentWarnings(
    tx,
    services,
    members.map(({ id }) => id),
  );
  const unusual = members.filter(({ id }) => isUnusual({ warnings: warnings.get(id) ?? [] }));
  if (unusual.length === members.length) {
    throw DomainError.at("currency", "validation_failed", OWN_MESSAGES.nothingToPay);
  }
  for (const { id } of unusual) await takeOut(tx, batchId, id);
}

/** 'One needs a look: account in another name.' @returns undefined if nothing does */
async function looksOf(
  tx: WriteTx,
  services: ActServices,
  members: readonly { readonly id: string }[],
): Promise<string | undefined> {
  const ids = members.map(({ id }) => id);
  const unusual = [...(await paymentWarnings(tx, services, ids)).values()].filter((warnings) =>
    isUnusual({ warnings }),
  );
  if (unusual.length === 0) return undefined;
  const why = new Set(unusual.flat().filter((warning) => warning !== FIRST_PAYMENT));
  const count = unusual.length === 1 ? "One needs" : `${unusual.length} need`;
  return `${count} a look: ${[...why].map(midSentence).join(", ")}.`;
}

/** Why a withdrawal is not in a batch of this person's. */
const OWN_WITHDRAWAL = "It goes to your own email address. Someone else pays it.";

/** A batch of its own for what may be paid. @throws DomainError as `createPayout` */
async function newBatch(
  tx: WriteTx,
  { ids, clock }: Pick<ActServices, "ids" | "clock">,
  operator: Operator,
  currency: string,
): Promise<string> {
  const account = await findDepositAccount(tx, currency, "bank_transfer");
  if (bankFormat(currency) === undefined || payoutFormat(currency) === undefined || account === undefined) {
    throw DomainError.at("currency", "currency_inactive");
  }
  const batch: PayoutBatchRow = {
    id: ids.uuid(),
    currency,
    deposit_account_id: account.id,
    status: "open",
    created_by: operator.id,
    created_at: BigInt(clock.now()),
    released_by: null,
    released_at: null,
    filed_at: null,
    sent_by: null,
    sent_at: null,
    settled_at: null,
    cancelled_at: null,
  };
  if ((await openBatch(tx, batch, MOST_PAYMENTS)) === 0) {
    throw DomainError.at("currency", "validation_failed", OWN_MESSAGES.nothingToPay);
  }
  return batch.id;
}

/**
 * Takes the withdrawals that may be paid into a new batch, oldest first, apart from those of the own mailbox, and without
 * `with_unusual` apart from those that someone should look at. Doing it throws at `currency`: `currency_inactive` without a bank format or
 * an account to pay from, `validation_failed` if nothing is to be paid; and `own_act` if only own ones are.
 */
export const createPayout = alone({
  title: "Create a payout batch",
  roles: ["finance"],
  moves: {
    what: "nothing: puts withdrawals into a batch",
    people: "one",
    why: "two people release the batch",
  },
  errors: ["currency_inactive", "own_act"],
  input: createPayoutInput,
  output: createdPayout,
  plan: (tx, { services, operator }, { currency, with_unusual: withUnusual }) =>
    Promise.resolve({
      subject: `a payout batch in ${currency}`,
      changes: [{ what: "Batch", before: "None", after: "Open" }],
      log: ({ id, total, rows, left_out: leftOut }) => ({
        action: "payout.created",
        subject: id,
        details: {
          currency,
          total,
          references: rows.map(({ reference }) => reference),
          ...(leftOut.length > 0 && { left_out: leftOut.map(({ reference }) => reference) }),
        },
      }),
      run: async () => {
        const id = await newBatch(tx, services, operator, currency);
        const leftOut = await leaveOwnOut(tx, operator, id);
        if (!withUnusual) await leaveUnusualOut(tx, services, id);
        const left_out = leftOut.map((reference) => ({ reference, reason: OWN_WITHDRAWAL }));
        return { ...(await payoutOf(tx, services, id)), left_out };
      },
    }),
});

const CHANGING = { errors: ["not_found", "state_conflict"], output: payout } as const;

/** Takes a withdrawal out of a batch whose file was not taken yet: another batch can pay it, or it can be cancelled. */
export const removeFromPayout = alone({
  ...CHANGING,
  title: "Take a withdrawal out of a batch",
  roles: ["finance"],
  input: payoutRowInput,
  plan: async (tx, { services }, { id, reference: typed }) => {
    const batch = await lockedBatch(tx, id, "open", "released");
    if (batch.filed_at !== null) throw new DomainError("state_conflict");
    const written = readReference(typed);
    const member = (await listBatchMembers(tx, id)).find((each) => each.reference === written);
    if (member === undefined) throw DomainError.at("reference", "not_found");
    const { reference, user_id: customer } = member;
    return {
      subject: `withdrawal ${reference} of ${customer}`,
      customer,
      changes: [{ what: `Withdrawal ${reference}`, before: "In the batch", after: "Not in a batch" }],
      log: { action: "payout.removed", subject: id, details: { reference, customer } },
      run: async () => {
        await takeOut(tx, id, member.id);
        return payoutOf(tx, services, id);
      },
    };
  },
});

/** Gives up a batch that was not released. */
export const cancelPayout = alone({
  ...CHANGING,
  title: "Cancel a payout batch",
  roles: ["finance"],
  input: payoutInput,
  plan: async (tx, { services }, { id }) => {
    await lockedBatch(tx, id, "open");
    const payments = (await listBatchMembers(tx, id)).length;
    return {
      subject: `the payout batch of ${payments}`,
      changes: [{ what: "Batch", before: "Open", after: "Cancelled" }],
      log: { action: "payout.cancelled", subject: id, details: { payments } },
      run: async () => {
        await takeOut(tx, id);
        await changeBatch(tx, id, { status: "cancelled", cancelled_at: BigInt(services.clock.now()) });
        return payoutOf(tx, services, id);
      },
    };
  },
});

/**
 * Allows a batch to be paid. Its content must be the same when the second person decides. `look` and the plan throw
 * `validation_failed` at `id` for a withdrawal that differs from the books. The plan throws `not_found`;
 * `state_conflict` if it is not open; `customer_on_hold` if a customer may not be paid: take the withdrawal out;
 * `validation_failed` at `id` if a payee's name can't be in the bank's file; `own_act` if one goes to a customer with
 * the mailbox of the person who asks or approves.
 */
export const releasePayout: ReviewedAct<typeof payoutInput, typeof payout, MovedWorth> = {
  title: "Release a payout batch",
  roles: ["finance"],
  moves: {
    what: "a batch of withdrawals, to customers' banks",
    people: "two",
    why: "Every release of a payout batch needs two people.",
  },
  confirmed: true,
  errors: ["not_found", "state_conflict", "customer_on_hold"],
  input: payoutInput,
  output: payout,
  look: async (services, { id }) => {
    const { read } = services.database;
    await requirePostedBalances(read, id);
    const batch = await findBatch(read, id);
    if (batch === undefined) throw new DomainError("not_found");
    return worthOf(services, batch.total, batch.currency);
  },
  plan: async (tx, { services, operator, known }, { id }) => {
    await lockedBatch(tx, id, "open");
    const members = await listBatchMembers(tx, id);
    if (members.some((member) => !mayBePaid(standingOf(member)))) throw new DomainError("customer_on_hold");
    if (members.some((member) => isOwnMailbox(operator, member.customer_email))) {
      throw new DomainError("own_act");
    }
    const batch = await findBatch(tx, id);
    if (batch === undefined || members.length === 0) throw new DomainError("state_conflict");
    requireNames(services.vault, batch.currency, members);
    await requireBooked(tx, members, { payoutBatch: id });
    const total = exactMoney(batch.total, batch.currency);
    return {
      subject: `${members.length} payout${members.length === 1 ? "" : "s"}, ${total}`,
      details: {
        Total: total,
        Payments: String(members.length),
        References: members.map(({ reference }) => reference).join(", "),
      },
      changes: [
        { what: "Batch", before: "Open", after: "Released" },
        { what: "May be paid", before: exactMoney(0n, batch.currency), after: total },
      ],
      looks: await looksOf(tx, services, members),
      payees: members.map((member) => payeeOf(services.vault, member).account_name),
      state: `it pays ${members.map((each) => `${each.reference} ${each.credit}`).join(", ")}`,
      reasons: [],
      worth: known,
      log: {
        action: "payout.released",
        subject: id,
        details: {
          total: `${amountText(batch.total, batch.currency)} ${batch.currency}`,
          payments: members.length,
        },
      },
      run: async () => {
        await changeBatch(tx, id, {
          status: "released",
          released_by: operator.approvedBy ?? operator.id,
          released_at: BigInt(services.clock.now()),
        });
        return payoutOf(tx, services, id);
      },
    };
  },
};

/**
 * Records that the bank has a batch: its withdrawals are completed, and their customers are told. The plan throws `state_conflict` if it
 * is not released, or its file was never taken.
 */
export const sendPayout = alone({
  ...CHANGING,
  title: "Mark a payout batch as sent",
  roles: ["finance"],
  moves: { what: "a batch that was released", people: "one", why: "two people have released it" },
  input: payoutInput,
  plan: async (tx, { services, operator }, { id }) => {
    const batch = await lockedBatch(tx, id, "released");
    if (batch.filed_at === null) throw new DomainError("state_conflict");
    const letters = await batchLetters(tx, services, batch);
    return {
      subject: `the payout batch of ${letters.length}`,
      changes: [{ what: "Batch", before: "Released", after: "Sent" }],
      reads: readLetters(letters),
      log: { action: "payout.sent", subject: id },
      run: async (log) => {
        await completeBatch(tx, { ...services, log }, operator, batch);
        return payoutOf(tx, services, id);
      },
    };
  },
});

/** Whether a file that may be signed can pay a withdrawal: its money goes back to no one meanwhile, and no other transaction pays it. */
import { sql, type ExpressionBuilder } from "kysely";
import type { Reader } from "./handles/handles.ts";
import type { CoinPayoutStatus, Tables } from "./tables.ts";

/** Batches that two people have allowed to be signed, and that have not ended. */
const RELEASED = ["released", "signed", "sent"] as const satisfies readonly CoinPayoutStatus[];

/**
 * Whether a settled block has spent a coin of an attempt, or its nonce, in a transaction that is ours, or that two people had booked: an
 * unknown one may have paid what the attempt would pay. @param attempt name of the attempts in the query
 */
const isBuried = (attempt: "coin_attempts" | "other") =>
  sql<boolean>`exists (
    select 1 from coin_attempt_inputs
      join chain_outputs on chain_outputs.network = coin_attempt_inputs.network
        and chain_outputs.txid = coin_attempt_inputs.txid and chain_outputs.output = coin_attempt_inputs.output
      join chain_states on chain_states.network = chain_outputs.network
    where coin_attempt_inputs.attempt_id = ${sql.ref(`${attempt}.id`)}
      and chain_outputs.spent_height <= chain_states.settled_height
      and (exists (select 1 from coin_attempts as spender where spender.txid = chain_outputs.spent_by)
        or exists (select 1 from unknown_spends where unknown_spends.network = chain_outputs.network
          and unknown_spends.txid = chain_outputs.spent_by)))`;

/** Whether an attempt would pay a withdrawal of its batch: on networks with accounts each transaction pays one, or none. */
const pays = (attempt: "coin_attempts" | "other", payment: "coin_payout_payments" | "paid") =>
  sql<boolean>`${sql.ref(`${attempt}.kind`)} <> 'cancel' and (${sql.ref(`${attempt}.sender`)} is null
    or ${sql.ref(`${attempt}.transaction_id`)} = ${sql.ref(`${payment}.transaction_id`)})`;

/**
 * Whether a file can pay a row of `transactions`. A released batch may pay what it has. A cancelled one may if its file was taken, until a
 * settled block spends a coin of that file, or its nonce: another batch can have taken the withdrawal over, and be cancelled, too. A deep
 * reorganisation brings a cancelled batch back.
 */
export const isPaidByFile = (row: ExpressionBuilder<Tables, "transactions">) =>
  row.exists(
    row
      .selectFrom("coin_payout_payments")
      .innerJoin("coin_payouts", "coin_payouts.id", "coin_payout_payments.payout_id")
      .select("coin_payouts.id")
      .whereRef("coin_payout_payments.transaction_id", "=", "transactions.id")
      .where((batch) =>
        batch.or([
          batch("coin_payouts.status", "in", RELEASED),
          batch.and([
            batch("coin_payouts.status", "=", "cancelled"),
            batch.exists(
              batch
                .selectFrom("coin_attempts")
                .select("coin_attempts.id")
                .whereRef("coin_attempts.payout_id", "=", "coin_payouts.id")
                .where("coin_attempts.fetched_at", "is not", null)
                .where(pays("coin_attempts", "coin_payout_payments"))
                .where((attempt) => attempt.not(isBuried("coin_attempts"))),
            ),
          ]),
        ]),
      ),
  );

/** The same of one withdrawal. */
export const findPaidByFile = async (reader: Reader, transactionId: string): Promise<boolean> =>
  (await reader
    .selectFrom("transactions")
    .select("id")
    .where("id", "=", transactionId)
    .where(isPaidByFile)
    .executeTakeFirst()) !== undefined;

/**
 * Whether an attempt would pay a withdrawal that is paid, or was given back; or that another file can pay, with which it shares neither a
 * coin nor its nonce: a block could have both. Only a deep reorganisation brings this about.
 */
export const isPaidElsewhere = (row: ExpressionBuilder<Tables, "coin_attempts">) =>
  row.exists(
    row
      .selectFrom("coin_payout_payments as paid")
      .innerJoin("transactions", "transactions.id", "paid.transaction_id")
      .select("transactions.id")
      .whereRef("paid.payout_id", "=", "coin_attempts.payout_id")
      .where(pays("coin_attempts", "paid"))
      // One that no block can have pays no one.
      .where((payment) => payment.not(isBuried("coin_attempts")))
      .where((payment) =>
        payment.or([
          payment("transactions.status", "not in", ["requested", "sent"]),
          payment.exists(
            payment
              .selectFrom("coin_payout_payments as again")
              .innerJoin("coin_payouts as batch", "batch.id", "again.payout_id")
              .innerJoin("coin_attempts as other", "other.payout_id", "again.payout_id")
              .select("other.id")
              .whereRef("again.transaction_id", "=", "paid.transaction_id")
              .whereRef("other.id", "<>", "coin_attempts.id")
              .where("batch.status", "in", [...RELEASED, "cancelled"])
              .where("other.fetched_at", "is not", null)
              .where(pays("other", "paid"))
              .where((other) => other.not(isBuried("other")))
              .where((other) =>
                other.not(
                  other.exists(
                    other
                      .selectFrom("coin_attempt_inputs as its")
                      .innerJoin("coin_attempt_inputs as ours", (join) =>
                        join
                          .onRef("ours.network", "=", "its.network")
                          .onRef("ours.txid", "=", "its.txid")
                          .onRef("ours.output", "=", "its.output"),
                      )
                      .select("its.txid")
                      .whereRef("its.attempt_id", "=", "other.id")
                      .whereRef("ours.attempt_id", "=", "coin_attempts.id"),
                  ),
                ),
              ),
          ),
        ]),
      ),
  );

/** Whether one of these attempts does. */
export const findPaidElsewhere = async (reader: Reader, attemptIds: readonly string[]): Promise<boolean> =>
  (await reader
    .selectFrom("coin_attempts")
    .select("id")
    .where("id", "in", attemptIds)
    .where(isPaidElsewhere)
    .limit(1n)
    .executeTakeFirst()) !== undefined;

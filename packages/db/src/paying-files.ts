/** Whether a file that may be signed still pays a withdrawal: as long as one does, its money goes back to no one. */
import type { ExpressionBuilder } from "kysely";
import type { Reader } from "./handles/handles.ts";
import type { Tables } from "./tables.ts";

/**
 * The question as a condition on `transactions`. A released batch may pay what it has. A cancelled one may if its file was taken, until a
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
          batch("coin_payouts.status", "in", ["released", "signed", "sent"]),
          batch.and([
            batch("coin_payouts.status", "=", "cancelled"),
            batch.exists(
              batch
                .selectFrom("coin_attempts")
                .select("coin_attempts.id")
                .whereRef("coin_attempts.payout_id", "=", "coin_payouts.id")
                .where("coin_attempts.kind", "<>", "cancel")
                .where("coin_attempts.fetched_at", "is not", null)
                // On networks with accounts each transaction pays one withdrawal, or none.
                .where((attempt) =>
                  attempt.or([
                    attempt("coin_attempts.sender", "is", null),
                    attempt(
                      "coin_attempts.transaction_id",
                      "=",
                      attempt.ref("coin_payout_payments.transaction_id"),
                    ),
                  ]),
                )
                .where((attempt) =>
                  attempt.not(
                    attempt.exists(
                      attempt
                        .selectFrom("coin_attempt_inputs")
                        .innerJoin("chain_outputs", (join) =>
                          join
                            .onRef("chain_outputs.network", "=", "coin_attempt_inputs.network")
                            .onRef("chain_outputs.txid", "=", "coin_attempt_inputs.txid")
                            .onRef("chain_outputs.output", "=", "coin_attempt_inputs.output"),
                        )
                        .innerJoin("chain_states", "chain_states.network", "chain_outputs.network")
                        .select("chain_outputs.txid")
                        .whereRef("coin_attempt_inputs.attempt_id", "=", "coin_attempts.id")
                        .whereRef("chain_outputs.spent_height", "<=", "chain_states.settled_height"),
                    ),
                  ),
                ),
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

/** Attempts of batches that send coins, and the coins of ours that they spend. */
import type { ExpressionBuilder, JoinBuilder } from "kysely";
import type { CoinAttempt, CoinPayoutRow, CoinPayoutStatus, Network, Tables, WalletRole } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { isPaidElsewhere } from "./paying-files.ts";

/** A batch in one of these owns the coins of its attempts, and its withdrawals. */
export const OPEN = ["draft", "released", "signed", "sent"] as const satisfies readonly CoinPayoutStatus[];

/** A coin of ours, with what says whether it can be spent. */
export interface OwnCoin {
  readonly txid: string;
  readonly output: bigint;
  readonly script: string;
  readonly amount: string;
  readonly made_height: bigint | null;
  readonly role: WalletRole;
}

const ownCoins = (reader: Reader, network: Network) =>
  reader
    .selectFrom("chain_outputs")
    .innerJoin("coin_addresses", (join) =>
      join
        .onRef("coin_addresses.network", "=", "chain_outputs.network")
        .onRef("coin_addresses.script", "=", "chain_outputs.script"),
    )
    .innerJoin("wallets", "wallets.id", "coin_addresses.wallet_id")
    .select([
      "chain_outputs.txid",
      "chain_outputs.output",
      "chain_outputs.script",
      "chain_outputs.amount",
      "chain_outputs.made_height",
      "wallets.role",
    ])
    .where("chain_outputs.network", "=", network);

/** A coin of the treasury with the place of its address. */
export interface TreasuryCoin extends OwnCoin {
  readonly currency: string;
  readonly address: string;
  readonly branch: bigint;
  readonly position: bigint;
}

/** The treasury's coins in settled blocks that no block spends, by address. */
export const listTreasuryCoins = (
  reader: Reader,
  { network, settled }: { readonly network: Network; readonly settled: bigint },
): Promise<TreasuryCoin[]> =>
  ownCoins(reader, network)
    .select([
      "wallets.currency",
      "coin_addresses.address",
      "coin_addresses.branch",
      "coin_addresses.position",
    ])
    .where("wallets.role", "=", "treasury")
    .where("chain_outputs.made_height", "<=", settled)
    .where("chain_outputs.spent_height", "is", null)
    .orderBy("coin_addresses.branch")
    .orderBy("coin_addresses.position")
    .orderBy("chain_outputs.txid")
    .orderBy("chain_outputs.output")
    .execute();

/** Open batches that own a coin or a nonce, which is one at most. */
export const owners = (row: ExpressionBuilder<Tables, "chain_outputs">) =>
  row
    .selectFrom("coin_attempt_inputs")
    .innerJoin("coin_attempts", "coin_attempts.id", "coin_attempt_inputs.attempt_id")
    .innerJoin("coin_payouts", "coin_payouts.id", "coin_attempts.payout_id")
    .select("coin_payouts.id")
    .whereRef("coin_attempt_inputs.network", "=", "chain_outputs.network")
    .whereRef("coin_attempt_inputs.txid", "=", "chain_outputs.txid")
    .whereRef("coin_attempt_inputs.output", "=", "chain_outputs.output")
    .where("coin_payouts.status", "in", OPEN);

/** Joins coins and nonces with the attempts that spend them. */
export const spentByAttempt = (join: JoinBuilder<Tables, "chain_outputs" | "coin_attempt_inputs">) =>
  join
    .onRef("chain_outputs.network", "=", "coin_attempt_inputs.network")
    .onRef("chain_outputs.txid", "=", "coin_attempt_inputs.txid")
    .onRef("chain_outputs.output", "=", "coin_attempt_inputs.output");

/** Coins in settled blocks that nothing spends, and that no open batch owns. */
export const listFreeCoins = (
  reader: Reader,
  { network, currency, settled }: { network: Network; currency: string; settled: bigint },
): Promise<OwnCoin[]> =>
  ownCoins(reader, network)
    .where("wallets.currency", "=", currency)
    .where("chain_outputs.made_height", "<=", settled)
    .where("chain_outputs.spent_height", "is", null)
    .where((row) => row.not(row.exists(owners(row))))
    .execute();

/** Coins that an attempt spends. */
export const listAttemptCoins = (reader: Reader, network: Network, attemptId: string): Promise<OwnCoin[]> =>
  ownCoins(reader, network)
    .innerJoin("coin_attempt_inputs", spentByAttempt)
    .where("coin_attempt_inputs.attempt_id", "=", attemptId)
    .execute();

/** Attempts on a network, with their batches. */
export const attemptsOn = (reader: Reader, network: Network) =>
  reader
    .selectFrom("coin_attempts")
    .innerJoin("coin_payouts", "coin_payouts.id", "coin_attempts.payout_id")
    .where("coin_payouts.network", "=", network);

/** Attempts of a batch, oldest first. */
export const listAttempts = (reader: Reader, payoutId: string): Promise<CoinAttempt[]> =>
  reader
    .selectFrom("coin_attempts")
    .selectAll()
    .where("payout_id", "=", payoutId)
    .orderBy("position")
    .orderBy("sender")
    .orderBy("nonce")
    .execute();

export const findAttemptOf = (
  reader: Reader,
  network: Network,
  txid: string,
): Promise<CoinAttempt | undefined> =>
  attemptsOn(reader, network)
    .selectAll("coin_attempts")
    .where("coin_attempts.txid", "=", txid)
    // A draft that was made again may have had the same transaction.
    .orderBy("coin_attempts.fetched_at", (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();

/** Columns of an attempt whose file was not taken yet. */
export const NOT_TAKEN = {
  fetched_at: null,
  raw: null,
  stored_at: null,
  sent_at: null,
  settled_height: null,
  paid_fee: null,
  failed: 0n,
  entry_id: null,
} as const;

export async function insertAttempt(
  tx: WriteTx,
  attempt: CoinAttempt,
  network: Network,
  coins: readonly { readonly txid: string; readonly output: bigint }[],
): Promise<void> {
  await tx.insertInto("coin_attempts").values(attempt).execute();
  await tx
    .insertInto("coin_attempt_inputs")
    .values(coins.map(({ txid, output }) => ({ attempt_id: attempt.id, network, txid, output })))
    .execute();
}

/** Removes the attempts of a draft. */
export async function deleteAttempts(tx: WriteTx, payoutId: string): Promise<void> {
  await tx.deleteFrom("coin_attempts").where("payout_id", "=", payoutId).execute();
}

export async function changeAttempt(
  tx: WriteTx,
  id: string,
  changes: Partial<
    Pick<
      CoinAttempt,
      | "txid"
      | "fetched_at"
      | "raw"
      | "stored_at"
      | "sent_at"
      | "settled_height"
      | "paid_fee"
      | "failed"
      | "entry_id"
    >
  >,
): Promise<void> {
  await tx.updateTable("coin_attempts").set(changes).where("id", "=", id).execute();
}

/** Signed attempts of open batches, oldest first, or by their nonces: each may be in a block yet. */
export const listUnsettledAttempts = (reader: Reader, network: Network): Promise<CoinAttempt[]> =>
  attemptsOn(reader, network)
    .selectAll("coin_attempts")
    .where("coin_payouts.status", "in", ["signed", "sent"])
    .where("coin_attempts.raw", "is not", null)
    // On networks with accounts the others of a batch go on once a nonce has settled.
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("coin_attempts as settled")
            .select("settled.id")
            .whereRef("settled.payout_id", "=", "coin_attempts.payout_id")
            .whereRef("settled.sender", "=", "coin_attempts.sender")
            .whereRef("settled.nonce", "=", "coin_attempts.nonce")
            .where("settled.settled_height", "is not", null),
        ),
      ),
    )
    // A deep reorganisation can bring a transaction back whose withdrawal is in another batch by now. Neither of the two is sent until the
    // coins, or the nonce, of one are spent.
    .where((row) => row.not(isPaidElsewhere(row)))
    .orderBy("coin_attempts.nonce")
    .orderBy("coin_attempts.stored_at")
    .orderBy("coin_attempts.position")
    .execute();

/**
 * A transaction of a cancelled batch of which the file was taken: as long as no settled block spends a coin of it, it may be signed and
 * sent. A batch has one for each file: what buries one may leave another as it is.
 */
export interface Unburied {
  readonly payoutId: string;
  /** Whether it would pay the venue. */
  readonly isVenue: boolean;
  readonly coins: readonly { readonly txid: string; readonly output: bigint }[];
  /** Identifiers of the withdrawals that it would pay. */
  readonly pays: ReadonlySet<string>;
}

/** Transactions of cancelled batches that others must replace, oldest batch first. @param settled height of the newest settled block */
export async function listUnburied(reader: Reader, network: Network, settled: bigint): Promise<Unburied[]> {
  const rows = await reader
    .selectFrom("coin_payouts")
    .innerJoin("coin_attempts", "coin_attempts.payout_id", "coin_payouts.id")
    .innerJoin("coin_attempt_inputs", "coin_attempt_inputs.attempt_id", "coin_attempts.id")
    .innerJoin("chain_outputs", spentByAttempt)
    .select([
      "coin_payouts.id as payout_id",
      "coin_payouts.what",
      "coin_attempts.id as attempt_id",
      "coin_attempts.kind",
      "coin_attempts.nonce",
      "coin_attempts.transaction_id",
      "chain_outputs.txid",
      "chain_outputs.output",
      "chain_outputs.spent_height",
    ])
    .where("coin_payouts.network", "=", network)
    .where("coin_payouts.status", "=", "cancelled")
    .where("coin_attempts.fetched_at", "is not", null)
    .orderBy("coin_payouts.created_at")
    .orderBy("coin_payouts.id")
    .orderBy("coin_attempts.position")
    .execute();
  const unburied: Unburied[] = [];
  for (const coins of Map.groupBy(rows, ({ attempt_id }) => attempt_id).values()) {
    const [{ payout_id: payoutId } = { payout_id: "" }] = coins;
    if (coins.some(({ spent_height: at }) => at !== null && at <= settled)) continue;
    const [{ nonce, transaction_id } = { nonce: null, transaction_id: null }] = coins;
    const paid =
      nonce === null
        ? await reader
            .selectFrom("coin_payout_payments")
            .select("transaction_id")
            .where("payout_id", "=", payoutId)
            .execute()
        : [{ transaction_id }];
    const pays = new Set(paid.flatMap(({ transaction_id: id }) => id ?? []));
    const isVenue = coins.some(({ what, kind }) => what === "venue" && (nonce === null || kind !== "cancel"));
    unburied.push({ payoutId, isVenue, coins, pays });
  }
  return unburied;
}

/** Batches of which a transaction would spend one of these coins or nonces. */
export async function listSpending(
  reader: Reader,
  network: Network,
  coins: readonly { readonly txid: string; readonly output: bigint }[],
): Promise<CoinPayoutRow[]> {
  const found = new Map<string, CoinPayoutRow>();
  for (const { txid, output } of coins) {
    const rows = await reader
      .selectFrom("coin_payouts")
      .innerJoin("coin_attempts", "coin_attempts.payout_id", "coin_payouts.id")
      .innerJoin("coin_attempt_inputs", "coin_attempt_inputs.attempt_id", "coin_attempts.id")
      .selectAll("coin_payouts")
      .where("coin_attempt_inputs.network", "=", network)
      .where("coin_attempt_inputs.txid", "=", txid)
      .where("coin_attempt_inputs.output", "=", output)
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return [...found.values()];
}

/** Those of them that are open, or cancelled after their file was taken. */
export const listConflicting = async (...query: Parameters<typeof listSpending>): Promise<CoinPayoutRow[]> =>
  (await listSpending(...query)).filter(({ status }) => status !== "settled");

export const findChainTransaction = async (
  reader: Reader,
  network: Network,
  txid: string,
): Promise<string | undefined> =>
  (
    await reader
      .selectFrom("chain_transactions")
      .select("raw")
      .where("network", "=", network)
      .where("txid", "=", txid)
      .executeTakeFirst()
  )?.raw;

export async function keepChainTransaction(
  tx: WriteTx,
  kept: { readonly network: Network; readonly txid: string; readonly raw: string },
): Promise<void> {
  await tx
    .insertInto("chain_transactions")
    .values(kept)
    .onConflict((conflict) => conflict.columns(["network", "txid"]).doNothing())
    .execute();
}

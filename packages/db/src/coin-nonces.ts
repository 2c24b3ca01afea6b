/** Nonces of our accounts. Each is a row of `chain_outputs`, which the transaction with it spends. */
import { attemptsOn, OPEN, owners, spentByAttempt } from "./coin-attempts.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { CoinAttempt, Epoch, Network } from "./tables.ts";

/** An attempt on a network with accounts: a transaction of one of ours. */
export type NonceAttempt = CoinAttempt & {
  readonly sender: string;
  readonly nonce: bigint;
  readonly value: bigint;
  readonly tip_rate: bigint;
};

/** An attempt as one of an account. A nonce that is missing is no nonce 0. @throws TypeError if it is of no account */
export function nonceAttempt(attempt: CoinAttempt): NonceAttempt {
  const { sender, nonce, value, tip_rate } = attempt;
  if (sender === null || nonce === null || value === null || tip_rate === null)
    throw new TypeError(`the attempt ${attempt.id} is of no account`);
  return { ...attempt, sender, nonce, value, tip_rate };
}

/** A nonce of an account that no settled block has spent. */
export interface OwnNonce {
  readonly nonce: bigint;
  /** Whether an open batch owns it. */
  readonly owned: boolean;
}

/** Nonces of an account that were ever claimed or spent. */
const noncesOf = (reader: Reader, network: Network, script: string) =>
  reader
    .selectFrom("chain_outputs")
    .select("output")
    .where("network", "=", network)
    .where("txid", "=", script);

/** Claimed nonces that no block up to a height has spent, lowest first. */
export async function listNonces(
  reader: Reader,
  { network, script, settled }: { network: Network; script: string; settled: bigint },
): Promise<OwnNonce[]> {
  const rows = await noncesOf(reader, network, script)
    .select((row) => owners(row).limit(1n).as("owner"))
    .where((row) => row.or([row("spent_height", "is", null), row("spent_height", ">", settled)]))
    .orderBy("output")
    .execute();
  return rows.map(({ output, owner }) => ({ nonce: output, owned: owner !== null }));
}

const highest = async (nonces: ReturnType<typeof noncesOf>): Promise<bigint | undefined> =>
  (await nonces.orderBy("output", "desc").limit(1n).executeTakeFirst())?.output;

/** The highest nonce of an account that was ever claimed or spent; undefined if none was. */
export const highestNonce = (reader: Reader, network: Network, script: string): Promise<bigint | undefined> =>
  highest(noncesOf(reader, network, script));

/** The nonce of an account after those that blocks up to a height have spent: blocks take them in their order. */
export const nextUnspent = async (
  reader: Reader,
  { network, script, settled }: { network: Network; script: string; settled: bigint },
): Promise<bigint> =>
  ((await highest(noncesOf(reader, network, script).where("spent_height", "<=", settled))) ?? -1n) + 1n;

/** Claims nonces of an account, if they are not yet. */
export async function claimNonces(
  tx: WriteTx,
  { network, script, at, settled }: { network: Network; script: string; at: Epoch; settled: bigint },
  nonces: readonly bigint[],
): Promise<void> {
  if (nonces.length === 0) return;
  await tx
    .insertInto("chain_outputs")
    .values(
      nonces.map((output) => ({
        network,
        txid: script,
        output,
        script,
        amount: "0",
        seen_at: at,
        made_height: settled,
        spent_height: null,
        spent_by: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(["network", "txid", "output"]).doNothing())
    .execute();
}

/** Attempts of open batches that an account pays, and of which no block up to a height has spent the nonce. */
export async function listOwing(
  reader: Reader,
  { network, script, settled }: { network: Network; script: string; settled: bigint },
): Promise<NonceAttempt[]> {
  const attempts = await attemptsOn(reader, network)
    .innerJoin("chain_outputs", (join) =>
      join
        .onRef("chain_outputs.network", "=", "coin_payouts.network")
        .onRef("chain_outputs.txid", "=", "coin_attempts.sender")
        .onRef("chain_outputs.output", "=", "coin_attempts.nonce"),
    )
    .selectAll("coin_attempts")
    .where("coin_payouts.status", "in", OPEN)
    .where("coin_attempts.sender", "=", script)
    .where((row) =>
      row.or([
        row("chain_outputs.spent_height", "is", null),
        row("chain_outputs.spent_height", ">", settled),
      ]),
    )
    .execute();
  return attempts.map(nonceAttempt);
}

/** Attempts of any batch with this nonce, oldest first. */
export async function listWithNonce(
  reader: Reader,
  network: Network,
  { script, nonce }: { readonly script: string; readonly nonce: bigint },
): Promise<NonceAttempt[]> {
  const attempts = await attemptsOn(reader, network)
    .selectAll("coin_attempts")
    .where("coin_attempts.sender", "=", script)
    .where("coin_attempts.nonce", "=", nonce)
    .orderBy("coin_attempts.made_at")
    .orderBy("coin_attempts.position")
    .execute();
  return attempts.map(nonceAttempt);
}

/** Attempts of open batches that pay a withdrawal, and may take more gas than this. */
export const listOpenAbove = (
  reader: Reader,
  network: Network,
  gas: bigint,
): Promise<Pick<CoinAttempt, "payout_id" | "transaction_id">[]> =>
  attemptsOn(reader, network)
    .select(["coin_attempts.payout_id", "coin_attempts.transaction_id"])
    .where("coin_payouts.status", "in", OPEN)
    .where("coin_attempts.transaction_id", "is not", null)
    .where("coin_attempts.size", ">", gas)
    .execute();

/** A nonce of a batch, with the transaction that has spent it, and the height of its block. */
export interface BatchNonce {
  readonly sender: string;
  readonly nonce: bigint;
  readonly spent_by: string | null;
  readonly spent_height: bigint | null;
}

/** The nonces of a batch's attempts, each once. */
export const listBatchNonces = (reader: Reader, network: Network, payoutId: string): Promise<BatchNonce[]> =>
  reader
    .selectFrom("coin_attempt_inputs")
    .innerJoin("coin_attempts", "coin_attempts.id", "coin_attempt_inputs.attempt_id")
    .innerJoin("chain_outputs", spentByAttempt)
    .select([
      "chain_outputs.txid as sender",
      "chain_outputs.output as nonce",
      "chain_outputs.spent_by",
      "chain_outputs.spent_height",
    ])
    .distinct()
    .where("coin_attempt_inputs.network", "=", network)
    .where("coin_attempts.payout_id", "=", payoutId)
    .execute();

/** An account of ours that has coins. */
export interface Balance {
  readonly script: string;
  readonly wei: bigint;
}

/** Our accounts with the most coins, but for one, and for those that an open batch moves: so many at most. */
export async function listRichest(
  reader: Reader,
  { network, except, most }: { network: Network; except: string; most: number },
): Promise<Balance[]> {
  const rows = await reader
    .selectFrom("chain_balances")
    .innerJoin("coin_addresses", (join) =>
      join
        .onRef("coin_addresses.network", "=", "chain_balances.network")
        .onRef("coin_addresses.script", "=", "chain_balances.script"),
    )
    .select(["chain_balances.script", "chain_balances.wei"])
    .where("chain_balances.network", "=", network)
    .where("chain_balances.script", "<>", except)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("coin_attempts")
            .innerJoin("coin_payouts", "coin_payouts.id", "coin_attempts.payout_id")
            .select("coin_payouts.id")
            .whereRef("coin_attempts.sender", "=", "chain_balances.script")
            .whereRef("coin_payouts.network", "=", "chain_balances.network")
            .where("coin_payouts.status", "in", OPEN),
        ),
      ),
    )
    .orderBy((row) => row.fn("length", ["chain_balances.wei"]), "desc")
    .orderBy("chain_balances.wei", "desc")
    .orderBy("chain_balances.script")
    .limit(BigInt(most))
    .execute();
  return rows.map(({ script, wei }) => ({ script, wei: BigInt(wei) }));
}

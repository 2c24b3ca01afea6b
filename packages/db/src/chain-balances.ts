/** Balances of our accounts, on networks that have accounts, and the transactions that leave them. */
import { sql } from "kysely";
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { ChainTransfer, Epoch } from "./tables.ts";

/** Rows that one statement writes. */
const BATCH = 1000;
/** Digits of an amount below the smallest unit of the books, and so many of the smallest parts make one. */
const REST_DIGITS = 10;
const REST = 10n ** BigInt(REST_DIGITS);

/** Notes a transaction from an account of ours. It spends its nonce, which a batch has claimed, unless the transaction is not ours. */
export async function addTransfer(tx: WriteTx, transfer: ChainTransfer, seen_at: Epoch): Promise<void> {
  const { network, script, nonce, txid, height } = transfer;
  const spent = { spent_height: height, spent_by: txid };
  await tx
    .insertInto("chain_outputs")
    .values({
      network,
      txid: script,
      output: nonce,
      script,
      amount: "0",
      seen_at,
      made_height: height,
      ...spent,
    })
    .onConflict((conflict) => conflict.columns(["network", "txid", "output"]).doUpdateSet(spent))
    .execute();
  await tx.insertInto("chain_transfers").values(transfer).execute();
}

export const findTransfer = (
  reader: Reader,
  network: string,
  txid: string,
): Promise<ChainTransfer | undefined> =>
  reader
    .selectFrom("chain_transfers")
    .selectAll()
    .where("network", "=", network)
    .where("txid", "=", txid)
    .executeTakeFirst();

/** Recipients of our transactions in blocks, among the scripts. */
const recipientsAmong = (reader: Reader, network: string, scripts: readonly string[]) =>
  reader
    .selectFrom("chain_transfers")
    .select("recipient")
    .distinct()
    .where("network", "=", network)
    .where("recipient", "in", ["", ...scripts]);

const scriptsOf = (rows: readonly Pick<ChainTransfer, "recipient">[]): ReadonlySet<string> =>
  new Set(rows.flatMap(({ recipient }) => recipient ?? []));

/** Those of the scripts that took a transaction of ours in a block. */
export const recipientsPaid = async (
  reader: Reader,
  network: string,
  scripts: readonly string[],
): Promise<ReadonlySet<string>> =>
  scriptsOf(await recipientsAmong(reader, network, scripts).where("failed", "=", 0n).execute());

/** Those of the scripts that refused our newest transaction to them in a block: who has taken one since is asked again. */
export async function refusersAmong(
  reader: Reader,
  network: string,
  scripts: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await recipientsAmong(reader, network, scripts)
    .where("failed", "=", 1n)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("chain_transfers as later")
            .select("later.txid")
            .whereRef("later.network", "=", "chain_transfers.network")
            .whereRef("later.recipient", "=", "chain_transfers.recipient")
            .where((each) =>
              each.or([
                each("later.height", ">", each.ref("chain_transfers.height")),
                // In one block only those of one account have an order.
                each.and([
                  each("later.height", "=", each.ref("chain_transfers.height")),
                  each("later.script", "=", each.ref("chain_transfers.script")),
                  each("later.nonce", ">", each.ref("chain_transfers.nonce")),
                ]),
              ]),
            ),
        ),
      ),
    )
    .execute();
  return scriptsOf(rows);
}

/** Transactions from accounts of ours in a block. */
export const transfersAt = (reader: Reader, network: string, height: bigint): Promise<ChainTransfer[]> =>
  reader
    .selectFrom("chain_transfers")
    .selectAll()
    .where("network", "=", network)
    .where("height", "=", height)
    .orderBy("script")
    .orderBy("nonce")
    .execute();

/** By how much the blocks after one height, up to another, change each account, as their transactions say. */
export async function movedBetween(
  reader: Reader,
  network: string,
  { after, until }: { readonly after: bigint; readonly until: bigint },
): Promise<Map<string, bigint>> {
  const moved = new Map<string, bigint>();
  const add = (script: string, wei: bigint): void => void moved.set(script, (moved.get(script) ?? 0n) + wei);
  const arrived = await reader
    .selectFrom("chain_outputs")
    .select(["script", "amount"])
    .where("network", "=", network)
    .where("made_height", ">", after)
    .where("made_height", "<=", until)
    .execute();
  for (const { script, amount } of arrived) add(script, BigInt(amount));
  const left = await reader
    .selectFrom("chain_transfers")
    .select(["script", "value", "fee"])
    .where("network", "=", network)
    .where("height", ">", after)
    .where("height", "<=", until)
    .execute();
  for (const { script, value, fee } of left) add(script, -BigInt(value) - BigInt(fee));
  return moved;
}

/** All balances that are not zero, by script. */
export async function readBalances(reader: Reader, network: string): Promise<Map<string, bigint>> {
  const rows = await reader
    .selectFrom("chain_balances")
    .select(["script", "wei"])
    .where("network", "=", network)
    .execute();
  return new Map(rows.map(({ script, wei }) => [script, BigInt(wei)]));
}

/** A balance of an account at the newest settled block. */
export const findBalance = async (reader: Reader, network: string, script: string): Promise<bigint> =>
  BigInt(
    (
      await reader
        .selectFrom("chain_balances")
        .select("wei")
        .where("network", "=", network)
        .where("script", "=", script)
        .executeTakeFirst()
    )?.wei ?? 0n,
  );

/** Base units of all accounts together. Texts of any length are added up in two parts. */
export async function totalBalance(reader: Reader, network: string): Promise<bigint> {
  const isLong = sql`length(wei) > ${BigInt(REST_DIGITS)}`;
  const whole = sql`cast(substr(wei, 1, length(wei) - ${BigInt(REST_DIGITS)}) as bigint)`;
  const rest = sql`cast(substr(wei, length(wei) - ${BigInt(REST_DIGITS - 1)}) as bigint)`;
  const { units, parts } = await reader
    .selectFrom("chain_balances")
    .select([
      sql<bigint>`cast(coalesce(sum(case when ${isLong} then ${whole} else 0 end), 0) as bigint)`.as("units"),
      sql<bigint>`cast(coalesce(sum(case when ${isLong} then ${rest} else cast(wei as bigint) end), 0) as bigint)`.as(
        "parts",
      ),
    ])
    .where("network", "=", network)
    .executeTakeFirstOrThrow();
  return units * REST + parts;
}

/** Writes the balances that have changed, as of a settled block. */
export async function changeBalances(
  tx: WriteTx,
  network: string,
  changed: ReadonlyMap<string, bigint>,
): Promise<void> {
  const rows = [...changed].map(([script, wei]) => ({ network, script, wei: String(wei) }));
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH);
    await tx
      .deleteFrom("chain_balances")
      .where("network", "=", network)
      .where(
        "script",
        "in",
        batch.map(({ script }) => script),
      )
      .execute();
    const kept = batch.filter(({ wei }) => wei !== "0");
    if (kept.length > 0) await tx.insertInto("chain_balances").values(kept).execute();
  }
}

/** Takes all that moved above a height back, as far as balances have it. */
export async function undoBalances(tx: WriteTx, network: string, height: bigint): Promise<void> {
  const state = await tx
    .selectFrom("chain_states")
    .select("balances_height")
    .where("network", "=", network)
    .executeTakeFirst();
  if (state !== undefined && state.balances_height > height) {
    const moved = await movedBetween(tx, network, { after: height, until: state.balances_height });
    const kept = await readBalances(tx, network);
    await changeBalances(
      tx,
      network,
      new Map([...moved].map(([script, wei]) => [script, (kept.get(script) ?? 0n) - wei])),
    );
    await tx
      .updateTable("chain_states")
      .set({ balances_height: height })
      .where("network", "=", network)
      .execute();
  }
  await tx
    .deleteFrom("chain_transfers")
    .where("network", "=", network)
    .where("height", ">", height)
    .execute();
}

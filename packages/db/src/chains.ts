/** Chains as they are followed: how far, and the outputs in them that are ours. */
import type { Database, Reader, WriteTx } from "./handles/handles.ts";
import { undoBalances } from "./chain-balances.ts";
import { undoTokens } from "./chain-tokens.ts";
import { textsIn } from "./handles/json-lists.ts";
import type { ChainBlock, ChainOutput, ChainState, Epoch } from "./tables.ts";

/** Scripts or ids that one statement looks up. */
const BATCH = 1000;

export const findChainState = (reader: Reader, network: string): Promise<ChainState | undefined> =>
  reader.selectFrom("chain_states").selectAll().where("network", "=", network).executeTakeFirst();

interface Lease {
  readonly network: string;
  /** The process that follows. */
  readonly follower: string;
  readonly now: Epoch;
  readonly until: Epoch;
}

/** Has one process follow a network for a time. @returns undefined if another one does */
export async function leaseChain(
  tx: WriteTx,
  { network, follower, now, until }: Lease,
): Promise<ChainState | undefined> {
  await tx
    .insertInto("chain_states")
    .values({
      network,
      state: "ok",
      trouble: null,
      paused_because: null,
      settled_height: -1n,
      balances_height: -1n,
      tokens_height: -1n,
      remainder: "0",
      follower: null,
      leased_until: 0n,
    })
    .onConflict((conflict) => conflict.column("network").doNothing())
    .execute();
  return tx
    .updateTable("chain_states")
    .set({ follower, leased_until: until })
    .where("network", "=", network)
    .where((row) => row.or([row("follower", "=", follower), row("leased_until", "<=", now)]))
    .returningAll()
    .executeTakeFirst();
}

export async function changeChainState(
  tx: WriteTx,
  network: string,
  changes: Partial<Omit<ChainState, "network" | "follower">>,
): Promise<void> {
  await tx.updateTable("chain_states").set(changes).where("network", "=", network).execute();
}

/** The newest block that is followed. */
export const newestChainBlock = (reader: Reader, network: string): Promise<ChainBlock | undefined> =>
  reader
    .selectFrom("chain_blocks")
    .selectAll()
    .where("network", "=", network)
    .orderBy("height", "desc")
    .limit(1)
    .executeTakeFirst();

/** Blocks from one height to another, both included, lowest first. */
export const chainBlocksBetween = (
  reader: Reader,
  network: string,
  from: bigint,
  to: bigint,
): Promise<ChainBlock[]> =>
  reader
    .selectFrom("chain_blocks")
    .selectAll()
    .where("network", "=", network)
    .where("height", ">=", from)
    .where("height", "<=", to)
    .orderBy("height")
    .execute();

export async function insertChainBlock(tx: WriteTx, block: ChainBlock): Promise<void> {
  await tx.insertInto("chain_blocks").values(block).execute();
}

/** Watches a script from the next block on. */
export async function watchScript(tx: WriteTx, network: string, script: string, at: Epoch): Promise<void> {
  await tx
    .insertInto("watched_scripts")
    .values({ network, script, added_at: at })
    .onConflict((conflict) => conflict.columns(["network", "script"]).doNothing())
    .execute();
}

/** All scripts that are watched. */
export const listWatched = async (reader: Reader, network: string): Promise<string[]> =>
  (await reader.selectFrom("watched_scripts").select("script").where("network", "=", network).execute()).map(
    ({ script }) => script,
  );

function batchesOf(texts: Iterable<string>): string[] {
  const all = [...new Set(texts)];
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, at) =>
    JSON.stringify(all.slice(at * BATCH, (at + 1) * BATCH)),
  );
}

/** Those of the scripts that are watched. A million of them stay in the database: each batch is one look-up. */
export async function watchedAmong(
  { read, dialect }: Pick<Database, "read" | "dialect">,
  network: string,
  scripts: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const batch of batchesOf(scripts)) {
    const rows = await read
      .selectFrom("watched_scripts")
      .select("script")
      .where("network", "=", network)
      .where("script", "in", textsIn(batch, dialect))
      .execute();
    for (const { script } of rows) found.add(script);
  }
  return found;
}

/** Our outputs of these transactions. */
export async function outputsAmong(
  { read, dialect }: Pick<Database, "read" | "dialect">,
  network: string,
  txids: Iterable<string>,
): Promise<ChainOutput[]> {
  const found: ChainOutput[] = [];
  for (const batch of batchesOf(txids)) {
    const rows = await read
      .selectFrom("chain_outputs")
      .selectAll()
      .where("network", "=", network)
      .where("txid", "in", textsIn(batch, dialect))
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Adds an output of ours, or notes the block that has it. @returns whether it is new @throws if it was another one before */
export async function arriveOutput(
  tx: WriteTx,
  output: Omit<ChainOutput, "spent_height" | "spent_by">,
): Promise<boolean> {
  const { network, txid, output: number, made_height } = output;
  const added = await tx
    .insertInto("chain_outputs")
    .values({ ...output, spent_height: null, spent_by: null })
    .onConflict((conflict) => conflict.columns(["network", "txid", "output"]).doNothing())
    .returning("txid")
    .executeTakeFirst();
  if (added !== undefined) return true;
  const kept = await tx
    .updateTable("chain_outputs")
    .set(made_height === null ? { network } : { made_height })
    .where("network", "=", network)
    .where("txid", "=", txid)
    .where("output", "=", number)
    .where("script", "=", output.script)
    .where("amount", "=", output.amount)
    .returning("txid")
    .executeTakeFirst();
  if (kept === undefined) throw new RangeError(`output ${number} of ${txid} has another script or amount`);
  return false;
}

/** Notes the transaction, and its block, that spends an output of ours. */
export async function spendOutput(
  tx: WriteTx,
  { network, txid, output }: Pick<ChainOutput, "network" | "txid" | "output">,
  spent: Pick<ChainOutput, "spent_height" | "spent_by">,
): Promise<void> {
  await tx
    .updateTable("chain_outputs")
    .set(spent)
    .where("network", "=", network)
    .where("txid", "=", txid)
    .where("output", "=", output)
    .execute();
}

/** Outputs of ours that a block makes or spends. */
export async function outputsAt(
  reader: Reader,
  network: string,
  height: bigint,
): Promise<{ readonly made: ChainOutput[]; readonly spent: ChainOutput[] }> {
  const outputs = reader
    .selectFrom("chain_outputs")
    .selectAll()
    .where("network", "=", network)
    .orderBy("txid")
    .orderBy("output");
  return {
    made: await outputs.where("made_height", "=", height).execute(),
    spent: await outputs.where("spent_height", "=", height).execute(),
  };
}

/** Undoes all blocks above a height: what they made waits for a block again, and what they spent is unspent. */
export async function undoBlocks(tx: WriteTx, network: string, height: bigint): Promise<void> {
  await undoBalances(tx, network, height);
  await undoTokens(tx, network, height);
  await tx
    .updateTable("chain_outputs")
    .set({ spent_height: null, spent_by: null })
    .where("network", "=", network)
    .where("spent_height", ">", height)
    .execute();
  await tx
    .updateTable("chain_outputs")
    .set({ made_height: null })
    .where("network", "=", network)
    .where("made_height", ">", height)
    .execute();
  await tx.deleteFrom("chain_blocks").where("network", "=", network).where("height", ">", height).execute();
}

/** The demo's own chain: its blocks, the transactions that wait, and what is unspent. */
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { Epoch, PlayAccount, PlayBlock, PlayNode, PlayOutput } from "./tables.ts";

/** Rows that one statement changes or reads by name. */
const BATCH = 1000;

/** Makes a network's node, unless it is there. @returns whether it was made */
export async function insertPlayNode(tx: WriteTx, node: PlayNode): Promise<boolean> {
  const made = await tx
    .insertInto("play_nodes")
    .values(node)
    .onConflict((conflict) => conflict.column("network").doNothing())
    .returning("network")
    .executeTakeFirst();
  return made !== undefined;
}

export const findPlayNode = (reader: Reader, network: string): Promise<PlayNode | undefined> =>
  reader.selectFrom("play_nodes").selectAll().where("network", "=", network).executeTakeFirst();

/** Begins a change of the chain: all others wait until the transaction ends. */
export const changePlayNode = (
  tx: WriteTx,
  network: string,
  changes: Partial<Pick<PlayNode, "state" | "fee_rate">> = {},
): Promise<PlayNode | undefined> =>
  tx
    .updateTable("play_nodes")
    .set((row) => ({ ...changes, changes: row("changes", "+", 1n) }))
    .where("network", "=", network)
    .returningAll()
    .executeTakeFirst();

/** Takes the turn to mine. @returns false if another process did since `before` */
export async function takePlayTurn(
  tx: WriteTx,
  network: string,
  { now, before }: { readonly now: Epoch; readonly before: Epoch },
): Promise<boolean> {
  const taken = await tx
    .updateTable("play_nodes")
    .set({ mined_at: now })
    .where("network", "=", network)
    .where("mined_at", "<=", before)
    .returning("network")
    .executeTakeFirst();
  return taken !== undefined;
}

const bestBlocks = (reader: Reader, network: string) =>
  reader.selectFrom("play_blocks").selectAll().where("network", "=", network).where("best", "=", 1n);

/** The newest blocks of the best branch, newest first. */
export const newestPlayBlocks = (reader: Reader, network: string, most: number): Promise<PlayBlock[]> =>
  bestBlocks(reader, network).orderBy("height", "desc").limit(most).execute();

/** The block at a height of the best branch. */
export const playBlockAt = (
  reader: Reader,
  network: string,
  height: bigint,
): Promise<PlayBlock | undefined> =>
  bestBlocks(reader, network).where("height", "=", height).executeTakeFirst();

export const findPlayBlock = (reader: Reader, hash: string): Promise<PlayBlock | undefined> =>
  reader.selectFrom("play_blocks").selectAll().where("hash", "=", hash).executeTakeFirst();

/** Adds a block to the best branch. */
export async function addPlayBlock(tx: WriteTx, block: Omit<PlayBlock, "best">): Promise<void> {
  await tx
    .insertInto("play_blocks")
    .values({ ...block, best: 1n })
    .execute();
}

/** Notes the height of the block that has these transactions. */
export async function minePlayTransactions(
  tx: WriteTx,
  txids: readonly string[],
  height: bigint,
): Promise<void> {
  for (let at = 0; at < txids.length; at += BATCH)
    await tx
      .updateTable("play_transactions")
      .set({ height })
      .where("txid", "in", txids.slice(at, at + BATCH))
      .execute();
}

/** Takes all blocks above a height out of the best branch: their transactions wait again. */
export async function leavePlayBlocks(tx: WriteTx, network: string, height: bigint): Promise<PlayBlock[]> {
  await tx
    .updateTable("play_transactions")
    .set({ height: null })
    .where("network", "=", network)
    .where("height", ">", height)
    .execute();
  return tx
    .updateTable("play_blocks")
    .set({ best: 0n })
    .where("network", "=", network)
    .where("best", "=", 1n)
    .where("height", ">", height)
    .returningAll()
    .execute();
}

interface NewTransaction {
  readonly network: string;
  readonly txid: string;
  readonly raw: string;
  readonly position: bigint;
}

/** Has a transaction wait for a block. */
export async function addPlayTransaction(tx: WriteTx, transaction: NewTransaction): Promise<void> {
  await tx
    .insertInto("play_transactions")
    .values({ ...transaction, height: null })
    .execute();
}

/** Transactions that wait, in the order in which a block can have them. */
export const waitingPlayTransactions = (
  reader: Reader,
  network: string,
): Promise<{ txid: string; raw: string }[]> =>
  reader
    .selectFrom("play_transactions")
    .select(["txid", "raw"])
    .where("network", "=", network)
    .where("height", "is", null)
    .orderBy("position")
    .execute();

export const findPlayTransaction = (
  reader: Reader,
  txid: string,
): Promise<{ raw: string; height: bigint | null } | undefined> =>
  reader
    .selectFrom("play_transactions")
    .select(["raw", "height"])
    .where("txid", "=", txid)
    .executeTakeFirst();

export async function addPlayOutputs(
  tx: WriteTx,
  outputs: readonly Omit<PlayOutput, "spent_by">[],
): Promise<void> {
  await tx
    .insertInto("play_outputs")
    .values(outputs.map((output) => ({ ...output, spent_by: null })))
    .execute();
}

/** An output of the best branch or of a transaction that waits. */
export const findPlayOutput = (
  reader: Reader,
  { txid, output }: { readonly txid: string; readonly output: number },
): Promise<PlayOutput | undefined> =>
  reader
    .selectFrom("play_outputs")
    .selectAll()
    .where("txid", "=", txid)
    .where("output", "=", BigInt(output))
    .executeTakeFirst();

export async function spendPlayOutput(
  tx: WriteTx,
  { txid, output }: { readonly txid: string; readonly output: number },
  by: string,
): Promise<void> {
  await tx
    .updateTable("play_outputs")
    .set({ spent_by: by })
    .where("txid", "=", txid)
    .where("output", "=", BigInt(output))
    .execute();
}

/** Unspent outputs of a script, the largest first. */
export const unspentPlayOutputs = (
  reader: Reader,
  network: string,
  script: string,
  most: number,
): Promise<PlayOutput[]> =>
  reader
    .selectFrom("play_outputs")
    .selectAll()
    .where("network", "=", network)
    .where("script", "=", script)
    .where("spent_by", "is", null)
    .orderBy("satoshi", "desc")
    .orderBy("txid")
    .orderBy("output")
    .limit(most)
    .execute();

/** Outputs that a transaction makes, and those that it spends. */
export async function playOutputsOf(
  reader: Reader,
  txid: string,
): Promise<{ readonly made: PlayOutput[]; readonly spent: PlayOutput[] }> {
  const outputs = reader.selectFrom("play_outputs").selectAll();
  return {
    made: await outputs.where("txid", "=", txid).orderBy("output").execute(),
    spent: await outputs.where("spent_by", "=", txid).orderBy("txid").orderBy("output").execute(),
  };
}

/** Forgets a transaction, with all that spend what it made. */
export async function forgetPlayTransaction(tx: WriteTx, txid: string): Promise<void> {
  const { made } = await playOutputsOf(tx, txid);
  const spenders = new Set(made.flatMap(({ spent_by }) => spent_by ?? []));
  for (const spender of spenders) await forgetPlayTransaction(tx, spender);
  await tx.deleteFrom("play_outputs").where("txid", "=", txid).execute();
  await tx.updateTable("play_outputs").set({ spent_by: null }).where("spent_by", "=", txid).execute();
  await tx.deleteFrom("play_transactions").where("txid", "=", txid).execute();
}

/** Accounts as they were after a block, by script. Those that no block has changed are left out. */
export async function playAccountsAt(
  reader: Reader,
  network: string,
  scripts: readonly string[],
  height: bigint,
): Promise<Map<string, PlayAccount>> {
  const found = new Map<string, PlayAccount>();
  for (let at = 0; at < scripts.length; at += BATCH) {
    const rows = await reader
      .selectFrom("play_accounts")
      .selectAll()
      .where("network", "=", network)
      .where("script", "in", scripts.slice(at, at + BATCH))
      .where("height", "<=", height)
      .orderBy("height")
      .execute();
    for (const row of rows) found.set(row.script, row);
  }
  return found;
}

/** Keeps accounts as a block leaves them. */
export async function addPlayAccounts(tx: WriteTx, accounts: readonly PlayAccount[]): Promise<void> {
  for (let at = 0; at < accounts.length; at += BATCH)
    await tx
      .insertInto("play_accounts")
      .values(accounts.slice(at, at + BATCH))
      .execute();
}

/** Brings accounts back to what they were after a block. */
export async function undoPlayAccounts(tx: WriteTx, network: string, height: bigint): Promise<void> {
  await tx.deleteFrom("play_accounts").where("network", "=", network).where("height", ">", height).execute();
}

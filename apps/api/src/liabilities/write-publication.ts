import { setTimeout as wait } from "node:timers/promises";
import type { LiabilitiesDocument, LiabilityTree } from "@wattle/contracts/liabilities";
import { hashOf, sumOf } from "@wattle/contracts/liability-tree";
import type { Database, WriteTx } from "@wattle/db/database";
import {
  finishPublication,
  forgetLiabilities,
  insertLiabilityLeaves,
  insertLiabilityNodes,
  selectOwned,
} from "@wattle/db/liabilities";
import { randomIds } from "../clock.ts";
import type { SigningKey } from "../signed-quotes/quote.ts";
import { signDocument } from "../signed-quotes/sign-document.ts";
import { buildTree } from "./build-tree.ts";
import { ownersByCurrency, type Owners } from "./owners.ts";

/** Data for the thread of a publication that was begun. */
export interface BegunPublication {
  readonly id: string;
  /** As ISO 8601. */
  readonly created_at: string;
  readonly key: SigningKey;
}

/** Rows that one database transaction writes: nothing else waits for long. */
const AT_ONCE = { leaves: 1000, nodes: 48 };

/** Writes, and then leaves SQLite's one place for writing to others for as long as that took. */
async function writeInTurn<T>(database: Database, work: (tx: WriteTx) => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await database.write(work, { patient: true });
  if (database.dialect === "sqlite") await wait(performance.now() - began);
  return result;
}

/** Collects rows and writes them, some at once, while the next ones are made. */
function inBatches<Row>(
  database: Database,
  atOnce: number,
  insert: (tx: WriteTx, rows: readonly Row[]) => Promise<void>,
) {
  let rows: Row[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  const flush = async (): Promise<void> => {
    const full = rows;
    rows = [];
    await writing;
    if (full.length > 0) writing = writeInTurn(database, (tx) => insert(tx, full));
    // A failure is thrown at the next wait for it.
    writing.catch(() => undefined);
  };
  const add = async (row: Row): Promise<void> => {
    if (rows.push(row) >= atOnce) await flush();
  };
  const finish = async (): Promise<void> => {
    await flush();
    await writing;
  };
  return { add, finish };
}

async function writeTree(
  database: Database,
  of: { readonly publication_id: string; readonly currency: string },
  owners: Owners,
): Promise<LiabilityTree> {
  const nodes = inBatches(database, AT_ONCE.nodes, insertLiabilityNodes);
  const leaves = inBatches<string>(database, AT_ONCE.leaves, (tx, rows) =>
    insertLiabilityLeaves(tx, { ...of, rows: `[${rows.join(",")}]` }),
  );
  const tree = await buildTree(owners, randomIds, {
    nodes: (level, number, block) =>
      nodes.add({ ...of, level: BigInt(level), number: BigInt(number), nodes: block.toString("base64") }),
    leaves: (id, amount, own) => leaves.add(JSON.stringify([id, String(amount), own])),
  });
  await leaves.finish();
  await nodes.finish();
  return {
    currency: of.currency,
    root: hashOf(tree.root),
    total: String(sumOf(tree.root)),
    leaves: tree.leaves,
  };
}

/**
 * Writes what is owed to all customers at this moment, makes it the newest publication, and deletes what customers had of older ones.
 * @returns the document; undefined if another process published something newer meanwhile
 */
export async function writePublication(
  database: Database,
  { id, created_at, key }: BegunPublication,
): Promise<LiabilitiesDocument | undefined> {
  const trees: LiabilityTree[] = [];
  const owned = await ownersByCurrency(database.pieces(selectOwned(database.read)));
  try {
    for (const [currency, owners] of owned)
      trees.push(await writeTree(database, { publication_id: id, currency }, owners));
  } finally {
    owned.close();
  }
  const unsigned = { id, created_at, trees };
  const document = { ...unsigned, signature: signDocument(unsigned, key, "liabilities+json") };
  if (!(await database.write((tx) => finishPublication(tx, id, JSON.stringify(document))))) return undefined;
  while (await writeInTurn(database, (tx) => forgetLiabilities(tx, id, AT_ONCE)));
  return document;
}

import { DomainError } from "@wattle/contracts/errors";
import {
  liabilitiesDocument,
  type LiabilitiesDocument,
  type LiabilityTree,
  type OwnLeaf,
  type OwnLiability,
  type PathStep,
} from "@wattle/contracts/liabilities";
import { hashOf, NODE_BYTES, sumOf } from "@wattle/contracts/liability-tree";
import { findLiabilityNodes, liabilityLeavesOf, newestPublication } from "@wattle/db/liabilities";
import type { Services } from "../services.ts";
import { BLOCK_NODES, levelsOf, type PlacedLeaf } from "./build-tree.ts";

/** A publication may take the place of another while it is read; not twice within a moment. */
const READS = 2;

/** The last publication; undefined before the first time. */
export async function newestLiabilities({
  database,
}: Pick<Services, "database">): Promise<LiabilitiesDocument | undefined> {
  const newest = await newestPublication(database.read);
  return newest === undefined ? undefined : liabilitiesDocument.parse(JSON.parse(newest.document));
}

/** The last publication. @throws DomainError `not_found` before the first time */
export async function publishedLiabilities(
  services: Pick<Services, "database">,
): Promise<LiabilitiesDocument> {
  const document = await newestLiabilities(services);
  if (document === undefined) throw new DomainError("not_found");
  return document;
}

/** The steps from a node of a block to the block's root. @param levels the block's */
const pathWithin = (levels: readonly Uint8Array[], place: number): PathStep[] =>
  levels.slice(0, -1).map((nodes, level) => {
    const at = (place >> level) ^ 1;
    const other = nodes.subarray(at * NODE_BYTES, (at + 1) * NODE_BYTES);
    return { side: (at & 1) === 0 ? "left" : "right", hash: hashOf(other), sum: String(sumOf(other)) };
  });

/** Reads the blocks of a tree, each once with all its levels: the paths of a customer's leaves meet further up. */
function blocksOf({ database }: Pick<Services, "database">, publication_id: string, currency: string) {
  const known = new Map<string, readonly Uint8Array[]>();
  return async (level: bigint, number: number): Promise<readonly Uint8Array[] | undefined> => {
    const key = `${level}/${number}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const where = { publication_id, currency, level, number: BigInt(number) };
    const nodes = await findLiabilityNodes(database.read, where);
    if (nodes === undefined) return undefined;
    const levels = levelsOf(Buffer.from(nodes, "base64"));
    known.set(key, levels);
    return levels;
  };
}

/** @returns undefined if the publication is not kept any more */
async function pathOf(
  blockOf: ReturnType<typeof blocksOf>,
  { leaves }: LiabilityTree,
  position: number,
): Promise<PathStep[] | undefined> {
  const path: PathStep[] = [];
  let at = position;
  let count = leaves;
  for (let level = 0n; ; level++) {
    const block = Math.floor(at / BLOCK_NODES);
    const levels = await blockOf(level, block);
    if (levels === undefined) return undefined;
    path.push(...pathWithin(levels, at % BLOCK_NODES));
    count = Math.ceil(count / BLOCK_NODES);
    if (count === 1) return path;
    at = block;
  }
}

/** @returns undefined if a newer publication has taken this one's place meanwhile */
async function readOwn(
  services: Pick<Services, "database">,
  userId: string,
): Promise<OwnLiability[] | undefined> {
  const document = await newestLiabilities(services);
  if (document === undefined) return [];
  const own: OwnLiability[] = [];
  for (const row of await liabilityLeavesOf(services.database.read, document.id, userId)) {
    const tree = document.trees.find(({ currency }) => currency === row.currency);
    if (tree === undefined) throw new Error(`publication ${document.id} has no tree of ${row.currency}`);
    const leaves: OwnLeaf[] = [];
    const blockOf = blocksOf(services, document.id, row.currency);
    for (const { position, amount, nonce } of JSON.parse(row.leaves) as PlacedLeaf[]) {
      const path = await pathOf(blockOf, tree, position);
      if (path === undefined) return undefined;
      leaves.push({ amount, nonce, path });
    }
    const { currency, root, total } = tree;
    own.push({ currency, amount: String(row.amount), leaves, root, total, publication: document.id });
  }
  const newest = await newestPublication(services.database.read);
  return newest?.id === document.id ? own : undefined;
}

/** A customer's leaves in the newest publication, each with its path to the root. */
export async function ownLiabilitiesOf(
  services: Pick<Services, "database">,
  userId: string,
): Promise<OwnLiability[]> {
  for (let tries = 0; tries < READS; tries += 1) {
    const own = await readOwn(services, userId);
    if (own !== undefined) return own;
  }
  throw new Error("a publication of liabilities is not complete");
}

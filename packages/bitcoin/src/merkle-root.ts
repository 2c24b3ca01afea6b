import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { InvalidChainData } from "./byte-reader.ts";

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.every((byte, at) => byte === b[at]);

/**
 * The root over the ids of a block's transactions. The last one of a level without a partner is its own, so that a list with
 * some of its end twice has the same root (CVE-2012-2459): such a list is refused.
 * @throws InvalidChainData
 */
export function merkleRoot(ids: readonly Uint8Array[]): Uint8Array {
  let level = ids;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] as Uint8Array;
      const right = level[at + 1];
      if (right !== undefined && isSame(left, right))
        throw new InvalidChainData("a block has transactions twice");
      above.push(sha256(sha256(concatBytes(left, right ?? left))));
    }
    level = above;
  }
  const [root] = level;
  if (root === undefined) throw new InvalidChainData("a block has no transaction");
  return root;
}

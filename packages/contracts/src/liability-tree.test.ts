import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OwnLeaf, OwnLiability } from "./liabilities.ts";
import { checkLiabilities, type LiabilityProblem } from "./liability-tree.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const hex = (text: string): string => createHash("sha256").update(Buffer.from(text, "hex")).digest("hex");
const be64 = (amount: bigint): string => amount.toString(16).padStart(16, "0");

interface Leaf {
  readonly nonce: string;
  readonly customer: string;
  readonly amount: bigint;
}
interface Node {
  readonly hash: string;
  readonly sum: bigint;
}

const leafNode = ({ nonce, customer, amount }: Leaf): Node => ({
  hash: hex(`00${nonce}${Buffer.from(customer).toString("hex")}${be64(amount)}`),
  sum: amount,
});
const above = (left: Node, right: Node): Node => ({
  hash: hex(`01${left.hash}${be64(left.sum)}${right.hash}${be64(right.sum)}`),
  sum: left.sum + right.sum,
});

/** The tree straight from the specification, on hex text: another program than the one that is tested. */
function plainTree(leaves: readonly Leaf[]) {
  const levels = [leaves.map(leafNode)];
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) {
    level = Array.from({ length: level.length / 2 }, (_, at) =>
      above(level[2 * at] as Node, level[2 * at + 1] as Node),
    );
  }
  const root = levels.at(-1)?.[0] as Node;
  const leafAt = (place: number): OwnLeaf => ({
    amount: String(leaves[place]?.amount),
    nonce: leaves[place]?.nonce ?? "",
    path: levels.slice(0, -1).map((level, depth) => {
      const at = (place >> depth) ^ 1;
      return {
        side: at % 2 === 0 ? "left" : "right",
        hash: level[at]?.hash ?? "",
        sum: String(level[at]?.sum),
      };
    }),
  });
  return { root, leafAt };
}

const ID = "0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a55";
const nonceOf = (number: number): string => number.toString(16).padStart(32, "0");

/** A tree in which Mary has the leaves at places 1 and 2, and what she and everyone get of it. */
function published(amounts: readonly bigint[], owners = ["Zoë", "mary", "mary", "zero"]) {
  const leaves = amounts.map((amount, at) => ({ nonce: nonceOf(at), customer: owners[at] ?? "", amount }));
  const { root, leafAt } = plainTree(leaves);
  const tree = { currency: "AUD", root: root.hash, total: String(root.sum), leaves: leaves.length };
  const own: OwnLiability = {
    currency: "AUD",
    amount: String((amounts[1] ?? 0n) + (amounts[2] ?? 0n)),
    leaves: [leafAt(1), leafAt(2)],
    root: root.hash,
    total: tree.total,
    publication: ID,
  };
  return { document: { id: ID, trees: [tree] }, own };
}

const AMOUNTS = [5n, 700n, 0n, 25n];

test("the vector: four leaves, computed by hand with any SHA-256", () => {
  const { document } = published(AMOUNTS);
  expect(leafNode({ nonce: nonceOf(1), customer: "mary", amount: 700n }).hash).toBe(
    hex("00" + "0".repeat(31) + "1" + "6d617279" + "00000000000002bc"),
  );
  expect(document.trees[0]).toMatchObject({ total: "730", leaves: 4 });
});

test("who is counted is found counted, with every step up to the root", async () => {
  const { document, own } = published(AMOUNTS);
  const [check] = await checkLiabilities(document, "mary", [own], sha256, new Map([["AUD", 700n]]));
  expect(check).toMatchObject({ currency: "AUD", amount: 700n, problem: undefined });
  expect(check?.leaves.map(({ steps }) => steps.length)).toEqual([3, 3]);
  expect(check?.leaves[0]?.steps.at(-1)).toEqual({ hash: own.root, sum: 730n });
});

test("any amounts are found counted, and no other customer is found in their leaves", async () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 60n });
  await fc.assert(
    fc.asyncProperty(fc.array(amount, { minLength: 4, maxLength: 4 }), async (amounts) => {
      const { document, own } = published(amounts);
      const [mine] = await checkLiabilities(document, "mary", [own], sha256);
      const [other] = await checkLiabilities(document, "Mary", [own], sha256);
      expect([mine?.problem, other?.problem]).toEqual([undefined, "root"]);
    }),
    { numRuns: 30 },
  );
});

describe("a publisher who cheats is found out:", () => {
  const { document, own } = published(AMOUNTS);
  const [first, second] = own.leaves as [OwnLeaf, OwnLeaf];
  const withLeaf = (changes: Partial<OwnLeaf>): OwnLiability => ({
    ...own,
    leaves: [{ ...first, ...changes }, second],
  });
  const withStep = (changes: Partial<OwnLeaf["path"][number]>): OwnLiability =>
    withLeaf({
      path: [{ ...(first.path[0] as OwnLeaf["path"][number]), ...changes }, ...first.path.slice(1)],
    });
  /** The tree of a publisher who left Mary out, and shows her the path she would have had. */
  const without = published([5n, 0n, 0n, 25n], ["Zoë", "", "", "zero"]);
  const ofThat: OwnLiability = { ...own, root: without.own.root, total: without.own.total };

  test.each<[string, LiabilityProblem, readonly OwnLiability[], typeof document]>([
    ["the customer is left out of the tree", "root", [ofThat], without.document],
    ["the customer is left out of the answer", "missing", [], document],
    [
      "less is counted than there was",
      "missing",
      [published([5n, 600n, 0n, 25n]).own],
      published([5n, 600n, 0n, 25n]).document,
    ],
    ["the sum of a neighbour is changed", "root", [withStep({ sum: "4" })], document],
    ["the amount is changed, the leaves are not", "amount", [{ ...own, amount: "701" }], document],
    [
      "the amount of a leaf is changed",
      "root",
      [{ ...withLeaf({ amount: "701" }), amount: "701" }],
      document,
    ],
    ["a neighbour is negative", "figure", [withStep({ sum: "-5" })], document],
    ["a leaf is negative", "figure", [{ ...withLeaf({ amount: "-700" }), amount: "700" }], document],
    ["a sum is larger than 64 bits", "figure", [withStep({ sum: String(2n ** 64n - 1n) })], document],
    ["a nonce is swapped", "root", [withLeaf({ nonce: second.nonce })], document],
    ["a nonce is none", "figure", [withLeaf({ nonce: "00" })], document],
    ["a side is swapped", "root", [withStep({ side: "right" })], document],
    ["one leaf is counted twice", "repeated", [{ ...own, amount: "1400", leaves: [first, first] }], document],
    ["a path ends early", "depth", [withLeaf({ path: first.path.slice(0, 1) })], document],
    [
      "another root than the published one",
      "publication",
      [{ ...own, root: own.root.replace(/./, "0") }],
      document,
    ],
    ["another publication", "publication", [{ ...own, publication: "older" }], document],
    [
      "the published total is smaller",
      "total",
      [{ ...own, total: "700" }],
      { ...document, trees: document.trees.map((tree) => ({ ...tree, total: "700" })) },
    ],
  ])("%s", async (_what, problem, answer, of) => {
    const checks = await checkLiabilities(of, "mary", answer, sha256, new Map([["AUD", 700n]]));
    expect(checks.map((check) => check.problem)).toEqual([problem]);
  });
});

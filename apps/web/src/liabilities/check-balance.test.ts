// @vitest-environment node
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { LiabilitiesDocument, OwnLiability } from "@wattle/contracts/liabilities";
import { hashOf, leafBytes, nodeBytes, pairBytes, toHex } from "@wattle/contracts/liability-tree";
import { expect, test, vi } from "vitest";
import { checkBalance } from "./check-balance.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const KEYS = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1" }] };
const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const nonce = new Uint8Array(16).fill(7);
const leaf = nodeBytes(sha256(leafBytes(nonce, "mary", 70_000n)), 70_000n);
const other = nodeBytes(sha256(leafBytes(nonce, "", 0n)), 0n);
const root = nodeBytes(sha256(pairBytes(leaf, other)), 70_000n);

function published(id = "p1", typ = "liabilities+json"): LiabilitiesDocument {
  const tree = { currency: "AUD", root: hashOf(root), total: "70000", leaves: 2 };
  const unsigned = { id, created_at: "2026-11-22T00:00:00.000Z", trees: [tree] };
  const signed = `${encoded({ alg: "EdDSA", typ, kid: "k1" })}.${encoded(unsigned)}`;
  return {
    ...unsigned,
    signature: `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`,
  };
}
const own = (publication = "p1"): OwnLiability[] => [
  {
    currency: "AUD",
    amount: "70000",
    leaves: [
      { amount: "70000", nonce: toHex(nonce), path: [{ side: "right", hash: hashOf(other), sum: "0" }] },
    ],
    root: hashOf(root),
    total: "70000",
    publication,
  },
];

const checked = (document: LiabilitiesDocument | null, mine = own(), keys: unknown = KEYS) =>
  checkBalance(
    {
      document: () => Promise.resolve(document),
      keys: () => Promise.resolve(keys),
      own: () => Promise.resolve(mine),
    },
    "mary",
  );

test("a genuine document that counts the customer is found to do so", async () => {
  expect(await checked(published())).toMatchObject({
    signature: "genuine",
    currencies: [{ currency: "AUD", amount: 70_000n, problem: undefined }],
  });
});

test.each<[string, LiabilitiesDocument, unknown]>([
  ["changed after it was signed", { ...published(), created_at: "2026-11-23T00:00:00.000Z" }, KEYS],
  ["signed as something else", published("p1", "quote+jwt"), KEYS],
  ["of a key that was not published", published(), { keys: [] }],
])("a document that is %s is forged", async (_what, document, keys) => {
  expect(await checked(document, own(), keys)).toMatchObject({ signature: "forged" });
});

test("a publication that takes the other's place meanwhile is read again", async () => {
  const document = vi
    .fn<() => Promise<LiabilitiesDocument>>()
    .mockResolvedValueOnce(published("p0"))
    .mockResolvedValue(published("p1"));
  const result = await checkBalance(
    { document, keys: () => Promise.resolve(KEYS), own: () => Promise.resolve(own("p1")) },
    "mary",
  );
  expect(result).toMatchObject({ document: { id: "p1" }, currencies: [{ problem: undefined }] });
});

test("nothing published is no failure, and a browser without hashes says so", async () => {
  expect(await checked(null)).toBe("none");
  vi.stubGlobal("crypto", {});
  expect(await checked(published())).toBe("unable");
  vi.unstubAllGlobals();
});

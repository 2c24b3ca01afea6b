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

type Sources = Parameters<typeof checkBalance>[0];
const NOTHING_ELSE = { holdings: () => Promise.resolve([]), changedSince: () => Promise.resolve([]) };

const checked = (
  document: LiabilitiesDocument | null,
  mine = own(),
  keys: unknown = KEYS,
  known: Pick<Sources, "holdings" | "changedSince"> = NOTHING_ELSE,
) =>
  checkBalance(
    {
      document: () => Promise.resolve(document),
      keys: () => Promise.resolve(keys),
      own: () => Promise.resolve(mine),
      ...known,
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
    { ...NOTHING_ELSE, document, keys: () => Promise.resolve(KEYS), own: () => Promise.resolve(own("p1")) },
    "mary",
  );
  expect(result).toMatchObject({ document: { id: "p1" }, currencies: [{ problem: undefined }] });
});

const moved = (credit_currency: string, debit_currency: string, fee_currency: string | null = null) => ({
  credit_currency,
  debit_currency,
  fee_currency,
});

test.each<[string, Awaited<ReturnType<Sources["changedSince"]>>, OwnLiability[], readonly unknown[]]>([
  ["left out altogether, and untouched since", [], own(), [["BTC", "missing"]]],
  [
    "left out, as all of theirs is",
    [],
    [],
    [
      ["AUD", "missing"],
      ["BTC", "missing"],
    ],
  ],
  ["got since", [moved("AUD", "BTC", "AUD")], own(), []],
  ["a fee has moved since", [moved("ETH", "AUD", "BTC")], own(), []],
  ["perhaps among too many changes", undefined, own(), []],
])("a currency that is %s", async (_what, changes, mine, missing) => {
  const since = vi.fn<Sources["changedSince"]>().mockResolvedValue(changes);
  const result = await checked(published(), mine, KEYS, {
    holdings: () =>
      Promise.resolve([
        { currency: "AUD", amount: "700.00" },
        { currency: "BTC", amount: "0.50000000" },
        { currency: "ETH", amount: "0.00000000" },
      ]),
    changedSince: since,
  });
  expect(since).toHaveBeenCalledExactlyOnceWith("2026-11-22T00:00:00.000Z");
  const { currencies } = result as Exclude<typeof result, string>;
  expect(
    currencies.flatMap(({ currency, problem }) => (problem === undefined ? [] : [[currency, problem]])),
  ).toEqual(missing);
});

test("a currency that is counted with less than there was is missing a part", async () => {
  const result = await checked(published(), own(), KEYS, {
    ...NOTHING_ELSE,
    holdings: () => Promise.resolve([{ currency: "AUD", amount: "700.01" }]),
  });
  expect(result).toMatchObject({ currencies: [{ currency: "AUD", problem: "missing" }] });
});

test("nothing published is no failure, and a browser without hashes says so", async () => {
  expect(await checked(null)).toBe("none");
  vi.stubGlobal("crypto", {});
  expect(await checked(published())).toBe("unable");
  vi.unstubAllGlobals();
});

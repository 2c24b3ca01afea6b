import { expect, test } from "vitest";
import { SearchHashes } from "./search-hashes.ts";

const secret = Buffer.alloc(32, 3).toString("base64url");
const hashes = new SearchHashes(secret);

test.each([
  ["case and dashes", "pa-123 4567", "PA1234567"],
  ["slashes", "AB/12/34", "ab1234"],
  ["the plus of a phone number", "+61 412 345 678", "61412345678"],
  ["full-width letters", "ＰＡ１２３", "pa123"],
])("%s make no difference", (_what, one, other) => {
  expect(hashes.of("document_number", one)).toBe(hashes.of("document_number", other));
});

test("another value, another kind and another secret hash to something else", () => {
  const other = new SearchHashes(Buffer.alloc(32, 4).toString("base64url"));
  const all = [
    hashes.of("phone", "123"),
    hashes.of("phone", "1234"),
    hashes.of("document_number", "123"),
    other.of("phone", "123"),
  ];
  expect(new Set(all).size).toBe(4);
  for (const hash of all) expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test("what is empty once it is normalised has no hash: two who left a field out are no match", () => {
  expect(hashes.of("phone", " - ")).toBeUndefined();
  expect(hashes.list("phone", null)).toEqual([]);
});

// @vitest-environment node
import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { changeDigit, claimsOf, headerOf, verifyQuote } from "./verify-quote.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const keys = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1" }] };
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const claims = { rate: "150000.00", fee: "1.00", note: "₿ ~ü" };
const signed = `${encoded({ alg: "EdDSA", kid: "k1" })}.${encoded(claims)}`;
const jws = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`;

test("what the key signed is genuine, and its claims can be read", async () => {
  expect(await verifyQuote(jws, "k1", keys)).toBe("genuine");
  expect(claimsOf(jws)).toEqual(claims);
});

test("one changed digit is seen in the claims, and no longer genuine", async () => {
  const changed = changeDigit(jws, "rate");
  expect(claimsOf(changed)).toEqual({ ...claims, rate: "250000.00" });
  expect(headerOf(changed)).toEqual({ alg: "EdDSA", kid: "k1" });
  expect(await verifyQuote(changed, "k1", keys)).toBe("forged");
});

test.each([
  ["another payload", () => jws.replace(encoded(claims), encoded({ ...claims, rate: "1" })), "k1"],
  ["a key that was not published", () => jws, "k2"],
  ["no signature", () => `${signed}.`, "k1"],
])("%s is not", async (_what, text, kid) => {
  expect(await verifyQuote(text(), kid, keys)).toBe("forged");
});

test("keys that are none, and text that is no JWS", async () => {
  expect(await verifyQuote(jws, "k1", { keys: [{ kid: "k1", kty: "OKP", crv: "Ed25519", x: "!" }] })).toBe(
    "unable",
  );
  expect(await verifyQuote(jws, "k1", null)).toBe("forged");
  expect(claimsOf("nonsense")).toBeUndefined();
});

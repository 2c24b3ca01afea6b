import { createPublicKey } from "node:crypto";
import { createLocalJWKSet, compactVerify } from "jose";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  generateSigningKey,
  publicJwk,
  signingKeyOf,
  signQuote,
  signQuoteAside,
  verifyQuote,
  type Quote,
} from "./quote.ts";

const made = generateSigningKey();
const key = signingKeyOf(made.privatePem);
const publicKeys = new Map([[key.kid, key.publicKey]]);

const QUOTE: Quote = {
  id: "0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a55",
  subject: "0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a56",
  creditCurrency: "BTC",
  debitCurrency: "AUD",
  rate: "150000.25",
  fee: "1",
  min: "0.00067341",
  max: "0.67340900",
  rateTimestamp: 1_795_000_000,
  issuedAt: 1_795_000_000_123,
  expiresAt: 1_795_000_045_123,
};

describe("signed quotes", () => {
  test("read back as they were signed, milliseconds included", async () => {
    expect(await verifyQuote(signQuote(QUOTE, key), publicKeys)).toEqual(QUOTE);
  });

  test("are signed alike on another thread", async () => {
    expect(await signQuoteAside(QUOTE, key)).toBe(signQuote(QUOTE, key));
  });

  test("any quote reads back as it was signed", async () => {
    const text = fc.string({ minLength: 0, maxLength: 40 });
    const time = fc.integer({ min: 0, max: 4_102_444_800_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          id: text,
          subject: text,
          creditCurrency: text,
          debitCurrency: text,
          rate: text,
          fee: text,
          min: text,
          max: text,
          rateTimestamp: fc.integer({ min: 0, max: 4_102_444_800 }),
          issuedAt: time,
          expiresAt: time,
        }),
        async (quote) => {
          expect(await verifyQuote(signQuote(quote, key), publicKeys)).toEqual(quote);
        },
      ),
    );
  });

  test("verify with another library, from the public key alone", async () => {
    const { payload, protectedHeader } = await compactVerify(
      signQuote(QUOTE, key),
      createLocalJWKSet({ keys: [{ ...made.jwk }] }),
    );
    expect(protectedHeader).toEqual({ alg: "EdDSA", typ: "quote+jwt", kid: key.kid });
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({
      jti: QUOTE.id,
      sub: QUOTE.subject,
      iat: 1_795_000_000.123,
      exp: 1_795_000_045.123,
      credit_currency: "BTC",
      debit_currency: "AUD",
      rate: "150000.25",
      fee: "1",
      min: "0.00067341",
      max: "0.67340900",
      timestamp: 1_795_000_000,
    });
  });

  test("one changed character anywhere is noticed", async () => {
    const jws = signQuote(QUOTE, key);
    for (let index = 0; index < jws.length; index++) {
      const other = jws[index] === "A" ? "B" : "A";
      const changed = jws.slice(0, index) + other + jws.slice(index + 1);
      expect(await verifyQuote(changed, publicKeys), `character ${index}`).toBeUndefined();
    }
  });

  test("a key that is not among ours signs nothing of ours", async () => {
    expect(await verifyQuote(signQuote(QUOTE, key), new Map())).toBeUndefined();
    const stranger = signingKeyOf(generateSigningKey().privatePem);
    expect(await verifyQuote(signQuote(QUOTE, stranger), publicKeys)).toBeUndefined();
    expect(
      await verifyQuote(signQuote(QUOTE, { ...stranger, kid: key.kid, header: key.header }), publicKeys),
    ).toBeUndefined();
  });

  const signedBytes = (header: object, claims: unknown): string => {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    return signQuote(QUOTE, key).split(".").with(0, part(header)).with(1, part(claims)).join(".");
  };

  test.each([
    ["no algorithm", { typ: "quote+jwt", kid: key.kid }],
    ["algorithm none", { alg: "none", typ: "quote+jwt", kid: key.kid }],
    ["a symmetric algorithm", { alg: "HS256", typ: "quote+jwt", kid: key.kid }],
    ["another type of token", { alg: "EdDSA", typ: "JWT", kid: key.kid }],
    ["no key", { alg: "EdDSA", typ: "quote+jwt" }],
    ["a key named like an object's part", { alg: "EdDSA", typ: "quote+jwt", kid: "__proto__" }],
  ])("a header with %s is refused", async (_, header) => {
    expect(await verifyQuote(signedBytes(header, {}), publicKeys)).toBeUndefined();
  });

  test.each(["", ".", "..", "...", "a.b.c", `${"a".repeat(5000)}.b.c`, "null.null.null", "W10.W10.W10"])(
    "%s is refused without an error",
    async (text) => {
      expect(await verifyQuote(text, publicKeys)).toBeUndefined();
    },
  );

  test("the key's name is the RFC 7638 thumbprint of its public half", async () => {
    // RFC 8037, appendix A.3: the thumbprint of the key of A.2.
    const jwk = { kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
    expect(publicJwk(createPublicKey({ key: jwk, format: "jwk" })).kid).toBe(
      "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
    );
  });
});

import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base64, hex } from "@scure/base";
import { WIF } from "@scure/btc-signer";
import { hash160, pubECDSA } from "@scure/btc-signer/utils.js";
import { Signer, Verifier } from "bip322-js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressOfScript, parseAddress } from "./address.ts";
import { checkMessage, signMessage } from "./message.ts";
import vectors from "./testing/bip-322.json" with { type: "json" };
import { CHANGE, keyAt, scriptAt } from "./testing/wallets.ts";

const scriptOf = (address: string): Uint8Array => parseAddress(address, "main").script;

/** A key with an address of each type. Private key and addresses are those of bip322-js' own tests. */
const KEY = "L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k";
const ADDRESSES = [
  "14vV3aCHBeStb5bkenkNHbe2YAFinYdXgc",
  "37qyp7jQAzqb2rCBpMvVtLDuuzKAUCVnJb",
  "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l",
  "bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3",
];

describe("vectors of BIP-322", () => {
  test.each(vectors.simple)("$type: $message", ({ message, address, type, bip322_signatures }) => {
    for (const signature of bip322_signatures)
      expect(checkMessage(message, scriptOf(address), signature)).toBe(
        type.startsWith("p2wsh") ? "unsupported" : "valid",
      );
  });

  test.each(vectors.error)("$description", ({ message, address, signature }) => {
    expect(checkMessage(message, scriptOf(address), signature)).not.toBe("valid");
  });

  test.each(vectors.simple.slice(0, 2))(
    "our signature of '$message' is theirs",
    ({ message, address, private_keys, bip322_signatures }) => {
      const privateKey = WIF().decode(private_keys[0] ?? "");
      const signature = signMessage(message, scriptOf(address), {
        privateKey,
        publicKey: pubECDSA(privateKey),
      });
      expect(bip322_signatures).toContain(`smp${signature}`);
    },
  );
});

describe("an independent signer and verifier", () => {
  test.each(ADDRESSES)("signs for %s", (address) => {
    const script = scriptOf(address);
    const signature = Signer.sign(KEY, address, "Wattle: pay to this address").toString();
    expect(checkMessage("Wattle: pay to this address", script, signature)).toBe("valid");
    expect(checkMessage("Wattle: pay to that address", script, signature)).toBe("wrong");
    for (const other of ADDRESSES.filter((each) => each !== address))
      expect(checkMessage("Wattle: pay to this address", scriptOf(other), signature)).toBe("wrong");
  });

  test("verifies what we sign, and what we sign is valid", () => {
    const script = scriptAt(CHANGE);
    const address = addressOfScript(script, "test") ?? "";
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (message) => {
        const signature = signMessage(message, script, keyAt(CHANGE));
        expect(checkMessage(message, script, signature)).toBe("valid");
        expect(Verifier.verifySignature(address, message, signature)).toBe(true);
        expect(checkMessage(`${message} `, script, signature)).toBe("wrong");
      }),
      { numRuns: 20 },
    );
  });
});

test.each([
  ["compressed", 31, "14vV3aCHBeStb5bkenkNHbe2YAFinYdXgc"],
  ["uncompressed", 27, "169ojqRJ3d4f7aNMu86nAAwGJyeykmByFU"],
])("a %s key signs for its own P2PKH address only", (form, header, address) => {
  const text = new TextEncoder().encode("\u0018Bitcoin Signed Message:\n\u0007message");
  const privateKey = WIF().decode(KEY);
  const options = { prehash: false, format: "recovered" } as const;
  const [recovery = 0, ...rest] = secp256k1.sign(sha256(sha256(text)), privateKey, options);
  const signature = base64.encode(Uint8Array.of(header + recovery, ...rest));
  const hash = hash160(secp256k1.getPublicKey(privateKey, form === "compressed"));
  expect(addressOfScript(Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac), "main")).toBe(address);
  expect(checkMessage("message", scriptOf(address), signature)).toBe("valid");
  expect(checkMessage("massage", scriptOf(address), signature)).toBe("wrong");
  expect(checkMessage("message", scriptOf("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"), signature)).toBe("wrong");
});

test("any other text is no signature", () => {
  const scripts = ADDRESSES.map(scriptOf);
  const bytes = fc.uint8Array({ maxLength: 120 }).map((each) => Buffer.from(each).toString("base64"));
  fc.assert(
    fc.property(fc.oneof(fc.string(), bytes), fc.constantFrom(...scripts), (signature, script) => {
      expect(checkMessage("message", script, signature)).not.toBe("valid");
    }),
  );
  expect(checkMessage("", hex.decode("6a"), "")).toBe("unsupported");
});

import { hex } from "@scure/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressOfScript, parseAddress } from "./address.ts";
import type { ChainName } from "./chains.ts";
import { type Reason, Refused } from "./refused.ts";
import { type AddressType, scriptType } from "./script-type.ts";

const chainOf = (address: string): ChainName => (/^bc|^[13]/i.test(address) ? "main" : "test");
const reasonOf = (text: string, chain: ChainName): Reason | "none" => {
  try {
    parseAddress(text, chain);
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
  return "none";
};

/** From BIP-173 and BIP-350, and two older ones. */
const VALID: readonly (readonly [string, AddressType, string])[] = [
  ["BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "p2wpkh", "0014751e76e8199196d454941c45d1b3a323f1433bd6"],
  [
    "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
    "p2wsh",
    "00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262",
  ],
  [
    "tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy",
    "p2wsh",
    "0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
  ],
  [
    "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c",
    "p2tr",
    "5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433",
  ],
  [
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    "p2tr",
    "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
  ],
  ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "p2pkh", "76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac"],
  ["3P14159f73E4gFr7JterCCQh9QjiTjiZrG", "p2sh", "a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87"],
];

describe("valid", () => {
  test.each(VALID)("%s", (text, type, script) => {
    const chain = chainOf(text);
    const found = parseAddress(` ${text} `, chain);
    const address = text.startsWith("BC") ? text.toLowerCase() : text;
    expect({ ...found, script: hex.encode(found.script) }).toEqual({ address, type, script });
    expect(addressOfScript(found.script, chain)).toBe(address);
  });
});

describe("invalid (BIP-173, BIP-350)", () => {
  test.each<[string, Reason]>([
    ["tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty", "address_form"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "address_checksum"],
    ["BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2", "address_checksum"],
    ["bc1rw5uspcuh", "address_checksum"],
    ["bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90", "address_checksum"],
    ["BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P", "address_form"],
    ["tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7", "address_mixed_case"],
    ["bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du", "address_checksum"],
    ["tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv", "address_form"],
    ["bc1gmk9yu", "address_checksum"],
    ["tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut", "address_form"],
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", "address_checksum"],
    ["tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf", "address_checksum"],
    ["BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL", "address_checksum"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh", "address_checksum"],
    ["tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47", "address_checksum"],
    ["bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4", "address_checksum"],
    ["BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R", "address_witness_version"],
    ["bc1pw5dgrnzv", "address_form"],
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav", "address_form"],
    ["tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq", "address_mixed_case"],
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf", "address_form"],
    ["tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j", "address_form"],
    // Valid there, of kinds that cannot be owned yet.
    ["BC1SW50QGDZ25J", "address_witness_version"],
    ["bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", "address_witness_version"],
    ["bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y", "address_witness_version"],
    // Older and other addresses.
    ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "address_checksum"],
    ["1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf", "address_form"],
    ["0x52908400098527886E0F7030069857D2E4169EE7", "address_form"],
    ["", "address_form"],
  ])("%s", (text, reason) => {
    expect(reasonOf(text, chainOf(text))).toBe(reason);
  });

  test("any text is refused, or it is read", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^(bc|tb|bcrt)1[02-9ac-hj-np-z]{5,80}$/),
      fc.base64String(),
    );
    fc.assert(fc.property(texts, (text) => void reasonOf(text, "main")));
  });
});

describe("another network", () => {
  test.each<[string, ChainName, string]>([
    ["tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c", "main", "test network or signet"],
    ["bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk", "main", "a regtest network"],
    ["bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk", "signet", "a regtest network"],
    ["bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "regtest", "main network"],
    ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "signet", "main network"],
    ["mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "main", "test network or signet"],
  ])("%s on %s", (text, chain, name) => {
    expect(() => parseAddress(text, chain)).toThrow(name);
    expect(reasonOf(text, chain)).toBe("address_network");
  });
});

test("each script with an address is read back from it on its network", () => {
  const hashes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
  const scripts = fc.oneof(
    hashes(20).map((hash) => Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac)),
    hashes(20).map((hash) => Uint8Array.of(0xa9, 20, ...hash, 0x87)),
    hashes(20).map((hash) => Uint8Array.of(0, 20, ...hash)),
    hashes(32).map((hash) => Uint8Array.of(0, 32, ...hash)),
    hashes(32).map((hash) => Uint8Array.of(0x51, 32, ...hash)),
  );
  fc.assert(
    fc.property(scripts, fc.constantFrom<ChainName>("main", "test", "signet", "regtest"), (script, chain) => {
      const address = addressOfScript(script, chain) ?? "";
      expect(parseAddress(address, chain)).toEqual({ address, type: scriptType(script), script });
    }),
  );
});

test.each(["", "6a", "5101", "76a914751e76e8199196d454941c45d1b3a323f1433bd688", `21${"02".repeat(33)}ac`])(
  "the script %s has no address",
  (script) => {
    expect(addressOfScript(hex.decode(script), "main")).toBeUndefined();
  },
);

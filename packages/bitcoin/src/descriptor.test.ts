import { hex } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { addressOfScript } from "./address.ts";
import { descriptorChecksum } from "./descriptor-checksum.ts";
import { deriveScript, parseDescriptor, writeDescriptor } from "./descriptor.ts";
import type { ChainName } from "./chains.ts";
import { hasPublicSeed } from "./public-seeds.ts";
import { type Reason, Refused } from "./refused.ts";

/** The account of BIP-84's test vectors; BIP-84 writes the same key with the prefix zpub. */
const XPUB =
  "xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V";
const TPUB =
  "tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M";
/** An account of another master key, of BIP-32's first test vector: m/84h/0h/0h. */
const OTHER = HDKey.fromMasterSeed(hex.decode("000102030405060708090a0b0c0d0e0f"));

const withChecksum = (body: string): string => `${body}#${descriptorChecksum(body)}`;
const reasonOf = (act: () => unknown): Reason | "none" => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
  return "none";
};

describe("checksums (BIP-380)", () => {
  test.each([
    ["raw(deadbeef)#89f8spxm", "none"],
    ["raw(deadbeef)", "descriptor_checksum_missing"],
    ["raw(deadbeef)#", "descriptor_checksum"],
    ["raw(deadbeef)#89f8spxmx", "descriptor_checksum"],
    ["raw(deadbeef)#89f8spx", "descriptor_checksum"],
    ["raw(deedbeef)#89f8spxm", "descriptor_checksum"],
    ["raw(deedbeef)##9f8spxm", "descriptor_checksum"],
    ["raw(Ü)#00000000", "descriptor_checksum"],
  ])("%s", (text, reason) => {
    const found = reasonOf(() => parseDescriptor(text, "main"));
    expect(found).toBe(reason === "none" ? "descriptor_script" : reason);
  });

  test("one changed character is always found", () => {
    const descriptor = withChecksum(`wpkh([73c5da0a/84h/0h/0h]${XPUB}/0/*)`);
    const characters = fc.constantFrom(...Array.from("0189abhHxXpPzZ/'*<>;()[]#qQ"));
    fc.assert(
      fc.property(fc.nat(descriptor.length - 1), characters, (place, character) => {
        fc.pre(descriptor.charAt(place) !== character);
        const changed = descriptor.slice(0, place) + character + descriptor.slice(place + 1);
        expect(reasonOf(() => parseDescriptor(changed, "main"))).not.toBe("none");
      }),
    );
  });
});

describe("descriptors that wallets export", () => {
  test.each<[string, string, ChainName]>([
    ["Bitcoin Core 25 and later", `wpkh([73c5da0a/84h/0h/0h]${XPUB}/0/*)`, "main"],
    ["Bitcoin Core before", `wpkh([73c5da0a/84'/0'/0']${XPUB}/0/*)`, "main"],
    ["Sparrow", `wpkh([73c5da0a/84h/0h/0h]${XPUB}/<0;1>/*)`, "main"],
    ["Electrum, with capitals in the fingerprint", `wpkh([73C5DA0A/84h/0h/0h]${XPUB}/<0;1>/*)`, "main"],
    ["on the test network", `wpkh([73c5da0a/84h/1h/0h]${TPUB}/0/*)`, "test"],
    ["on signet", `wpkh([73c5da0a/84'/1'/0']${TPUB}/<0;1>/*)`, "signet"],
    ["on regtest", `wpkh([73c5da0a/84h/1h/0h]${TPUB}/0/*)`, "regtest"],
  ])("%s", (_wallet, body, chain) => {
    const wallet = parseDescriptor(` ${withChecksum(body)}\n`, chain);
    expect(wallet).toMatchObject({ fingerprint: 0x73c5da0a, account: 0, descriptor: withChecksum(body) });
    expect(parseDescriptor(writeDescriptor(wallet), chain).key.publicExtendedKey).toBe(
      chain === "main" ? XPUB : TPUB,
    );
  });

  test("give the addresses of BIP-84", () => {
    const wallet = parseDescriptor(withChecksum(`wpkh([73c5da0a/84h/0h/0h]${XPUB}/<0;1>/*)`), "main");
    const derived = (
      [
        [0, 0],
        [0, 1],
        [1, 0],
      ] as const
    ).map(([branch, index]) => deriveScript(wallet, branch, index));
    expect(derived.map(({ script }) => addressOfScript(script, "main"))).toEqual([
      "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
      "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
      "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el",
    ]);
    expect(derived.map(({ publicKey }) => hex.encode(publicKey))).toEqual([
      "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c",
      "03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77",
      "03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6",
    ]);
  });
});

const ORIGIN = "[73c5da0a/84h/0h/0h]";
const XPRV =
  "xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U";

describe("refused", () => {
  test.each<[string, string, Reason]>([
    ["a private key", `wpkh(${XPRV}/0/*)`, "descriptor_private"],
    [
      "a private key of one address",
      "wpkh(L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1)",
      "descriptor_private",
    ],
    ["P2SH around it", `sh(wpkh(${ORIGIN}${XPUB}/0/*))`, "descriptor_script"],
    ["Taproot", `tr(${ORIGIN}${XPUB}/0/*)`, "descriptor_script"],
    ["no script", `${ORIGIN}${XPUB}/0/*`, "descriptor_form"],
    ["no origin", `wpkh(${XPUB}/0/*)`, "descriptor_origin"],
    ["a long fingerprint", `wpkh([73c5da0aa/84h/0h/0h]${XPUB}/0/*)`, "descriptor_origin"],
    ["letters for hardened steps", `wpkh([73c5da0a/84f/0f/0f]${XPUB}/0/*)`, "descriptor_origin"],
    ["a multipath origin (BIP-389)", `wpkh([73c5da0a/<0;1>]${XPUB}/0/*)`, "descriptor_origin"],
    ["two origins", `wpkh([73c5da0a]${ORIGIN}${XPUB}/0/*)`, "descriptor_form"],
    ["another purpose", `wpkh([73c5da0a/44h/0h/0h]${XPUB}/0/*)`, "descriptor_path"],
    ["a path without hardening", `wpkh([73c5da0a/84h/0h/0]${XPUB}/0/*)`, "descriptor_path"],
    ["a path too short", `wpkh([73c5da0a/84h/0h]${XPUB}/0/*)`, "descriptor_path"],
    ["another coin", `wpkh([73c5da0a/84h/2h/0h]${XPUB}/0/*)`, "descriptor_path"],
    ["the change branch", `wpkh(${ORIGIN}${XPUB}/1/*)`, "descriptor_branch"],
    ["a hardened branch", `wpkh(${ORIGIN}${XPUB}/0h/*)`, "descriptor_branch"],
    ["branches of BIP-389 that are not ours", `wpkh(${ORIGIN}${XPUB}/<1;3>/2/*)`, "descriptor_branch"],
    ["an empty multipath", `wpkh(${ORIGIN}${XPUB}/<>/*)`, "descriptor_branch"],
    ["an open multipath", `wpkh(${ORIGIN}${XPUB}/<0/*)`, "descriptor_branch"],
    ["a multipath with one index", `wpkh(${ORIGIN}${XPUB}/<0;>/*)`, "descriptor_branch"],
    ["one address", `wpkh(${ORIGIN}${XPUB}/0/0)`, "descriptor_branch"],
    ["a damaged key", `wpkh(${ORIGIN}${XPUB.replace("6Cat", "6Cbt")}/0/*)`, "descriptor_key"],
    ["the prefix of SLIP-132", `wpkh(${ORIGIN}z${XPUB.slice(1)}/0/*)`, "descriptor_key_type"],
    [
      "a key of one address",
      `wpkh(${ORIGIN}0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c/0/*)`,
      "descriptor_form",
    ],
    ["another account's key", `wpkh([73c5da0a/84h/0h/1h]${XPUB}/0/*)`, "descriptor_key_path"],
    [
      "a key of another depth",
      `wpkh(${ORIGIN}${OTHER.derive("m/84'/0'").publicExtendedKey}/0/*)`,
      "descriptor_key_path",
    ],
    ["a coin of test networks", `wpkh([73c5da0a/84h/1h/0h]${XPUB}/0/*)`, "descriptor_network"],
    ["a key of test networks", `wpkh(${ORIGIN}${TPUB}/0/*)`, "descriptor_network"],
  ])("%s", (_fault, body, reason) => {
    expect(reasonOf(() => parseDescriptor(withChecksum(body), "main"))).toBe(reason);
  });

  test("no public key in which prv happens to be", () => {
    const key =
      "xpub6CVb1BSX4z8CpVcH2sWB3WWHnViXjgcGRprv4dvmmcjdeR5W9yw8u524Q7Rxy4BjqdUySF5U8P31s8YhFbFanwKdXjfUT8kLjE3dLfiv7bU";
    const text = withChecksum(`wpkh([3f070a56/84h/0h/1h]${key}/<0;1>/*)`);
    expect(reasonOf(() => parseDescriptor(text, "main"))).toBe("none");
  });

  test("private keys without a checksum, too", () => {
    expect(reasonOf(() => parseDescriptor(`wpkh(${XPRV}/0/*)`, "main"))).toBe("descriptor_private");
  });

  test.each<[string, ChainName]>([
    [`wpkh(${ORIGIN}${XPUB}/0/*)`, "regtest"],
    [`wpkh([73c5da0a/84h/1h/0h]${TPUB}/0/*)`, "main"],
  ])("%s on %s", (body, chain) => {
    expect(reasonOf(() => parseDescriptor(withChecksum(body), chain))).toBe("descriptor_network");
  });

  test("any other text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(reasonOf(() => parseDescriptor(text, "main"))).toMatch(/^descriptor_/);
      }),
    );
  });
});

describe("extended keys (BIP-32)", () => {
  test.each([
    [
      "000102030405060708090a0b0c0d0e0f",
      "m/0'/1/2'/2/1000000000",
      "xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy",
    ],
    [
      "fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542",
      "m/0/2147483647'/1/2147483646'/2",
      "xpub6FnCn6nSzZAw5Tw7cgR9bi15UV96gLZhjDstkXXxvCLsUXBGXPdSnLFbdpq8p9HmGsApME5hQTZ3emM2rnY5agb9rXpVGyy3bdW6EEgAtqt",
    ],
    [
      "4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be",
      "m/0'",
      "xpub68NZiKmJWnxxS6aaHmn81bvJeTESw724CRDs6HbuccFQN9Ku14VQrADWgqbhhTHBaohPX4CjNLf9fq9MYo6oDaPPLPxSb7gwQN3ih19Zm4Y",
    ],
    [
      "3ddd5602285899a946114506157c7997e5444528f3003f6134712147db19b678",
      "m/0'/1'",
      "xpub6BJA1jSqiukeaesWfxe6sNK9CCGaujFFSJLomWHprUL9DePQ4JDkM5d88n49sMGJxrhpjazuXYWdMf17C9T5XnxkopaeS7jGk1GyyVziaMt",
    ],
  ])("%s at %s", (seed, path, key) => {
    expect(HDKey.fromMasterSeed(hex.decode(seed)).derive(path).publicExtendedKey).toBe(key);
  });

  test.each([
    "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6LBpB85b3D2yc8sfvZU521AAwdZafEz7mnzBBsz4wKY5fTtTQBm",
    "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Txnt3siSujt9RCVYsx4qHZGc62TG4McvMGcAUjeuwZdduYEvFn",
    "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6N8ZMMXctdiCjxTNq964yKkwrkBJJwpzZS4HS2fxvyYUA4q2Xe4",
    "xpub661no6RGEX3uJkY4bNnPcw4URcQTrSibUZ4NqJEw5eBkv7ovTwgiT91XX27VbEXGENhYRCf7hyEbWrR3FewATdCEebj6znwMfQkhRYHRLpJ",
    "xpub661MyMwAuDcm6CRQ5N4qiHKrJ39Xe1R1NyfouMKTTWcguwVcfrZJaNvhpebzGerh7gucBvzEQWRugZDuDXjNDRmXzSZe4c7mnTK97pTvGS8",
    "xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Q5JXayek4PRsn35jii4veMimro1xefsM58PgBMrvdYre8QyULY",
  ])("%s is refused", (key) => {
    expect(reasonOf(() => parseDescriptor(withChecksum(`wpkh(${ORIGIN}${key}/0/*)`), "main"))).toBe(
      "descriptor_key",
    );
  });

  test("an address has the same key from the public and the private side", () => {
    const account = OTHER.derive("m/84'/0'/0'");
    const body = `wpkh([3442193e/84h/0h/0h]${account.publicExtendedKey}/<0;1>/*)`;
    const wallet = parseDescriptor(withChecksum(body), "main");
    fc.assert(
      fc.property(fc.constantFrom<0 | 1>(0, 1), fc.nat(0x7fffffff), (branch, index) => {
        const { publicKey } = account.deriveChild(branch).deriveChild(index);
        expect(deriveScript(wallet, branch, index).publicKey).toEqual(publicKey);
      }),
      { numRuns: 20 },
    );
  });
});

describe("public seeds", () => {
  const other = OTHER.derive("m/84'/0'/0'");
  const parse = (fingerprint: string, key: string) =>
    parseDescriptor(withChecksum(`wpkh([${fingerprint}/84h/0h/0h]${key}/0/*)`), "main");

  test.each([
    ["a test vector's", "73c5da0a", XPUB, true],
    ["a test vector's with an invented fingerprint", "deadbeef", XPUB, true],
    ["a private one", "3442193e", other.publicExtendedKey, false],
  ])("%s", (_whose, fingerprint, key, known) => {
    expect(hasPublicSeed(parse(fingerprint, key))).toBe(known);
  });
});

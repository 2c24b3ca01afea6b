import { hex } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { describe, expect, test } from "vitest";
import { deriveAddress, parseDescriptor, writeDescriptor } from "./descriptor.ts";
import { hasPublicSeed } from "@wattle/bitcoin/public-seeds";
import { accountOf, DEPOSITS, TREASURY } from "./testing/wallets.ts";

/** The master keys of two phrases that wallets and their documents use as examples (BIP-39). */
const ABANDON = HDKey.fromMasterSeed(
  hex.decode(
    "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4",
  ),
);
const JUNK = HDKey.fromMasterSeed(
  hex.decode(
    "9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0",
  ),
);

describe("wallets", () => {
  test.each([
    ["abandon … about", ABANDON, 0, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
    ["abandon … about", ABANDON, 1, "0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0"],
    ["test … junk", JUNK, 0, "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
    ["test … junk", JUNK, 1, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"],
    ["test … junk", JUNK, 9, "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720"],
  ])("%s has at %d the address that other wallets show", (_words, master, index, address) => {
    const wallet = accountOf(master, 0);
    expect(deriveAddress(wallet, index)).toEqual({ address, script: address.toLowerCase() });
    expect(hasPublicSeed(wallet)).toBe(true);
    expect(hasPublicSeed({ ...wallet, fingerprint: 1 })).toBe(true);
  });

  test("are read with blanks and either sign of hardening, and written in one form", () => {
    const key = TREASURY.key.publicExtendedKey;
    const origin = TREASURY.descriptor.slice(1, 9);
    for (const text of [
      ` [${origin}/44h/60h/1h]${key}/0/*\n`,
      `[${origin.toUpperCase()}/44'/60'/1']${key}/0/*`,
    ]) {
      const wallet = parseDescriptor(text);
      expect(wallet).toMatchObject({ account: 1, fingerprint: TREASURY.fingerprint, path: TREASURY.path });
      expect(writeDescriptor(wallet)).toBe(`[${origin}/44h/60h/1h]${key}/0/*`);
    }
    expect(hasPublicSeed(TREASURY)).toBe(false);
  });

  test("have different addresses in each account and at each index", () => {
    const addresses = [DEPOSITS, TREASURY].flatMap((wallet) =>
      [0, 1, 2].map((index) => deriveAddress(wallet, index).script),
    );
    expect(new Set(addresses).size).toBe(6);
  });
});

const KEY = DEPOSITS.key.publicExtendedKey;
const ORIGIN = DEPOSITS.descriptor.slice(0, DEPOSITS.descriptor.indexOf("]") + 1);
const XPRV = ABANDON.derive("m/44'/60'/0'").privateExtendedKey;

test.each([
  ["nothing", "", "ether_descriptor_form"],
  ["a Bitcoin descriptor", `wpkh(${ORIGIN}${KEY}/0/*)`, "ether_descriptor_form"],
  ["no origin", `${KEY}/0/*`, "ether_descriptor_form"],
  ["an address", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94", "ether_descriptor_form"],
  ["a private key", `${ORIGIN}${XPRV}/0/*`, "descriptor_private"],
  ["a private key alone", XPRV, "descriptor_private"],
  ["a short fingerprint", `[73c5da0/44h/60h/0h]${KEY}/0/*`, "descriptor_origin"],
  ["steps that are no numbers", `[73c5da0a/44h/60h/zero]${KEY}/0/*`, "descriptor_origin"],
  ["a path of Bitcoin", `[73c5da0a/84h/0h/0h]${KEY}/0/*`, "ether_descriptor_path"],
  ["a path of Ethereum Classic", `[73c5da0a/44h/61h/0h]${KEY}/0/*`, "ether_descriptor_path"],
  ["a path without hardening", `[73c5da0a/44h/60h/0]${KEY}/0/*`, "ether_descriptor_path"],
  ["a path too long", `[73c5da0a/44h/60h/0h/0h]${KEY}/0/*`, "ether_descriptor_path"],
  ["the branch of change", `${ORIGIN}${KEY}/1/*`, "ether_descriptor_branch"],
  ["no branch", `${ORIGIN}${KEY}`, "ether_descriptor_branch"],
  ["one address", `${ORIGIN}${KEY}/0/5`, "ether_descriptor_branch"],
  ["a key with a changed letter", `${ORIGIN}${KEY.replace(/.$/, "z")}/0/*`, "descriptor_key"],
  ["another kind of key", `${ORIGIN}${KEY.replace("xpub", "zpub")}/0/*`, "descriptor_key_type"],
  ["a key of another account", `${ORIGIN}${TREASURY.key.publicExtendedKey}/0/*`, "descriptor_key_path"],
])("refused: %s", (_case, text, reason) => {
  expect(() => parseDescriptor(text)).toThrow(expect.objectContaining({ reason }));
});

import { hex } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { entropyToMnemonic, mnemonicToSeedSync } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { hasPublicSeed } from "@wattle/bitcoin/public-seeds";
import { describe, expect, test } from "vitest";
import { etherWalletOf, walletOf } from "./accounts.ts";
import { WORDS } from "./testing/run-signer.ts";

/** The entropies of BIP-39's test vectors. */
const ENTROPIES = ["00", "7f", "80", "ff"]
  .flatMap((byte) => [16, 24, 32].map((bytes) => byte.repeat(bytes)))
  .concat(
    "9e885d952ad362caeb4efe34a8e91bd2",
    "6610b25967cdcca9d59875f5cb50b0ea75433311869e930b",
    "68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c",
    "c0ba5a8e914111210f2bd131f3d5e08d",
    "6d9be1ee6ebd27a258115aad99b7317b9c8d28b6d76431c3",
    "9f6a2878b2520799a44ef18bc7df394e7061a224d2c33cd015b157d746869863",
    "23db8160a31d3e0dca3688ed941adbf3",
    "8197a4a47f0425faeaa69deebc05ca29c0a5b5cc76ceacc0",
    "066dca1a2bb7e8a1db2832148ce9933eea0f3ac9548d793112d9a95c9407efad",
    "f30f8c1da665478f49b001d94c5fc452",
    "c10ec20dc3cd9f652c7fac2f1230f7a3c828389a14392f05",
    "f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f",
  );
const PUBLIC = ENTROPIES.map((entropy) => entropyToMnemonic(hex.decode(entropy), wordlist)).concat(
  `${"test ".repeat(11)}junk`,
  "all ".repeat(12).trim(),
);

const isKnown = (words: string, passphrase: string): boolean[] => {
  const master = HDKey.fromMasterSeed(mnemonicToSeedSync(words, passphrase));
  const bitcoin = (["main", "regtest"] as const).flatMap((chain) => {
    const wallet = walletOf(master, chain, "treasury");
    return [hasPublicSeed(wallet), hasPublicSeed({ ...wallet, fingerprint: 1 })];
  });
  const ether = etherWalletOf(master, "deposits");
  return [...bitcoin, hasPublicSeed(ether), hasPublicSeed({ ...ether, fingerprint: 1 })];
};

describe("seeds that anyone can read are known", () => {
  test.each(PUBLIC)("%s", (words) => {
    for (const passphrase of ["", "TREZOR"]) expect(isKnown(words, passphrase)).not.toContain(false);
  });

  test("and others are not", () => {
    expect(isKnown(WORDS, "")).not.toContain(true);
  });
});

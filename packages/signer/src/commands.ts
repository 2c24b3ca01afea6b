import { existsSync, readFileSync } from "node:fs";
import type { HDKey } from "@scure/bip32";
import { addressOfScript } from "@wattle/bitcoin/address";
import { CHAIN_NAMES, type ChainName } from "@wattle/bitcoin/chains";
import { deriveScript } from "@wattle/bitcoin/descriptor";
import { fingerprintText } from "@wattle/bitcoin/key-origin";
import { hasPublicSeed } from "@wattle/bitcoin/public-seeds";
import { deriveAddress } from "@wattle/ethereum/descriptor";
import { ACCOUNTS, etherWalletOf, type Role, walletOf } from "./accounts.ts";
import { Declined } from "./declined.ts";
import { replaceFile } from "./durable-files.ts";
import { memoryFile, readMemory, remember } from "./memory.ts";
import { proveReserves } from "./prove-reserves.ts";
import { review } from "./review.ts";
import { checkRules } from "./rules.ts";
import { createSeed, readMasterKey } from "./seed-file.ts";
import type { Settings } from "./settings.ts";

/** Lines for the person at the machine. */
type Lines = readonly string[];

const ROLES = Object.keys(ACCOUNTS) as readonly Role[];

function init({ seedFile }: Settings): Lines {
  if (existsSync(seedFile)) throw new Declined(`${seedFile} is there already. A seed is never overwritten.`);
  const words = createSeed(seedFile);
  return [
    "Write these words on paper, in this order. They are shown once.",
    "",
    ...words.split(" ").map((word, at) => `${String(at + 1).padStart(2)}  ${word}`),
    "",
    `The seed is in ${seedFile}. Its fingerprint is ${fingerprintText(readMasterKey(seedFile).fingerprint)}.`,
  ];
}

/** Chains that differ in the prefix of keys. */
const KEY_CHAINS: readonly (readonly [ChainName, string])[] = [
  ["main", "Main network"],
  ["regtest", "Test networks (test, signet, regtest)"],
];

const descriptorLine = (role: Role, descriptor: string, isPublic: boolean): string =>
  `  ${role.padEnd(8)}  ${descriptor}${isPublic ? "\n  Anyone can know this seed: use it for trying only." : ""}`;

function descriptors(master: HDKey, { chain }: Settings): Lines {
  const shown = chain ? [[chain, `Network: ${chain}`] as const] : KEY_CHAINS;
  const bitcoin = shown.flatMap(([each, title]) => [
    title,
    ...ROLES.map((role) => {
      const wallet = walletOf(master, each, role);
      return descriptorLine(role, wallet.descriptor, hasPublicSeed(wallet));
    }),
  ]);
  const ethereum = ROLES.map((role) => {
    const wallet = etherWalletOf(master, role);
    return descriptorLine(role, wallet.descriptor, hasPublicSeed(wallet));
  });
  return [...bitcoin, "Ethereum, on each of its chains", ...ethereum];
}

/** Chains that differ in addresses. */
const ADDRESS_CHAINS = CHAIN_NAMES.filter((chain) => chain !== "signet");

function addresses(master: HDKey, { chain, from, to }: Settings): Lines {
  const indexes = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const list = (network: string, addressAt: (role: Role) => (index: number) => string | undefined): Lines =>
    ROLES.flatMap((role) => {
      const at = addressAt(role);
      return indexes.map(
        (index) => `${network.padEnd(8)} ${role.padEnd(8)}  ${String(index).padStart(7)}  ${at(index)}`,
      );
    });
  const bitcoin = (chain ? [chain] : ADDRESS_CHAINS).flatMap((each) =>
    list(each, (role) => {
      const wallet = walletOf(master, each, role);
      return (index) => addressOfScript(deriveScript(wallet, 0, index).script, each);
    }),
  );
  const ethereum = list("ethereum", (role) => {
    const wallet = etherWalletOf(master, role);
    return (index) => deriveAddress(wallet, index).address;
  });
  return [...bitcoin, ...ethereum];
}

function show(master: HDKey, settings: Settings, now: number): Lines {
  const reviewed = review(master, readFileSync(settings.file));
  const lines = reviewed.describe(settings.chain);
  try {
    checkRules(reviewed, readMemory(memoryFile(settings.seedFile)), settings.limits[reviewed.network], now);
    return [...lines, "", "The signer would sign this."];
  } catch (error) {
    if (error instanceof Declined) return [...lines, "", `The signer would not sign this. ${error.message}`];
    throw error;
  }
}

function sign(master: HDKey, settings: Settings, now: number): Lines {
  const reviewed = review(master, readFileSync(settings.file));
  const memory = memoryFile(settings.seedFile);
  const entries = checkRules(reviewed, readMemory(memory), settings.limits[reviewed.network], now);
  // First the memory and then the signature: if the machine stops between them, nothing went out that is not remembered.
  remember(memory, entries);
  replaceFile(settings.out, reviewed.sign());
  return [...reviewed.describe(settings.chain), "", `Signed: ${settings.out}`];
}

function prove(master: HDKey, { file, out }: Settings): Lines {
  const { message, proofs } = proveReserves(master, readFileSync(file, "utf8"));
  replaceFile(out, `${JSON.stringify({ message, proofs }, undefined, 2)}\n`);
  return [`Message: ${message}`, `Addresses: ${proofs.length}`, `Signed: ${out}`];
}

/** Runs a command. @returns lines to print */
export function runCommand(settings: Settings, now: number): Lines {
  if (settings.command === "init") return init(settings);
  const master = readMasterKey(settings.seedFile);
  switch (settings.command) {
    case "descriptors":
      return descriptors(master, settings);
    case "addresses":
      return addresses(master, settings);
    case "show":
      return show(master, settings, now);
    case "sign":
      return sign(master, settings, now);
    case "prove":
      return prove(master, settings);
  }
}

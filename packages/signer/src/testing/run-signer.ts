import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseDescriptor, type Wallet } from "@wattle/bitcoin/descriptor";
import {
  parseDescriptor as parseEtherDescriptor,
  type Wallet as EtherWallet,
} from "@wattle/ethereum/descriptor";
import { onTestFinished } from "vitest";
import { type Answer, main } from "../main.ts";
import { readConfig } from "../settings.ts";

/** The signer's entry, to run it as people do. */
export const CLI = path.resolve(import.meta.dirname, "../cli.ts");

/** The time at the machine. */
export const NOW = Date.parse("2026-11-27T09:00:00Z");

/** Seed words for tests only. */
export const WORDS =
  "muscle shell capable aim ecology song canvas cabin scare fire blast cattle visa swap appear orphan under wave fragile picture steel popular leave exhibit";

export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly memory: string;
  /** A file's place on the machine. */
  readonly place: (name: string) => string;
  readonly write: (name: string, content: Uint8Array | string) => string;
  readonly read: (name: string) => Uint8Array;
  /** Runs a command line. */
  readonly run: (...args: readonly string[]) => Answer;
  /** Runs a command line as people do, in a process of its own. */
  readonly spawn: (...args: readonly string[]) => Omit<Answer, "code"> & { readonly code: number | null };
}

/** A folder with a seed, and the command in it. */
export function machine(words: string | undefined = WORDS): Machine {
  const folder = mkdtempSync(path.join(tmpdir(), "wattle-signer-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = (name: string): string => path.join(folder, name);
  const write = (name: string, content: Uint8Array | string): string => {
    writeFileSync(place(name), content);
    return place(name);
  };
  const env = { ...process.env, SIGNER_SEED_FILE: place("seed"), INIT_CWD: folder, BITCOIN_CHAIN: "" };
  if (words) write("seed", `${words}\n`);
  return {
    env,
    memory: place("seed.memory"),
    place,
    write,
    read: (name) => readFileSync(place(name)),
    run: (...args) => main(args, readConfig(env), NOW),
    spawn: (...args) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
        env,
        encoding: "utf8",
      });
      return { code: status, out: stdout, error: stderr };
    },
  };
}

/** The wallets that the signer names for a test network: deposits, treasury. */
export function walletsOf({ run }: Machine): readonly [Wallet, Wallet] {
  const found = run("descriptors", "--chain", "regtest").out.match(/wpkh\(\S+/g) ?? [];
  const [deposits, treasury] = found.map((text) => parseDescriptor(text, "regtest"));
  if (!deposits || !treasury) throw new Error("The signer named no wallets");
  return [deposits, treasury];
}

/** The same for Ethereum. */
export function etherWalletsOf({ run }: Machine): readonly [EtherWallet, EtherWallet] {
  const found = run("descriptors").out.match(/\[\w+\/44h\S+/g) ?? [];
  const [deposits, treasury] = found.map((text) => parseEtherDescriptor(text));
  if (!deposits || !treasury) throw new Error("The signer named no wallets");
  return [deposits, treasury];
}

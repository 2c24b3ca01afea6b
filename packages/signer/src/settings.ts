import path from "node:path";
import { parseArgs } from "node:util";
import { parseBitcoin } from "@wattle/bitcoin/amount";
import { CHAIN_NAMES, type ChainName } from "@wattle/bitcoin/chains";
import { HIGHEST_FEE, HIGHEST_RATE, parseFeeRate } from "@wattle/bitcoin/fee-rate";
import * as ether from "@wattle/ethereum/fee-ceilings";
import { WEI_PER_UNIT } from "@wattle/ethereum/wei";
import type { Network } from "./networks.ts";
import type { Limits } from "./rules.ts";

export const USAGE = `npm run signer -- COMMAND

  init                        makes a seed, and shows its words once
  descriptors                 the public descriptors, for the server
  addresses --from N --to M   addresses to compare with those that the server shows
  show FILE                   what a file would do: payments of Bitcoin (PSBT), or transfers of Ethereum (JSON)
  sign FILE --out FILE        signs such a file
  prove FILE --out FILE       signs a challenge of the proof of reserves

SIGNER_SEED_FILE names the file of the seed words. Its memory is a file next to it.
--chain main|test|signet|regtest   Bitcoin's network of what is shown; BITCOIN_CHAIN is its default
--max-rate                         highest fee rate, if not 200 sat/vB or 300 gwei
--max-fee                          highest fee of a transaction, if not 0.001 BTC or 0.05 ETH
--day-limit 1.5                    most of the file's coin that may leave within 24 hours, fees included`;

/** The command cannot be understood. */
export class WrongUsage extends Error {
  override readonly name = "WrongUsage";
}

const COMMANDS = ["init", "descriptors", "addresses", "show", "sign", "prove"] as const;
type Command = (typeof COMMANDS)[number];

const NO_FILES = { reads: false, writes: false };
/** Whether a command reads a file, and writes one. */
const COMMAND_FILES: Readonly<Record<Command, { readonly reads: boolean; readonly writes: boolean }>> = {
  init: NO_FILES,
  descriptors: NO_FILES,
  addresses: NO_FILES,
  show: { reads: true, writes: false },
  sign: { reads: true, writes: true },
  prove: { reads: true, writes: true },
};

export interface Settings {
  readonly command: Command;
  readonly seedFile: string;
  /** Undefined if none was named: then all are shown. */
  readonly chain: ChainName | undefined;
  readonly from: number;
  readonly to: number;
  /** Files to read and to write. They are empty if the command takes none. */
  readonly file: string;
  readonly out: string;
  /** The file decides which network's limits apply. */
  readonly limits: Readonly<Record<Network, Limits>>;
}

const OPTIONS = {
  chain: { type: "string" },
  from: { type: "string", default: "0" },
  to: { type: "string", default: "9" },
  out: { type: "string" },
  "max-rate": { type: "string" },
  "max-fee": { type: "string" },
  "day-limit": { type: "string" },
  help: { type: "boolean", default: false },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : USAGE);
  }
}

function required<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new WrongUsage(message);
  return value;
}

/** A limit of which both coins have the same number, or undefined if none was named. */
function limit(
  text: string | undefined,
  read: (text: string) => bigint | undefined,
  name: string,
): bigint | undefined {
  return text === undefined ? undefined : required(read(text), `--${name} is not a number like 0.001.`);
}

/** Wei in a thousandth of a gwei, as rates are read. */
const WEI_PER_RATE = 10n ** 6n;

function readLimits(
  values: Readonly<Partial<Record<"max-rate" | "max-fee" | "day-limit", string>>>,
): Settings["limits"] {
  const maxRate = limit(values["max-rate"], parseFeeRate, "max-rate");
  const maxFee = limit(values["max-fee"], parseBitcoin, "max-fee");
  const dayLimit = limit(values["day-limit"], parseBitcoin, "day-limit");
  return {
    bitcoin: { maxRate: maxRate ?? HIGHEST_RATE, maxFee: maxFee ?? HIGHEST_FEE, dayLimit },
    ethereum: {
      maxRate: maxRate === undefined ? ether.HIGHEST_RATE : maxRate * WEI_PER_RATE,
      maxFee: maxFee === undefined ? ether.HIGHEST_FEE : maxFee * WEI_PER_UNIT,
      dayLimit: dayLimit === undefined ? undefined : dayLimit * WEI_PER_UNIT,
    },
  };
}

function index(name: string, text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new WrongUsage(`--${name} is not a number from 0 to 9999999.`);
  return Number.parseInt(text, 10);
}

function chainOf(text: string | undefined): ChainName | undefined {
  const chain = CHAIN_NAMES.find((name) => name === text);
  if (text && !chain)
    throw new WrongUsage(`There is no network ${text}. There are: ${CHAIN_NAMES.join(", ")}.`);
  return chain;
}

export interface Config {
  readonly seedFile: string | undefined;
  readonly chain: string | undefined;
  /** The folder that file names start from. */
  readonly folder: string;
}

/** npm runs commands in the repository's folder, and says where the person is. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => ({
  seedFile: environment["SIGNER_SEED_FILE"] || undefined,
  chain: environment["BITCOIN_CHAIN"] || undefined,
  folder: environment["INIT_CWD"] ?? ".",
});

/**
 * Reads the command and its options.
 * @returns undefined if only help is wanted
 * @throws WrongUsage
 */
export function readSettings(args: readonly string[], config: Config): Settings | undefined {
  const { values, positionals } = parse(args);
  const [name, file, ...more] = positionals;
  if (values.help) return undefined;
  const command = required(
    COMMANDS.find((each) => each === name),
    `Name a command: ${COMMANDS.join(", ")}.`,
  );
  const { reads, writes } = COMMAND_FILES[command];
  if (more.length > 0 || (file !== undefined && !reads))
    throw new WrongUsage(`${command} takes no more files or words.`);
  if (reads) required(file, `Name the file: ${command} FILE.`);
  if (writes) required(values.out, `Name the file to write: ${command} FILE --out FILE.`);
  const place = (each: string): string => path.resolve(config.folder, each);
  const from = index("from", values.from);
  const to = index("to", values.to);
  if (to < from || to - from > 9_999)
    throw new WrongUsage("--to is below --from, or more than 9,999 above it.");
  return {
    command,
    seedFile: place(required(config.seedFile, "Set SIGNER_SEED_FILE to the file of the seed words.")),
    chain: chainOf(values.chain ?? config.chain),
    from,
    to,
    file: reads && file ? place(file) : "",
    out: writes && values.out ? place(values.out) : "",
    limits: readLimits(values),
  };
}

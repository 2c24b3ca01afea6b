import { hex } from "@scure/base";
import { type KeyOrigin, readOrigin, writeOrigin } from "@wattle/bitcoin/key-origin";
import { Refused } from "@wattle/bitcoin/refused";
import { checksummed, parseAddress } from "./address.ts";
import { deriveAddress, type Wallet } from "./descriptor.ts";
import type { Transfer } from "./transfer.ts";

const FORMAT = "ethereum-transfers";
const VERSION = 1;

/** Purposes of a transfer, for people: the signer and the import look at what it does. */
const PURPOSES = ["pay", "bump", "cancel", "sweep"] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface BatchItem {
  readonly what: Purpose;
  readonly transfer: Transfer;
  /** The sender's address in small letters, and the key that it claims to be of. */
  readonly from: string;
  readonly key: KeyOrigin;
  /** The signed transaction, once it is. */
  readonly signed: Uint8Array | undefined;
}

/** Transfers for an offline signer, and then with their signatures. */
export interface BatchFile {
  readonly chainId: bigint;
  readonly items: readonly BatchItem[];
}

/** A nonce of an address on a chain: what a transfer spends, as a payment of Bitcoin spends an output. */
export const nonceKey = ({ from, transfer }: Pick<BatchItem, "from" | "transfer">): string =>
  `${from}:${transfer.nonce}`;

/** Each number of a transfer, by its name in the file, and the bits that it may have. */
const NUMBERS = {
  nonce: ["nonce", 64n],
  value: ["value", 256n],
  gas_limit: ["gasLimit", 64n],
  max_fee: ["maxFee", 256n],
  max_tip: ["maxTip", 256n],
} as const satisfies Record<string, readonly [keyof Transfer, bigint]>;
const NUMBER_NAMES = ["nonce", "value", "gas_limit", "max_fee", "max_tip"] as const;
const ITEM_KEYS = new Set<string>(["what", "from", "key", "to", "signed", ...NUMBER_NAMES]);

const itemText = ({ what, from, key, transfer, signed }: BatchItem) => ({
  what,
  from: checksummed(from),
  key: writeOrigin(key),
  to: checksummed(transfer.to),
  ...Object.fromEntries(NUMBER_NAMES.map((name) => [name, `${transfer[NUMBERS[name][0]]}`])),
  ...(signed && { signed: `0x${hex.encode(signed)}` }),
});

/** Writes a batch, signed or not. The same batch has the same bytes. */
export function writeBatchFile({ chainId, items }: BatchFile): Uint8Array {
  const file = {
    format: FORMAT,
    version: VERSION,
    chain_id: `${chainId}`,
    transfers: items.map(itemText),
  };
  return new TextEncoder().encode(`${JSON.stringify(file, undefined, 2)}\n`);
}

const compare = <T>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);

/** Builds a batch to sign, in the order of addresses and nonces. @throws TypeError if a transfer is for another chain */
export function buildBatchFile({
  chainId,
  transfers,
}: {
  readonly chainId: bigint;
  readonly transfers: readonly {
    readonly transfer: Transfer;
    readonly from: { readonly wallet: Wallet; readonly index: number };
    readonly what: Purpose;
  }[];
}): Uint8Array {
  const scripts = new Map<string, string>();
  const items = transfers.map(({ transfer, from: { wallet, index }, what }): BatchItem => {
    if (transfer.chainId !== chainId) throw new TypeError("A transfer is for another chain");
    const key = { fingerprint: wallet.fingerprint, path: [...wallet.path, 0, index] };
    const place = `${wallet.descriptor} ${index}`;
    const from = scripts.get(place) ?? deriveAddress(wallet, index).script;
    scripts.set(place, from);
    return { what, transfer, from, key, signed: undefined };
  });
  const inOrder = items.toSorted(
    (a, b) => compare(a.from, b.from) || compare(a.transfer.nonce, b.transfer.nonce),
  );
  return writeBatchFile({ chainId, items: inOrder });
}

const damaged = (): Refused => new Refused("file_damaged");

function readNumber(text: unknown, bits: bigint): bigint {
  if (typeof text !== "string" || !/^(?:0|[1-9]\d{0,77})$/.test(text)) throw damaged();
  const number = BigInt(text);
  if (number >> bits) throw damaged();
  return number;
}

function readHex(text: unknown): Uint8Array {
  if (typeof text !== "string" || !/^0x(?:[0-9a-f]{2})+$/.test(text)) throw damaged();
  return hex.decode(text.slice(2));
}

function readScript(text: unknown): string {
  if (typeof text !== "string") throw damaged();
  return parseAddress(text).script;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readItem(item: unknown, chainId: bigint): BatchItem {
  if (!isRecord(item) || Object.keys(item).some((key) => !ITEM_KEYS.has(key))) throw damaged();
  const what = PURPOSES.find((each) => each === item["what"]);
  if (what === undefined || typeof item["key"] !== "string") throw damaged();
  const numberOf = (name: keyof typeof NUMBERS): bigint => readNumber(item[name], NUMBERS[name][1]);
  const transfer: Transfer = {
    chainId,
    nonce: numberOf("nonce"),
    to: readScript(item["to"]),
    value: numberOf("value"),
    gasLimit: numberOf("gas_limit"),
    maxFee: numberOf("max_fee"),
    maxTip: numberOf("max_tip"),
  };
  if (transfer.maxTip > transfer.maxFee) throw damaged();
  return {
    what,
    transfer,
    from: readScript(item["from"]),
    key: readOrigin(item["key"]),
    signed: item["signed"] === undefined ? undefined : readHex(item["signed"]),
  };
}

function parse(content: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const file: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
    if (isRecord(file) && file["format"] === FORMAT) return file;
  } catch {
    // Told below.
  }
  throw new Refused("batch_form");
}

/**
 * Reads a batch, signed or not. It believes nothing of a signature.
 * @throws Refused for anything that `writeBatchFile` would not write, and for two transfers with the same nonce
 */
export function readBatchFile(content: Uint8Array): BatchFile {
  const { version, chain_id, transfers } = parse(content);
  if (version !== VERSION) throw new Refused("batch_version");
  const chainId = readNumber(chain_id, 64n);
  if (chainId === 0n || !Array.isArray(transfers) || transfers.length === 0) throw damaged();
  const items = transfers.map((item) => readItem(item, chainId));
  if (new Set(items.map(nonceKey)).size < items.length) throw damaged();
  return { chainId, items };
}

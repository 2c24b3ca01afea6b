import { base58, bech32, bech32m } from "@scure/base";
import { sha256 } from "@noble/hashes/sha2.js";
import { CHAIN_NAMES, type ChainName, CHAINS } from "./chains.ts";
import { Refused } from "./refused.ts";
import { type AddressType, scriptType } from "./script-type.ts";

export interface Address {
  /** As wallets write it: SegWit addresses are in small letters. */
  readonly address: string;
  readonly type: AddressType;
  readonly script: Uint8Array;
}

const NETWORK_NAMES: Readonly<Record<ChainName, string>> = {
  main: "Bitcoin's main network",
  test: "Bitcoin's test network or signet",
  signet: "Bitcoin's test network or signet",
  regtest: "a regtest network",
};
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{25,40}$/;

/** Refuses an address that none of the chain's encodings fits, naming the network if one is known. */
function elsewhere(chains: readonly ChainName[], chain: ChainName): void {
  if (chains.includes(chain)) return;
  const [first] = chains;
  if (!first) throw new Refused("address_form");
  throw new Refused("address_network", `It is for ${NETWORK_NAMES[first]}.`);
}

function readSegwit(text: string, chain: ChainName): Address {
  const address = text.toLowerCase();
  if (text !== address && text !== text.toUpperCase()) throw new Refused("address_mixed_case");
  const prefix = address.slice(0, address.lastIndexOf("1"));
  elsewhere(
    CHAIN_NAMES.filter((each) => CHAINS[each].network.bech32 === prefix),
    chain,
  );
  const older = bech32.decodeUnsafe(address);
  const newer = bech32m.decodeUnsafe(address);
  const [version, ...data] = (older ?? newer)?.words ?? [];
  // Version 0 has the older checksum, every later one the newer.
  if (version === undefined || (version === 0) !== Boolean(older)) throw new Refused("address_checksum");
  const program = bech32.fromWordsUnsafe(data);
  if (!program || program.length < 2 || program.length > 40) throw new Refused("address_form");
  if (version > 1 || (version === 1 && program.length !== 32)) throw new Refused("address_witness_version");
  const script = Uint8Array.of(version ? 0x51 : 0, program.length, ...program);
  const type = scriptType(script);
  if (!type) throw new Refused("address_form");
  return { address, type, script };
}

const checksumOf = (payload: Uint8Array): Uint8Array => sha256(sha256(payload)).subarray(0, 4);

function readBase58(address: string, chain: ChainName): Address {
  const bytes = base58.decode(address);
  if (bytes.length !== 25) throw new Refused("address_form");
  const [version, ...hash] = bytes.subarray(0, 21);
  if (checksumOf(bytes.subarray(0, 21)).some((byte, place) => byte !== bytes[21 + place]))
    throw new Refused("address_checksum");
  elsewhere(
    CHAIN_NAMES.filter(
      (each) => version === CHAINS[each].network.pubKeyHash || version === CHAINS[each].network.scriptHash,
    ),
    chain,
  );
  return version === CHAINS[chain].network.pubKeyHash
    ? { address, type: "p2pkh", script: Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac) }
    : { address, type: "p2sh", script: Uint8Array.of(0xa9, 20, ...hash, 0x87) };
}

/**
 * Reads an address that can be paid.
 * @throws Refused for another network, a wrong checksum, mixed case, a later witness version, and anything else
 */
export function parseAddress(text: string, chain: ChainName): Address {
  const trimmed = text.trim();
  if (/^(?:bc|tb|bcrt)1/i.test(trimmed)) return readSegwit(trimmed, chain);
  if (BASE58.test(trimmed)) return readBase58(trimmed, chain);
  throw new Refused("address_form");
}

/** The address of an output's script, or undefined if the script has none. */
export function addressOfScript(script: Uint8Array, chain: ChainName): string | undefined {
  const { network } = CHAINS[chain];
  const withVersion = (version: number, hash: Uint8Array): string => {
    const payload = Uint8Array.of(version, ...hash);
    return base58.encode(Uint8Array.of(...payload, ...checksumOf(payload)));
  };
  switch (scriptType(script)) {
    case "p2pkh":
      return withVersion(network.pubKeyHash, script.subarray(3, 23));
    case "p2sh":
      return withVersion(network.scriptHash, script.subarray(2, 22));
    case "p2tr":
      return bech32m.encode(network.bech32, [1, ...bech32m.toWords(script.subarray(2))]);
    case undefined:
      return undefined;
    default:
      return bech32.encode(network.bech32, [0, ...bech32.toWords(script.subarray(2))]);
  }
}

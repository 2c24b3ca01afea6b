import { hex } from "@scure/base";
import type { HDKey } from "@scure/bip32";
import { fingerprintText } from "@wattle/bitcoin/key-origin";
import {
  type FileInput,
  type FileOutput,
  type PaymentFile,
  readPaymentFile,
} from "@wattle/bitcoin/read-payment-file";
import { paysKey } from "@wattle/bitcoin/signatures";
import { keyAt, type KeyPlace, placeOf } from "./accounts.ts";
import { Declined } from "./declined.ts";

export interface Payment {
  /** In hex. */
  readonly script: string;
  readonly satoshi: bigint;
}

/** A payment file as the holder of the seed sees it. */
export interface Review {
  readonly file: PaymentFile;
  /** The place of each input's key. */
  readonly places: readonly KeyPlace[];
  /** Outputs that leave us. */
  readonly payments: readonly Payment[];
  /** Outputs that come back to the treasury. */
  readonly change: readonly Payment[];
}

/** The place of an input's or output's key, if it says one. It must be the key of the script. */
function ownPlace(master: HDKey, { keys, script }: FileInput | FileOutput): KeyPlace | undefined {
  const [key, ...more] = keys;
  if (!key || more.length > 0 || key.fingerprint !== master.fingerprint) return undefined;
  const place = placeOf(key.path);
  return place && paysKey(script, keyAt(master, place).publicKey) ? place : undefined;
}

function inputPlace(master: HDKey, input: FileInput): KeyPlace {
  const place = ownPlace(master, input);
  if (!place)
    throw new Declined(
      `Input ${input.txid}:${input.output} is not of this seed (${fingerprintText(master.fingerprint)}).`,
    );
  return place;
}

/** Whether an output is ours. One that claims to be change is refused if it does not go to the treasury. */
function isChange(master: HDKey, output: FileOutput): boolean {
  if (output.keys.length === 0) return false;
  if (ownPlace(master, output)?.role === "treasury") return true;
  throw new Declined(
    `An output of ${output.satoshi} satoshi is marked as change, and does not go to our treasury.`,
  );
}

/**
 * Reads a payment file, and tells payments from change.
 * @throws Refused for a file that proves too little; Declined for inputs or change that are not ours
 */
export function review(master: HDKey, content: Uint8Array): Review {
  const file = readPaymentFile(content);
  const places = file.inputs.map((input) => inputPlace(master, input));
  if (new Set(places.map(({ coin }) => coin)).size > 1)
    throw new Declined("The file mixes coins of two networks.");
  const outputs = file.outputs.map((output) => ({
    own: isChange(master, output),
    script: hex.encode(output.script),
    satoshi: output.satoshi,
  }));
  const only = (wanted: boolean): Payment[] =>
    outputs.filter(({ own }) => own === wanted).map(({ script, satoshi }) => ({ script, satoshi }));
  return { file, places, payments: only(false), change: only(true) };
}

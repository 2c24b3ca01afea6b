import { hex } from "@scure/base";
import type { HDKey } from "@scure/bip32";
import { addressOfScript } from "@wattle/bitcoin/address";
import type { ChainName } from "@wattle/bitcoin/chains";
import { rateOf } from "@wattle/bitcoin/fee-rate";
import { fingerprintText } from "@wattle/bitcoin/key-origin";
import {
  type FileInput,
  type FileOutput,
  type PaymentFile,
  readPaymentFile,
} from "@wattle/bitcoin/read-payment-file";
import { signPaymentFile } from "@wattle/bitcoin/sign-payment-file";
import { paysKey } from "@wattle/bitcoin/signatures";
import { keyAt, type KeyPlace, placeOf } from "./accounts.ts";
import { Declined } from "./declined.ts";
import { TEXTS } from "./networks.ts";
import type { Payment, Review } from "./spending.ts";

const { amount: bitcoins, rate: feeRate } = TEXTS.bitcoin;

/** The place of an input's or output's key, if it says one. It must be the key of the script. */
function ownPlace(master: HDKey, { keys, script }: FileInput | FileOutput): KeyPlace | undefined {
  const [key, ...more] = keys;
  if (!key || more.length > 0 || key.fingerprint !== master.fingerprint) return undefined;
  const place = placeOf("bitcoin", key.path);
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

interface Parts {
  readonly file: PaymentFile;
  readonly payments: readonly Payment[];
  readonly change: readonly Payment[];
  readonly rate: bigint;
}

function describe({ file, payments, change, rate }: Parts, shown: ChainName): readonly string[] {
  const total = (amounts: readonly bigint[]): string =>
    bitcoins(amounts.reduce((sum, amount) => sum + amount, 0n));
  const totalOf = (list: readonly Payment[]): string => total(list.map(({ amount }) => amount));
  const line = ({ script, amount }: Payment): string =>
    `  ${bitcoins(amount)}  ${addressOfScript(hex.decode(script), shown) ?? `script ${script}`}`;
  return [
    `Network    ${shown}`,
    `Inputs     ${file.inputs.length}, ${total(file.inputs.map(({ satoshi }) => satoshi))}`,
    `Payments   ${payments.length}, ${totalOf(payments)}`,
    ...payments.map(line),
    `To us      ${change.length}, ${totalOf(change)}`,
    ...change.map(line),
    `Fee        ${bitcoins(file.fee)}, ${feeRate(rate < 0n ? 0n : rate)}`,
  ];
}

function sign(master: HDKey, file: PaymentFile, places: readonly KeyPlace[]): Uint8Array {
  const keys = places.map((place) => keyAt(master, place));
  return signPaymentFile(file, (input) => {
    const key = keys[input];
    if (!key) throw new TypeError("An input has no key");
    return key;
  });
}

/** Reads a payment file of Bitcoin, which is one transaction. */
export function reviewPayment(master: HDKey, content: Uint8Array): Review {
  const file = readPaymentFile(content);
  const places = file.inputs.map((input) => inputPlace(master, input));
  if (new Set(places.map(({ coin }) => coin)).size > 1)
    throw new Declined("The file mixes coins of two networks.");
  const outputs = file.outputs.map((output) => ({
    own: isChange(master, output),
    script: hex.encode(output.script),
    amount: output.satoshi,
  }));
  const only = (wanted: boolean): Payment[] =>
    outputs.filter(({ own }) => own === wanted).map(({ script, amount }) => ({ script, amount }));
  const [payments, change, rate] = [only(false), only(true), rateOf(file.fee, file.size)];
  const inputs = file.inputs.map(({ txid, output }) => `${txid}:${output}`);
  const isTest = places.some(({ coin }) => coin === 1);
  return {
    network: "bitcoin",
    spendings: [{ inputs, payments, fee: file.fee, rate }],
    describe: (chain) => describe({ file, payments, change, rate }, chain ?? (isTest ? "regtest" : "main")),
    sign: () => sign(master, file, places),
  };
}

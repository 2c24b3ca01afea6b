import { base64, hex } from "@scure/base";
import { SigHash, Transaction } from "@scure/btc-signer";
import { describe, expect, test } from "vitest";
import { checkSigned } from "./check-signed.ts";
import { buildPaymentFile, type Place } from "./payment-file.ts";
import { decodePaymentFile, readPaymentFile } from "./read-payment-file.ts";
import { signPaymentFile } from "./sign-payment-file.ts";
import { digestsOf } from "./signatures.ts";
import vectors from "./testing/bip-174.json" with { type: "json" };
import {
  CHANGE,
  DEPOSITS,
  keyAt,
  LIBRARY_MASTER,
  MASTER,
  receive,
  scriptAt,
  TREASURY,
} from "./testing/wallets.ts";

const STRANGER = Uint8Array.of(0x51, 32, ...new Uint8Array(32).fill(9));
const FIRST: Place = { wallet: TREASURY, branch: 0, index: 0 };
const SECOND: Place = { wallet: DEPOSITS, branch: 0, index: 5 };
const COINS = [receive(FIRST, 100_000n), receive(SECOND, 50_000n)];
const PAYMENTS = [
  { script: STRANGER, satoshi: 120_000n },
  { script: scriptAt(CHANGE), satoshi: 29_000n, place: CHANGE },
];
const FILE = buildPaymentFile(COINS, PAYMENTS);

/** The places of a file's inputs, in the file's order. */
const placesOf = (file: Uint8Array): readonly Place[] =>
  readPaymentFile(file).inputs.map(({ txid }) => COINS.find((coin) => coin.txid === txid) ?? FIRST);
const sign = (file: Uint8Array): Uint8Array => {
  const places = placesOf(file);
  return signPaymentFile(readPaymentFile(file), (at) => keyAt(places[at] ?? FIRST));
};
const open = (file: Uint8Array) => Transaction.fromPSBT(file, { disableScriptCheck: true });
const reasonOf = (content: Uint8Array) => {
  try {
    checkSigned(FILE, content);
  } catch (error) {
    return (error as { reason?: string }).reason ?? error;
  }
  return "none";
};

describe("vectors of BIP-174", () => {
  test.each(vectors.invalid)("refused: %s", (_case, text = "") => {
    expect(() => decodePaymentFile(base64.decode(text))).toThrow(
      expect.objectContaining({ reason: expect.stringMatching(/^file_/) }),
    );
  });

  test.each(vectors.valid)("read: %s", (_case, text = "") => {
    expect(() => decodePaymentFile(base64.decode(text))).not.toThrow();
    expect(() => decodePaymentFile(new TextEncoder().encode(`${text}\n`))).not.toThrow();
  });
});

describe("a file", () => {
  test("has previous transactions, the origins of keys, BIP-69's order, and can be replaced", () => {
    const { inputs, outputs, fee, size, transaction } = readPaymentFile(FILE);
    expect({ fee, size }).toEqual({ fee: 1_000n, size: 221 });
    expect(inputs.map(({ txid }) => txid)).toEqual(COINS.map(({ txid }) => txid).toSorted());
    expect(outputs.map(({ satoshi }) => satoshi)).toEqual([29_000n, 120_000n]);
    expect(outputs[0]?.keys).toEqual([
      { publicKey: keyAt(CHANGE).publicKey, fingerprint: MASTER.fingerprint, path: [...TREASURY.path, 1, 0] },
    ]);
    expect(outputs[1]?.keys).toEqual([]);
    for (const { keys } of inputs)
      expect(keys).toEqual([expect.objectContaining({ fingerprint: MASTER.fingerprint })]);
    expect(transaction.getInput(0)).toMatchObject({ sequence: 0xff_ff_ff_fd, sighashType: SigHash.ALL });
    expect(transaction.lockTime).toBe(0);
  });

  test("has the digests that the library signs", () => {
    const { inputs, transaction } = readPaymentFile(FILE);
    const digestOf = digestsOf(transaction.unsignedTx);
    for (const [at, { script, satoshi }] of inputs.entries()) {
      const code = Uint8Array.of(0x76, 0xa9, 20, ...script.subarray(2), 0x88, 0xac);
      expect(digestOf(at, { script, satoshi })).toEqual(
        transaction.preimageWitnessV0(at, code, SigHash.ALL, satoshi),
      );
    }
    expect(() => digestOf(2, { script: STRANGER, satoshi: 0n })).toThrow(RangeError);
  });

  test("is the same for the same payment", () => {
    expect(buildPaymentFile(COINS.toReversed(), PAYMENTS.toReversed())).toEqual(FILE);
  });

  test("is not made of a coin that is not at its address", () => {
    const [coin] = COINS;
    expect(() => buildPaymentFile(coin ? [{ ...coin, index: 1 }] : [], PAYMENTS)).toThrow("is not ours");
    expect(() => buildPaymentFile(coin ? [{ ...coin, txid: "00".repeat(32) }] : [], PAYMENTS)).toThrow();
  });
});

describe("a signed file", () => {
  const signed = sign(FILE);

  test("gives the transaction that the library makes of it", () => {
    const { txid, raw, fee } = checkSigned(FILE, signed);
    const own = open(signed);
    own.finalize();
    expect({ txid, raw: hex.encode(raw), fee }).toEqual({ txid: own.id, raw: own.hex, fee: 1_000n });
    expect(raw.length * 4).toBeGreaterThan(own.weight);
    expect(own.vsize).toBeLessThanOrEqual(readPaymentFile(FILE).size);
  });

  test.each([
    [
      "finalized",
      () => {
        const own = open(signed);
        own.finalize();
        return own.toPSBT();
      },
    ],
    ["as text", () => new TextEncoder().encode(base64.encode(signed))],
    [
      "as a transaction in hex",
      () => {
        const own = open(signed);
        own.finalize();
        return new TextEncoder().encode(`${own.hex}\n`);
      },
    ],
    [
      "signed by the library",
      () => {
        const own = open(FILE);
        own.sign(LIBRARY_MASTER);
        return own.toPSBT();
      },
    ],
  ])("is taken %s", (_form, content) => {
    expect(checkSigned(FILE, content()).txid).toBe(checkSigned(FILE, signed).txid);
  });

  const changed = (change: (transaction: Transaction) => void): Uint8Array => {
    const transaction = open(signed);
    change(transaction);
    return transaction.toPSBT();
  };
  const [one] = readPaymentFile(FILE).inputs;
  const partOf = (at: number) => open(signed).getInput(at).partialSig?.[0] ?? [];
  const other = receive({ wallet: TREASURY, branch: 0, index: 77 }, 100_000n);
  const third = receive({ wallet: TREASURY, branch: 0, index: 78 }, 60_000n);

  test.each<[string, string, () => Uint8Array]>([
    ["no PSBT", "file_form", () => new TextEncoder().encode("<html>")],
    ["nothing", "file_form", () => new Uint8Array()],
    ["a truncated one", "file_damaged", () => signed.subarray(0, 700)],
    ["one cut at its end", "file_damaged", () => signed.subarray(0, -1)],
    ["a truncated transaction", "file_damaged", () => new TextEncoder().encode("0200000000010199")],
    ["the released file", "unsigned", () => FILE],
    [
      "one signature",
      "partly_signed",
      () => changed((file) => file.updateInput(0, { partialSig: undefined }, true)),
    ],
    ["another batch", "other_batch", () => buildPaymentFile([other, third], PAYMENTS)],
    ["a foreign input more", "inputs_changed", () => buildPaymentFile([...COINS, other], PAYMENTS)],
    [
      "a foreign input instead",
      "inputs_changed",
      () => buildPaymentFile([...COINS.slice(1), other], PAYMENTS),
    ],
    [
      "another amount",
      "outputs_changed",
      () => sign(buildPaymentFile(COINS, [{ script: STRANGER, satoshi: 120_001n }, ...PAYMENTS.slice(1)])),
    ],
    [
      "another address",
      "outputs_changed",
      () =>
        sign(buildPaymentFile(COINS, [{ script: scriptAt(FIRST), satoshi: 120_000n }, ...PAYMENTS.slice(1)])),
    ],
    ["an output less", "outputs_changed", () => sign(buildPaymentFile(COINS, PAYMENTS.slice(0, 1)))],
    [
      "another sequence",
      "transaction_changed",
      () => changed((file) => file.updateInput(0, { sequence: 1 }, true)),
    ],
    [
      "a false amount",
      "previous_wrong",
      () => hex.decode(hex.encode(signed).replaceAll("a086010000000000", "a186010000000000")),
    ],
    [
      "an amount that only the input says",
      "previous_missing",
      () =>
        changed((file) =>
          file.updateInput(
            0,
            { witnessUtxo: { script: one?.script ?? STRANGER, amount: 1n }, nonWitnessUtxo: undefined },
            true,
          ),
        ),
    ],
    [
      "no previous transaction",
      "previous_missing",
      () => changed((file) => file.updateInput(1, { nonWitnessUtxo: undefined }, true)),
    ],
    [
      "a signature of another input",
      "signature_wrong",
      () =>
        changed((file) => {
          file.updateInput(0, { partialSig: undefined }, true);
          file.updateInput(0, { partialSig: [[partOf(1)[0] ?? STRANGER, partOf(1)[1] ?? STRANGER]] }, true);
        }),
    ],
    [
      "another input's signature with its own key",
      "signature_wrong",
      () =>
        changed((file) => {
          file.updateInput(0, { partialSig: undefined }, true);
          file.updateInput(0, { partialSig: [[partOf(0)[0] ?? STRANGER, partOf(1)[1] ?? STRANGER]] }, true);
        }),
    ],
    [
      "a signature for less than the whole",
      "signature_wrong",
      () => {
        const file = open(FILE);
        for (const at of [0, 1]) file.updateInput(at, { sighashType: undefined });
        for (const at of [0, 1]) file.updateInput(at, { sighashType: SigHash.NONE }, true);
        file.sign(LIBRARY_MASTER, [SigHash.NONE]);
        for (const at of [0, 1]) file.updateInput(at, { sighashType: SigHash.ALL }, true);
        return file.toPSBT();
      },
    ],
  ])("is refused: %s", (_fault, reason, content) => {
    expect(reasonOf(content())).toBe(reason);
  });

  test("cut anywhere is refused", () => {
    for (let length = 0; length < signed.length; length += 97)
      expect(reasonOf(signed.subarray(0, length))).toMatch(/^file_/);
  });

  test("gives nothing but the released transaction, whatever else is in it", () => {
    const file = changed((each) => each.updateOutput(0, { bip32Derivation: undefined }, true));
    expect(checkSigned(FILE, file).raw).toEqual(checkSigned(FILE, signed).raw);
  });
});

import { hex } from "@scure/base";
import { Transaction } from "micro-eth-signer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveAddress } from "./descriptor.ts";
import { signTransfer } from "./sign-transfer.ts";
import { keyAt, TREASURY } from "./testing/wallets.ts";
import { highestFee, readSignedTransfer, type Transfer, transactionOf } from "./transfer.ts";

const GWEI = 10n ** 9n;
const ONE = hex.decode("1".padStart(64, "0"));
/** The first key of development tools, such as anvil. */
const TOOLS = hex.decode("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80");

const transfer = (changes: Partial<Transfer>): Transfer => ({
  chainId: 1n,
  nonce: 0n,
  to: "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf",
  value: 1n,
  gasLimit: 21_000n,
  maxFee: 2n * GWEI,
  maxTip: GWEI,
  ...changes,
});

describe("transfers that others signed", () => {
  test.each([
    [
      "ethers",
      ONE,
      transfer({}),
      "02f86a0180843b9aca008477359400825208947e5f4552091a69125d5dfcb7b8c2659029395bdf0180c001a0fe0ae0853c4a0d7716379706c51e4edd2f40cb97661bf68d008e7c9f8aed2905a05e0900da15233ac6d56dffde9e985783f8b4ef6c095c390e06cb452f081906f2",
      "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf",
    ],
    [
      "cast",
      TOOLS,
      transfer({ to: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8" }),
      "02f86a0180843b9aca0084773594008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c001a08ba403cc571a96355d538d0aea89b8bd6c93db34dda23ebcd776a7920509551ba031d6e810740bc700a324b536aeadc6e26f274e22b9bd78294e3a644787f0d97a",
      "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
    ],
  ])("%s has the same bytes, and the sender follows from them", (_by, key, expected, raw, from) => {
    expect(hex.encode(signTransfer(expected, key))).toBe(raw);
    expect(readSignedTransfer(hex.decode(raw))).toEqual({
      ...expected,
      from,
      txid: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
  });

  test("the id is the one that others compute", () => {
    expect(readSignedTransfer(signTransfer(transfer({}), ONE)).txid).toBe(
      "0xba48c89daf88aa06272d835dcbdff293121fbb55a901cbc84f77d16f5969f54a",
    );
  });
});

const SIGNED = transactionOf(transfer({})).signBy(ONE, false);
const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
type Fields = typeof SIGNED.raw;
/** The same transaction with other fields, signed or not. */
const changed = (fields: Partial<Fields>): Uint8Array =>
  new Transaction("eip1559", { ...SIGNED.raw, ...fields }, { strict: false }).toBytes();
/** A transaction of this kind that pays with other fields, signed again. */
const signed = (fields: Partial<Fields>): Uint8Array =>
  new Transaction("eip1559", { ...transactionOf(transfer({})).raw, ...fields }, { strict: false })
    .signBy(ONE, false)
    .toBytes();

describe("refused", () => {
  const raw = SIGNED.toBytes();
  test.each([
    ["nothing", new Uint8Array(), "transfer_form"],
    ["text", new TextEncoder().encode("transfer"), "transfer_form"],
    ["a byte too few", raw.subarray(0, -1), "transfer_form"],
    ["a byte too many", Uint8Array.of(...raw, 0), "transfer_form"],
    ["its type only", Uint8Array.of(2), "transfer_form"],
    ["another type of the same fields", Uint8Array.of(1, ...raw.subarray(1)), "transfer_form"],
    [
      "a transaction of before EIP-1559",
      Transaction.prepare({
        type: "legacy",
        to: SIGNED.raw.to,
        value: 1n,
        gasPrice: GWEI,
        nonce: 0n,
        chainId: 1n,
      })
        .signBy(ONE, false)
        .toBytes(),
      "transfer_form",
    ],
    ["no signature", transactionOf(transfer({})).toBytes(), "unsigned"],
    ["data", signed({ data: "0x00" }), "transfer_data"],
    [
      "an access list",
      signed({ accessList: [{ address: SIGNED.raw.to, storageKeys: [] }] }),
      "transfer_data",
    ],
    ["a new contract", signed({ to: "0x" }), "transfer_data"],
    [
      "the same signature's other form (EIP-2)",
      changed({ s: ORDER - (SIGNED.raw.s ?? 0n), yParity: 1 - (SIGNED.raw.yParity ?? 0) }),
      "signature_wrong",
    ],
    ["a signature that is no point", changed({ r: 5n }), "signature_wrong"],
  ])("%s", (_case, bytes, reason) => {
    expect(() => readSignedTransfer(bytes)).toThrow(expect.objectContaining({ reason }));
  });
});

test("any transfer is read as it was signed, with the same bytes each time, and its sender is the key's", () => {
  const uint = (bits: bigint) => fc.bigInt(0n, (1n << bits) - 1n);
  const transfers = fc.record({
    chainId: fc.bigInt(1n, 1n << 40n),
    nonce: uint(63n),
    to: fc.stringMatching(/^0x[0-9a-f]{40}$/),
    value: uint(96n),
    gasLimit: uint(40n),
    maxFee: fc.bigInt(1n << 32n, 1n << 64n),
    maxTip: uint(32n),
  });
  const from = deriveAddress(TREASURY, 0).script;
  const key = keyAt(TREASURY, 0);
  fc.assert(
    fc.property(transfers, (each) => {
      const bytes = signTransfer(each, key);
      expect(signTransfer(each, key)).toEqual(bytes);
      const read = readSignedTransfer(bytes);
      expect(read).toEqual({ ...each, from, txid: read.txid });
      expect(highestFee(read)).toBe(each.gasLimit * each.maxFee);
    }),
  );
});

test("whatever bytes come, they are refused or read", () => {
  const noise = fc.uint8Array({ maxLength: 150 });
  const place = fc.nat(SIGNED.toBytes().length - 1);
  fc.assert(
    fc.property(
      fc.oneof(
        noise,
        fc.tuple(place, fc.nat(255)).map(([at, byte]) => SIGNED.toBytes().with(at, byte)),
      ),
      (bytes) => {
        try {
          readSignedTransfer(bytes);
        } catch (error) {
          expect(error).toHaveProperty("reason");
        }
      },
    ),
  );
});

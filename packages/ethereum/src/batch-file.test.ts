import { hex } from "@scure/base";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildBatchFile, readBatchFile, writeBatchFile } from "./batch-file.ts";
import { checkSigned } from "./check-signed.ts";
import { deriveAddress, type Wallet } from "./descriptor.ts";
import { signBatchFile } from "./sign-batch-file.ts";
import { signTransfer } from "./sign-transfer.ts";
import { DEPOSITS, keyAt, TREASURY } from "./testing/wallets.ts";
import { readSignedTransfer, type Transfer, transactionOf } from "./transfer.ts";

const STRANGER = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const OTHER = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359";
const THIRD = "0xde709f2102306220921060314715629080e2fb77";
const own = deriveAddress(TREASURY, 0).script;

const transfer = (nonce: bigint, changes: Partial<Transfer> = {}): Transfer => ({
  chainId: 7_777n,
  nonce,
  to: STRANGER,
  value: 10n ** 17n,
  gasLimit: 21_000n,
  maxFee: 30n * 10n ** 9n,
  maxTip: 10n ** 9n,
  ...changes,
});
const from = (wallet: Wallet, index: number) => ({ wallet, index });
const TRANSFERS = [
  { transfer: transfer(10n), from: from(TREASURY, 0), what: "pay" },
  { transfer: transfer(9n, { to: OTHER, value: 1n }), from: from(TREASURY, 0), what: "bump" },
  { transfer: transfer(11n, { to: own, value: 0n }), from: from(TREASURY, 0), what: "cancel" },
  { transfer: transfer(0n, { to: own }), from: from(DEPOSITS, 3), what: "sweep" },
] as const;
const build = (transfers: Parameters<typeof buildBatchFile>[0]["transfers"] = TRANSFERS): Uint8Array =>
  buildBatchFile({ chainId: 7_777n, transfers });
const RELEASED = build();
/** The private key of an item. */
const keyOf = ({ from: script }: { from: string }): Uint8Array =>
  script === own ? keyAt(TREASURY, 0) : keyAt(DEPOSITS, 3);
const SIGNED = signBatchFile(readBatchFile(RELEASED), keyOf);

interface Written {
  chain_id: string;
  transfers: Record<string, string>[];
  [name: string]: unknown;
}
/** A file with one thing changed. */
function altered(content: Uint8Array, change: (file: Written) => void): Uint8Array {
  const file = JSON.parse(new TextDecoder().decode(content)) as Written;
  change(file);
  return new TextEncoder().encode(JSON.stringify(file));
}
const setItem =
  (changes: Record<string, string>, at = 0) =>
  (file: Written): void => {
    Object.assign(file.transfers[at] ?? {}, changes);
  };

describe("a batch", () => {
  test("has the same bytes in whichever order its transfers come", () => {
    expect(build(TRANSFERS.toReversed())).toEqual(RELEASED);
    const { chainId, items } = readBatchFile(RELEASED);
    expect(writeBatchFile({ chainId, items })).toEqual(RELEASED);
    expect(items.filter(({ from: script }) => script === own).map((item) => item.transfer.nonce)).toEqual([
      9n,
      10n,
      11n,
    ]);
  });

  test("is read as it was built", () => {
    const { chainId, items } = readBatchFile(RELEASED);
    expect(chainId).toBe(7_777n);
    expect(items).toHaveLength(TRANSFERS.length);
    for (const { transfer: asked, what, from: place } of TRANSFERS)
      expect(items).toContainEqual({
        what,
        transfer: asked,
        from: deriveAddress(place.wallet, place.index).script,
        key: { fingerprint: TREASURY.fingerprint, path: [...place.wallet.path, 0, place.index] },
        signed: undefined,
      });
  });

  test("of another chain is not built", () => {
    expect(() => buildBatchFile({ chainId: 1n, transfers: TRANSFERS })).toThrow("another chain");
  });

  test.each<[string, (file: Written) => void, string]>([
    ["another format", (file) => void (file["format"] = "psbt"), "batch_form"],
    ["a later version", (file) => void (file["version"] = 2), "batch_version"],
    ["no chain", (file) => void (file.chain_id = "0"), "file_damaged"],
    ["no transfers", (file) => void (file.transfers = []), "file_damaged"],
    ["a nonce twice", (file) => void file.transfers.push({ ...file.transfers[0] }), "file_damaged"],
    ["a name that it does not know", setItem({ data: "0x" }), "file_damaged"],
    ["no amount", (file) => void delete file.transfers[0]?.["value"], "file_damaged"],
    [
      "an amount that is a number",
      (file) => void Object.assign(file.transfers[0] ?? {}, { value: 1 }),
      "file_damaged",
    ],
    ["an amount in another form", setItem({ value: "1e18" }), "file_damaged"],
    ["an amount below nothing", setItem({ value: "-1" }), "file_damaged"],
    ["an amount that no chain has", setItem({ value: `${1n << 256n}` }), "file_damaged"],
    ["a nonce that no chain has", setItem({ nonce: `${1n << 64n}` }), "file_damaged"],
    ["a tip above the fee", setItem({ max_tip: "30000000001" }), "file_damaged"],
    ["a purpose that it does not know", setItem({ what: "steal" }), "file_damaged"],
    [
      "a wrong checksum of an address",
      setItem({ to: "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }),
      "address_checksum",
    ],
    ["no address", setItem({ to: "0x" }), "ether_address_form"],
    ["no origin of the key", setItem({ key: "m/44h" }), "descriptor_origin"],
    ["hex with an odd length", setItem({ signed: "0x02f" }), "file_damaged"],
    ["a signed text that is no hex", setItem({ signed: "0xzz" }), "file_damaged"],
  ])("is refused with %s", (_case, change, reason) => {
    expect(() => readBatchFile(altered(RELEASED, change))).toThrow(expect.objectContaining({ reason }));
  });

  test.each(["", "<html>", "null", "[]", '{"format":', "\u00ff"])("%j is none", (text) => {
    expect(() => readBatchFile(new TextEncoder().encode(text))).toThrow(
      expect.objectContaining({ reason: "batch_form" }),
    );
  });
});

/** A signed transfer in place of the first one. */
const withFirst = (raw: Uint8Array) => altered(SIGNED, setItem({ signed: `0x${hex.encode(raw)}` }));
const [first] = readBatchFile(SIGNED).items;

describe("a signed batch", () => {
  test("gives each transfer with its txid, in the order of the released one", () => {
    const found = checkSigned(RELEASED, SIGNED);
    expect(found.map(({ from: script, nonce }) => `${script}:${nonce}`)).toEqual(
      readBatchFile(RELEASED).items.map((item) => `${item.from}:${item.transfer.nonce}`),
    );
    for (const { raw, txid } of found) expect(readSignedTransfer(raw).txid).toBe(txid);
    expect(signBatchFile(readBatchFile(RELEASED), keyOf)).toEqual(SIGNED);
  });

  test("may come in another layout", () => {
    expect(
      checkSigned(
        RELEASED,
        altered(SIGNED, () => {}),
      ),
    ).toEqual(checkSigned(RELEASED, SIGNED));
  });

  const key = first === undefined ? new Uint8Array() : keyOf(first);
  const firstTransfer = first?.transfer ?? transfer(0n);
  test.each<[string, Uint8Array, string]>([
    ["another chain", altered(SIGNED, (file) => void (file.chain_id = "1")), "other_batch"],
    [
      "other nonces",
      altered(SIGNED, (file) => {
        for (const item of file.transfers) item["nonce"] = `${BigInt(item["nonce"] ?? "0") + 100n}`;
      }),
      "other_batch",
    ],
    ["another nonce", altered(SIGNED, setItem({ nonce: "77" })), "inputs_changed"],
    ["a transfer less", altered(SIGNED, (file) => void file.transfers.pop()), "inputs_changed"],
    ["another address", altered(SIGNED, setItem({ to: THIRD }, 1)), "outputs_changed"],
    ["another amount", altered(SIGNED, setItem({ value: "7" })), "outputs_changed"],
    ["a higher fee", altered(SIGNED, setItem({ max_fee: "40000000000" })), "transaction_changed"],
    ["a higher limit of gas", altered(SIGNED, setItem({ gas_limit: "21001" })), "transaction_changed"],
    ["no signatures", RELEASED, "unsigned"],
    [
      "a signature less",
      altered(SIGNED, (file) => void delete file.transfers[2]?.["signed"]),
      "partly_signed",
    ],
    ["the transaction without its signature", withFirst(transactionOf(firstTransfer).toBytes()), "unsigned"],
    [
      "a transfer of more under the same name",
      withFirst(signTransfer({ ...firstTransfer, value: 10n ** 20n }, key)),
      "transaction_changed",
    ],
    [
      "a transfer to a thief under the same name",
      withFirst(signTransfer({ ...firstTransfer, to: OTHER }, key)),
      "transaction_changed",
    ],
    [
      "a signature for another chain",
      withFirst(signTransfer({ ...firstTransfer, chainId: 1n }, key)),
      "transaction_changed",
    ],
    [
      "another key's signature",
      withFirst(signTransfer(firstTransfer, keyAt(TREASURY, 5))),
      "signature_wrong",
    ],
    ["garbage for a signature", withFirst(Uint8Array.of(2, 0xc0)), "transfer_form"],
    ["another file", new TextEncoder().encode("{}"), "batch_form"],
  ])("is refused: %s", (_case, content, reason) => {
    expect(() => checkSigned(RELEASED, content)).toThrow(expect.objectContaining({ reason }));
  });

  test("with any byte of a signature changed is refused", () => {
    const raw = first?.signed ?? new Uint8Array();
    fc.assert(
      fc.property(fc.nat(raw.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const other = raw.with(at, (raw[at] ?? 0) ^ change);
        expect(() => checkSigned(RELEASED, withFirst(other))).toThrow(
          expect.objectContaining({ name: "Refused" }),
        );
      }),
    );
  });
});

// Transfers that we sign, and a full node that others wrote.
import { HARDENED_OFFSET, HDKey } from "@scure/bip32";
import { deriveAddress, parseDescriptor, writeDescriptor } from "@wattle/ethereum/descriptor";
import { signTransfer } from "@wattle/ethereum/sign-transfer";
import { readSignedTransfer } from "@wattle/ethereum/transfer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasAnvil, startAnvil, type AnvilNode } from "./anvil-node.ts";

const GWEI = 10n ** 9n;
const MASTER = HDKey.fromMasterSeed(new Uint8Array(32).fill(3));
const PATH = [44, 60, 1].map((step) => step + HARDENED_OFFSET);
const WALLET = parseDescriptor(
  writeDescriptor({
    fingerprint: MASTER.fingerprint,
    path: PATH,
    key: HDKey.fromExtendedKey(MASTER.derive("m/44'/60'/1'").publicExtendedKey),
  }),
);
const STRANGER = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";

describe.skipIf(!hasAnvil)("a transfer that we sign", () => {
  let anvil: AnvilNode;
  const { script: from } = deriveAddress(WALLET, 0);
  const { privateKey } = MASTER.derive("m/44'/60'/1'/0/0");
  const sign = (changes: { readonly nonce: bigint; readonly maxFee?: bigint; readonly value?: bigint }) => {
    if (privateKey === null) throw new TypeError("the key has no private half");
    const transfer = {
      chainId: 7_777n,
      to: STRANGER,
      value: GWEI,
      gasLimit: 21_000n,
      maxFee: 3n * GWEI,
      maxTip: GWEI,
    };
    return signTransfer({ ...transfer, ...changes }, privateKey);
  };
  const send = (raw: Uint8Array) =>
    anvil.ask("eth_sendRawTransaction", [`0x${Buffer.from(raw).toString("hex")}`]);
  const balance = async (address: string) =>
    BigInt(String(await anvil.ask("eth_getBalance", [address, "latest"])));

  beforeAll(async () => {
    anvil = await startAnvil(7_777n);
    await anvil.send(from, 10n ** 18n);
    await anvil.mine(1);
  });
  afterAll(() => anvil.close());

  test("has the txid and the sender that we computed, and pays", async () => {
    const raw = sign({ nonce: 0n });
    const { txid } = readSignedTransfer(raw);
    expect(await send(raw)).toBe(txid);
    await anvil.mine(1);
    expect(await anvil.ask("eth_getTransactionByHash", [txid])).toMatchObject({
      hash: txid,
      from,
      nonce: "0x0",
    });
    expect(await anvil.ask("eth_getTransactionReceipt", [txid])).toMatchObject({ status: "0x1", from });
    expect(await balance(STRANGER)).toBe(GWEI);
  });

  test("takes the place of one with the same nonce and a lower fee", async () => {
    const [first, second] = [sign({ nonce: 1n }), sign({ nonce: 1n, maxFee: 4n * GWEI, value: 2n * GWEI })];
    await send(first);
    const { txid } = readSignedTransfer(second);
    expect(await send(second)).toBe(txid);
    await anvil.mine(3);
    expect(await balance(STRANGER)).toBe(3n * GWEI);
    expect(await anvil.ask("eth_getTransactionReceipt", [readSignedTransfer(first).txid])).toBeNull();
    expect(await anvil.ask("eth_getBlockByNumber", ["finalized", false])).toMatchObject({
      transactions: [txid],
    });
  });
});

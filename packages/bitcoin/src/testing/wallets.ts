import { HDKey } from "@scure/bip32";
import { Transaction } from "@scure/btc-signer";
import type { Coin } from "../coin-selection.ts";
import { CHAINS } from "../chains.ts";
import { deriveScript, parseDescriptor, type Wallet, writeDescriptor } from "../descriptor.ts";
import type { PaymentInput, Place } from "../payment-file.ts";

/** The master key of tests, which is no public seed's. */
export const MASTER = HDKey.fromMasterSeed(new Uint8Array(32).fill(7), CHAINS.regtest.extendedKeys);
/** The same as the library takes it, whose types do not know that a key may have one half only. */
export const LIBRARY_MASTER = MASTER as unknown as Parameters<Transaction["sign"]>[0];

/** An account of a master key. */
function accountOf(master: HDKey, number: number): Wallet {
  const key = master.derive(`m/84'/1'/${number}'`);
  const path = [84, 1, number].map((step) => step + 0x80_00_00_00);
  return parseDescriptor(writeDescriptor({ fingerprint: master.fingerprint, path, key }), "regtest");
}
const account = (number: number): Wallet => accountOf(MASTER, number);

/** A wallet for deposits of a seed that no one else has. */
export const depositsOfSeed = (seed: Uint8Array): Wallet =>
  accountOf(HDKey.fromMasterSeed(seed, CHAINS.regtest.extendedKeys), 0);

export const DEPOSITS = account(0);
export const TREASURY = account(1);
export const CHANGE: Place = { wallet: TREASURY, branch: 1, index: 0 };

export const scriptAt = ({ wallet, branch, index }: Place): Uint8Array =>
  deriveScript(wallet, branch, index).script;
export const keyAt = ({ wallet, branch, index }: Place) => {
  const { publicKey, privateKey } = MASTER.derive(`m/84'/1'/${wallet.account}'/${branch}/${index}`);
  if (!publicKey || !privateKey) throw new TypeError("The key has no halves");
  return { publicKey, privateKey };
};

/** A coin at an address of ours, in a transaction of a stranger. */
export function receive(place: Place, satoshi: bigint): PaymentInput & Coin {
  const transaction = new Transaction({ allowUnknownInputs: true });
  const txid = new Uint8Array(32).fill(place.index + 1);
  transaction.addInput({ txid, index: Number(place.wallet.account), finalScriptWitness: [Uint8Array.of(1)] });
  transaction.addOutput({ script: scriptAt({ ...CHANGE, index: 99 }), amount: 1_000n }, true);
  transaction.addOutput({ script: scriptAt(place), amount: satoshi }, true);
  return {
    ...place,
    txid: transaction.id,
    output: 1,
    satoshi,
    treasury: place.wallet === TREASURY,
    previous: transaction.toBytes(true, true),
  };
}

// Electrum as a second opinion, where Debian's package is installed: it signs our files to the same transaction.
import { spawnSync } from "node:child_process";
import { hex } from "@scure/base";
import { mnemonicToSeedSync } from "@scure/bip39";
import { checkSigned } from "@wattle/bitcoin/check-signed";
import { parseDescriptor } from "@wattle/bitcoin/descriptor";
import { buildPaymentFile } from "@wattle/bitcoin/payment-file";
import { receive, scriptAt } from "@wattle/bitcoin/testing/wallets";
import { expect, test } from "vitest";
import { machine, walletsOf, WORDS } from "./testing/run-signer.ts";

const PYTHON = "/usr/bin/python3";
const isInstalled = spawnSync(PYTHON, ["-c", "import electrum"]).status === 0;

/** Signs with the keys of both accounts. */
const SIGN = `
import sys
from electrum import constants, keystore
from electrum.transaction import PartialTransaction
constants.set_regtest()
seed, name = sys.argv[1:3]
transaction = PartialTransaction.from_raw_psbt(open(name, "rb").read())
for each in transaction.inputs():
    # Its wallet says so of its own inputs.
    each.script_type, each.pubkeys = "p2wpkh", list(each.bip32_paths)
for account in (0, 1):
    keys = keystore.from_bip43_rootseed(bytes.fromhex(seed), f"m/84h/1h/{account}h", xtype="p2wpkh")
    keys.sign_transaction(transaction, password=None)
print(transaction.is_complete(), transaction.txid(), transaction.serialize_as_bytes().hex(), transaction.get_fee())
print(*(keys.get_master_public_key(),))
`;

/** The transaction of a file that is signed already. */
const READ = `
import sys
from electrum import constants
from electrum.transaction import PartialTransaction
constants.set_regtest()
transaction = PartialTransaction.from_raw_psbt(open(sys.argv[1], "rb").read())
for each in transaction.inputs():
    # Its wallet says so of its own inputs.
    each.script_type, each.pubkeys = "p2wpkh", list(each.bip32_paths)
transaction.finalize_psbt()
print(transaction.is_complete(), transaction.txid())
`;

const python = (script: string, ...args: readonly string[]): string[] => {
  const { stdout, stderr, status } = spawnSync(PYTHON, ["-c", script, ...args], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trim().split(/\s+/);
};

test.skipIf(!isInstalled)("Electrum opens and signs our files to the same transaction", () => {
  const own = machine();
  const [deposits, treasury] = walletsOf(own);
  const coins = [
    receive({ wallet: treasury, branch: 0, index: 0 }, 10_000_000n),
    receive({ wallet: deposits, branch: 0, index: 7 }, 5_000_000n),
    receive({ wallet: treasury, branch: 1, index: 12 }, 70_000n),
  ];
  const place = { wallet: treasury, branch: 1, index: 3 } as const;
  const file = buildPaymentFile(coins, [
    { script: Uint8Array.of(0x51, 32, ...new Uint8Array(32).fill(9)), satoshi: 1_000_000n },
    { script: scriptAt(place), satoshi: 14_060_000n, place },
  ]);
  own.write("payout", file);
  expect(own.run("sign", "payout", "--out", "signed").code).toBe(0);
  const { txid } = checkSigned(file, own.read("signed"));
  expect(python(READ, own.place("signed"))).toEqual(["True", txid]);
  const [complete, theirs, raw = "", fee, key = ""] = python(
    SIGN,
    hex.encode(mnemonicToSeedSync(WORDS)),
    own.place("payout"),
  );
  expect([complete, theirs, fee]).toEqual(["True", txid, "10000"]);
  expect(checkSigned(file, new TextEncoder().encode(raw)).txid).toBe(txid);
  expect(key).toMatch(/^vpub/);
  expect(() => parseDescriptor(treasury.descriptor.replace(/tpub\w+/, key), "regtest")).toThrow("checksum");
});

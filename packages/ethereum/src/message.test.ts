import { hex } from "@scure/base";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deriveAddress } from "./descriptor.ts";
import { signMessage, verifyMessage } from "./message.ts";
import { keyAt, TREASURY } from "./testing/wallets.ts";

/** The example of web3's documents, which other libraries have in their tests. */
const ADDRESS = "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23";
const KEY = hex.decode("4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318");
const SIGNATURE =
  "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c";
const EXAMPLE = { address: ADDRESS, message: "Some data", signature: SIGNATURE };

test("others' signature is the one that we make", () => {
  expect(signMessage("Some data", KEY)).toBe(SIGNATURE);
});

test.each([
  ["as it is", {}],
  ["with blanks", { signature: ` ${SIGNATURE}\n` }],
  ["with the parity of some hardware wallets", { signature: SIGNATURE.replace(/1c$/, "01") }],
  ["for an address in small letters", { address: ADDRESS.toLowerCase() }],
])("valid: %s", (_case, changes) => {
  expect(verifyMessage({ ...EXAMPLE, ...changes })).toBe(true);
});

const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
const highS = (): string => {
  const s = (ORDER - BigInt(`0x${SIGNATURE.slice(66, 130)}`)).toString(16).padStart(64, "0");
  return `${SIGNATURE.slice(0, 66)}${s}1b`;
};

test.each([
  ["another message", { message: "Some data " }],
  ["another address", { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }],
  ["an address with a wrong checksum", { address: ADDRESS.replace("E", "e") }],
  ["the other parity", { signature: SIGNATURE.replace(/1c$/, "1b") }],
  ["a parity that does not exist", { signature: SIGNATURE.replace(/1c$/, "1d") }],
  ["a high s", { signature: highS() }],
  ["a byte less", { signature: SIGNATURE.slice(0, -2) }],
  ["half a byte less", { signature: SIGNATURE.slice(0, -1) }],
  ["text", { signature: "signature" }],
  ["nothing", { signature: "" }],
])("wrong: %s", (_case, changes) => {
  expect(verifyMessage({ ...EXAMPLE, ...changes })).toBe(false);
});

test("any message is proven by the address that signed it, and by no other", () => {
  const [own, other] = [0, 1].map((index) => deriveAddress(TREASURY, index).address);
  const key = keyAt(TREASURY, 0);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (message) => {
      const signature = signMessage(message, key);
      expect(verifyMessage({ address: own ?? "", message, signature })).toBe(true);
      expect(verifyMessage({ address: other ?? "", message, signature })).toBe(false);
    }),
    { numRuns: 30 },
  );
});

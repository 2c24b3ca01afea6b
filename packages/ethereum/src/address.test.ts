import fc from "fast-check";
import { expect, test } from "vitest";
import { checksummed, parseAddress } from "./address.ts";

/** EIP-55's own examples. */
const CHECKSUMMED = [
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  "0xde709f2102306220921060314715629080e2fb77",
  "0x27b1fdb04752bbc536007a920d24acb045561c26",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
];

test.each(CHECKSUMMED)("%s is read, and shown with its checksum", (address) => {
  const script = address.toLowerCase();
  for (const text of [address, script, `0x${address.slice(2).toUpperCase()}`, `0X${script.slice(2)}`])
    expect(parseAddress(` ${text}\n`)).toEqual({ address, script });
  expect(checksummed(script)).toBe(address);
});

test.each([
  ["one capital more", "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "address_checksum"],
  ["one capital less", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed", "address_checksum"],
  ["another digit", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee", "address_checksum"],
  ["a digit too few", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "ether_address_form"],
  ["a digit too many", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0", "ether_address_form"],
  ["no 0x", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "ether_address_form"],
  ["a letter that is no digit", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", "ether_address_form"],
  ["a Bitcoin address", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "ether_address_form"],
  ["an address without a key", `0x${"0".repeat(40)}`, "ether_address_unowned"],
  ["a name", "vitalik.eth", "ether_address_form"],
  ["nothing", "", "ether_address_form"],
])("refused: %s", (_case, text, reason) => {
  expect(() => parseAddress(text)).toThrow(expect.objectContaining({ reason }));
});

test("an address is read again as it is shown", () => {
  const digits = fc.stringMatching(/^[0-9a-f]{39}[1-9a-f]$/);
  fc.assert(
    fc.property(digits, (text) => {
      const { address, script } = parseAddress(`0x${text}`);
      expect(script).toBe(`0x${text}`);
      expect(parseAddress(address)).toEqual({ address, script });
    }),
  );
});

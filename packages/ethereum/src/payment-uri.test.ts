import { expect, test } from "vitest";
import { parsePaymentTarget, paymentUri } from "./payment-uri.ts";

const ADDRESS = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const SMALL = ADDRESS.toLowerCase();

test("a link names the address with its checksum, and the chain", () => {
  expect(paymentUri(SMALL, 1n)).toBe(`ethereum:${ADDRESS}@1`);
  expect(paymentUri(ADDRESS, 11_155_111n)).toBe(`ethereum:${ADDRESS}@11155111`);
});

test.each([
  [ADDRESS, undefined],
  [` ${SMALL} `, undefined],
  [`ethereum:${SMALL}`, undefined],
  [`ETHEREUM:${SMALL}@1`, undefined],
  [`ethereum:pay-${ADDRESS}@1`, undefined],
  [`ethereum:${SMALL}?value=2.014e18`, 2_014_000_000_000_000_000n],
  [`ethereum:${SMALL}@1?value=1e18&gas=21000`, 10n ** 18n],
  [`ethereum:${SMALL}?gasPrice=1&value=5`, 5n],
  [paymentUri(ADDRESS, 1n), undefined],
])("%s", (text, amount) => {
  expect(parsePaymentTarget(text, 1n)).toEqual({ address: ADDRESS, script: SMALL, amount });
});

test("a link without a chain is for the reader's own", () => {
  expect(parsePaymentTarget(`ethereum:${ADDRESS}?value=1e17`, 31_337n).amount).toBe(10n ** 17n);
});

test.each([
  [`ethereum:${SMALL}@5`, "address_network"],
  [`ethereum:${SMALL}@1/transfer?address=${ADDRESS}&uint256=1`, "uri_form"],
  [`ethereum:${SMALL}?value=1?value=2`, "uri_form"],
  [`ethereum:${SMALL}@main`, "uri_form"],
  [`ethereum:${SMALL}?value=1&value=2`, "uri_amount"],
  [`ethereum:${SMALL}?value=0.5`, "uri_amount"],
  [`ethereum:${SMALL}?value=-1`, "uri_amount"],
  [`ethereum:${SMALL}?value=`, "uri_amount"],
  [`ethereum:${SMALL}?value=1e999`, "uri_amount"],
  ["ethereum:", "ether_address_form"],
  ["ethereum:?value=1", "ether_address_form"],
  ["ethereum:vitalik.eth", "ether_address_form"],
  [`bitcoin:${SMALL}`, "ether_address_form"],
])("%s is refused", (text, reason) => {
  expect(() => parsePaymentTarget(text, 1n)).toThrow(expect.objectContaining({ reason }));
});

import { expect, test } from "vitest";
import { parsePaymentTarget, paymentUri } from "./payment-uri.ts";

const ADDRESS = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const SEGWIT = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";

test.each([
  [ADDRESS, ADDRESS, undefined],
  [`bitcoin:${ADDRESS}`, ADDRESS, undefined],
  [`bitcoin:${ADDRESS}?label=Luke-Jr`, ADDRESS, undefined],
  [`bitcoin:${ADDRESS}?amount=20.3&label=Luke-Jr`, ADDRESS, 2_030_000_000n],
  [
    `bitcoin:${ADDRESS}?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz`,
    ADDRESS,
    5_000_000_000n,
  ],
  [`bitcoin:${ADDRESS}?somethingyoudontunderstand=50&somethingelseyoudontget=999`, ADDRESS, undefined],
  [`BITCOIN:${SEGWIT.toUpperCase()}?AMOUNT=0.00000001`, SEGWIT, 1n],
  [paymentUri(SEGWIT), SEGWIT, undefined],
])("%s", (text, address, amount) => {
  expect(parsePaymentTarget(text, "main")).toMatchObject({ address, amount });
});

test.each([
  [`bitcoin:${ADDRESS}?req-somethingyoudontunderstand=50&req-somethingelseyoudontget=999`, "uri_required"],
  [`bitcoin:${ADDRESS}?amount=50,000.00`, "uri_amount"],
  [`bitcoin:${ADDRESS}?amount=0.123456789`, "uri_amount"],
  [`bitcoin:${ADDRESS}?amount=1e-8`, "uri_amount"],
  [`bitcoin:${ADDRESS}?amount=-1`, "uri_amount"],
  [`bitcoin:${ADDRESS}?amount=21000001`, "uri_amount"],
  [`bitcoin:${ADDRESS}?amount=`, "uri_amount"],
  [`bitcoin:${ADDRESS}?amount=1&amount=2`, "uri_amount"],
  [`bitcoin:${ADDRESS}?amount=1?amount=2`, "uri_form"],
  ["bitcoin:", "address_form"],
  ["bitcoin:?amount=1", "address_form"],
  [`ethereum:${ADDRESS}`, "address_form"],
])("%s is refused", (text, reason) => {
  expect(() => parsePaymentTarget(text, "main")).toThrow(expect.objectContaining({ reason }));
});

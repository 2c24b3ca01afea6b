// @vitest-environment node
import type { TokenItem } from "@wattle/contracts/tokens";
import { displayMoment } from "@wattle/exchange-core/display";
import { expect, test } from "vitest";
import { addressesOf, expiryText, hasExpired, lastUseText } from "./token-words.ts";

const MOMENT = "2026-01-31T09:30:00.000Z";
const shown = displayMoment(Date.parse(MOMENT));
const token = (changes: Partial<TokenItem>): TokenItem => ({
  id: "t",
  name: "Bot",
  hint: "wat_abcd",
  scopes: ["read"],
  addresses: [],
  created_at: MOMENT,
  expires_at: null,
  last_used_at: null,
  last_used_ip: null,
  app_id: null,
  ...changes,
});

test.each([
  ["never", {}, "Never used"],
  [
    "with an address",
    { last_used_at: MOMENT, last_used_ip: "203.0.113.7" },
    `Last used ${shown} from 203.0.113.7`,
  ],
  ["without an address", { last_used_at: MOMENT }, `Last used ${shown}`],
])("last use: %s", (_name, changes, text) => {
  expect(lastUseText(token(changes))).toBe(text);
});

test.each([
  ["no end", null, Date.parse(MOMENT), "No expiry", false],
  ["one millisecond before its end", MOMENT, Date.parse(MOMENT) - 1, `Expires ${shown}`, false],
  ["at its end", MOMENT, Date.parse(MOMENT), `Expired ${shown}`, true],
])("expiry: %s", (_name, expires_at, now, text, expired) => {
  expect([expiryText(token({ expires_at }), now), hasExpired(token({ expires_at }), now)]).toEqual([
    text,
    expired,
  ]);
});

test.each([
  ["", []],
  ["  ", []],
  ["203.0.113.7", ["203.0.113.7"]],
  [
    "203.0.113.7, 2001:db8::/32;198.51.100.0/24\n10.0.0.1",
    ["203.0.113.7", "2001:db8::/32", "198.51.100.0/24", "10.0.0.1"],
  ],
])("addresses of %j", (text, addresses) => {
  expect(addressesOf(text)).toEqual(addresses);
});

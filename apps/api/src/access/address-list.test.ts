import { expect, test } from "vitest";
import { isListed } from "./address-list.ts";

test.each([
  ["the very address", ["203.0.113.7"], "203.0.113.7", true],
  ["another address", ["203.0.113.7"], "203.0.113.8", false],
  ["the first of a range", ["203.0.113.0/24"], "203.0.113.0", true],
  ["the last of a range", ["203.0.113.0/24"], "203.0.113.255", true],
  ["one before a range", ["203.0.113.0/24"], "203.0.112.255", false],
  ["a range written by an address inside it", ["203.0.113.9/24"], "203.0.113.200", true],
  ["the second of several entries", ["10.0.0.0/8", "203.0.113.7"], "203.0.113.7", true],
  ["every IPv4 address", ["0.0.0.0/0"], "198.51.100.1", true],
  ["an IPv6 address in another spelling", ["2001:db8::1"], "2001:0db8:0:0:0:0:0:1", true],
  ["an IPv6 range", ["2001:db8::/32"], "2001:db8:ffff::1", true],
  ["outside an IPv6 range", ["2001:db8::/32"], "2001:db9::1", false],
  ["an IPv4 address that arrives as IPv6", ["203.0.113.0/24"], "::ffff:203.0.113.7", true],
  ["IPv6 against an IPv4 range", ["0.0.0.0/0"], "2001:db8::1", false],
  ["no entry", [], "203.0.113.7", false],
  ["what is no address", ["203.0.113.7"], "localhost", false],
])("%s", (_name, list, address, listed) => {
  expect(isListed(list, address)).toBe(listed);
});

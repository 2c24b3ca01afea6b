import { expect, test } from "vitest";
import { addressKey, addressNetwork } from "./address-key.ts";

test.each([
  ["IPv4", "203.0.113.7", "203.0.113.7"],
  ["IPv4 written as IPv6", "::ffff:203.0.113.7", "203.0.113.7"],
  ["IPv4 written as IPv6 in hexadecimal", "::ffff:0707:0707", "7.7.7.7"],
  ["IPv4 written as IPv6 in hexadecimal, shortest", "::ffff:cb00:7107", "203.0.113.7"],
  ["IPv4 written as IPv6 in full, in capitals", "0000:0000:0000:0000:0000:FFFF:CB00:7107", "203.0.113.7"],
  ["IPv4 written as IPv6, half of it in full", "0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
  ["IPv6 that only looks so", "::fffe:cb00:7107", "0:0:0:0"],
  ["IPv6 of a link, with its zone", "fe80::1%eth0", "fe80:0:0:0"],
  ["IPv6 in full", "2001:0db8:0001:0002:0003:0004:0005:0006", "2001:db8:1:2"],
  ["IPv6 shortened behind the prefix", "2001:db8:1:2::6", "2001:db8:1:2"],
  ["IPv6 shortened within the prefix", "2001:db8::6", "2001:db8:0:0"],
  ["IPv6 loopback", "::1", "0:0:0:0"],
])("a client's key by its address: %s", (_name, ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

test.each([
  ["IPv4", "203.0.113.7", "203.0.113"],
  ["IPv4 written as IPv6", "::ffff:203.0.113.7", "203.0.113"],
  ["IPv6", "2001:db8:1:2::6", "2001:db8:1"],
  ["IPv6 shortened within the prefix", "2001:db8::6", "2001:db8:0"],
])("an address's network: %s", (_name, ip, network) => {
  expect(addressNetwork(ip)).toBe(network);
});

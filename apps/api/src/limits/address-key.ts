import { isIPv6 } from "node:net";

/** A household or a server has at least this much of the IPv6 space, so the rest of an address tells no one apart. */
const IPV6_GROUPS_COUNTED = 4;

const MAPPED_IPV4 = "0:0:0:0:0:ffff:";

/** The last four bytes of an IPv6 address in hexadecimal groups, however they were written. */
const dottedAsGroups = (ip: string): string =>
  ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [first = "", second = "", third = "", fourth = ""] = bytes.map((byte) =>
      Number.parseInt(byte, 10).toString(16).padStart(2, "0"),
    );
    return `${first}${second}:${third}${fourth}`;
  });

/** All eight groups of an IPv6 address, in lower case and without zeros in front. */
function groupsOf(ip: string): string[] {
  const [head = "", tail] = dottedAsGroups(ip.toLowerCase().replace(/%.*$/, "")).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...missing, ...after].map((group) => group.replace(/^0+(?=.)/, ""));
}

/** The network that an address is in, which one person may have all of: of IPv4 24 bits, of IPv6 48. */
export function addressNetwork(ip: string): string {
  const key = addressKey(ip);
  const separator = key.includes(":") ? ":" : ".";
  return key.split(separator).slice(0, 3).join(separator);
}

/**
 * Key of a client that is known only by its address: the address, or the first 64 bits of IPv6. An IPv4 address written
 * as IPv6 (RFC 4291, 2.5.5.2) is the IPv4 address, in hexadecimal too.
 */
export function addressKey(ip: string): string {
  // Looking for a colon first spares nearly every request a long regular expression.
  if (!ip.includes(":") || !isIPv6(ip)) return ip;
  const groups = groupsOf(ip);
  if (groups.join(":").startsWith(MAPPED_IPV4)) {
    return groups
      .slice(6)
      .map((group) => Number.parseInt(group, 16))
      .flatMap((pair) => [pair >> 8, pair & 0xff])
      .join(".");
  }
  return groups.slice(0, IPV6_GROUPS_COUNTED).join(":");
}

import { isIPv6 } from "node:net";

/** A household or a server has at least this much of the IPv6 space, so the rest of an address tells no one apart. */
const IPV6_GROUPS_COUNTED = 4;

/** What stands for a client that is known by its address alone: the address, of IPv6 the first 64 bits. */
export function addressKey(ip: string): string {
  // Looking for a colon first spares nearly every request a long regular expression.
  if (!ip.includes(":") || !isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = ip.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: missing }, () => "0"), ...after];
  return groups
    .slice(0, IPV6_GROUPS_COUNTED)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

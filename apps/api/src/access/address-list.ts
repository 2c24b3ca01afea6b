import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Whether an address is among addresses and CIDR ranges. An IPv4 address written as IPv6 (`::ffff:203.0.113.7`) counts
 * as the IPv4 address it is, on both sides.
 * @param list checked beforehand by the schema; what cannot be read matches nothing
 */
export function isListed(list: readonly string[], address: string): boolean {
  const rules = new BlockList();
  for (const entry of list) {
    const [network = "", prefix] = entry.split("/");
    const family = familyOf(network);
    if (family === undefined) continue;
    if (prefix === undefined) rules.addAddress(network, family);
    else rules.addSubnet(network, Number(prefix), family);
  }
  const family = familyOf(address);
  return family !== undefined && rules.check(address, family);
}

function familyOf(address: string): "ipv4" | "ipv6" | undefined {
  if (isIPv4(address)) return "ipv4";
  return isIPv6(address) ? "ipv6" : undefined;
}

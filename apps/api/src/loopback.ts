import { BlockList, isIP } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Whether a host of a URL (`localhost`, an address, `[::1]`) is this machine. */
export function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  const family = isIP(address);
  return (
    hostname === "localhost" || (family !== 0 && LOOPBACK.check(address, family === 6 ? "ipv6" : "ipv4"))
  );
}

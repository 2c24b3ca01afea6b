import { execFileSync } from "node:child_process";

/** Places of three nodes, each with the same ports at an address of its own. */
export interface Network {
  /** Addresses of the three nodes. */
  readonly addresses: readonly string[];
  /** All of them, as PostgreSQL writes it. */
  readonly range: string;
  /** Words before those of a program that runs at a node. */
  readonly at: (node: number) => readonly string[];
  /** Loses everything between two nodes until all are joined again; undefined if nothing can be cut here. */
  readonly cut: ((one: number, other: number) => void) | undefined;
  readonly join: () => void;
  readonly close: () => void;
}

const NODES = [0, 1, 2];

const ip = (...words: readonly string[]): void => void execFileSync("ip", words, { stdio: "pipe" });

/** A network of this machine in which each node has a namespace, like a machine of its own. @throws for anyone but an administrator */
function namespaces(number: number): Network {
  const [bridge, name] = [`wattle${number}`, (node: number) => `wattle${number}-${node}`];
  const addresses = NODES.map((node) => `10.213.${number}.${node + 1}`);
  // Fails if another run has this number.
  ip("link", "add", bridge, "type", "bridge");
  const close = (): void => {
    for (const node of NODES) {
      try {
        ip("netns", "del", name(node));
      } catch {
        // It was not made.
      }
    }
    ip("link", "del", bridge);
  };
  try {
    ip("address", "add", `10.213.${number}.254/24`, "dev", bridge);
    ip("link", "set", bridge, "up");
    for (const node of NODES) {
      ip("netns", "add", name(node));
      ip("link", "add", `${name(node)}v`, "type", "veth", "peer", "name", "eth0", "netns", name(node));
      ip("link", "set", `${name(node)}v`, "master", bridge, "up");
      ip("-n", name(node), "address", "add", `${addresses[node]}/24`, "dev", "eth0");
      for (const device of ["eth0", "lo"]) ip("-n", name(node), "link", "set", device, "up");
    }
  } catch (error) {
    close();
    throw error;
  }
  const cut: (readonly [from: number, to: number])[] = [];
  return {
    addresses,
    range: `10.213.${number}.0/24`,
    at: (node) => ["ip", "netns", "exec", name(node)],
    cut(one, other) {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        ip("-n", name(from), "route", "add", "blackhole", `${addresses[to]}/32`);
        cut.push([from, to]);
      }
    },
    join() {
      for (const [from, to] of cut.splice(0))
        ip("-n", name(from), "route", "del", "blackhole", `${addresses[to]}/32`);
    },
    close,
  };
}

/** Three addresses of loopback: anyone may have them, and nothing can be cut between them. */
const loopback = (number: number): Network => ({
  addresses: NODES.map((node) => `127.213.${number}.${node + 1}`),
  range: "127.0.0.0/8",
  at: () => [],
  cut: undefined,
  join: () => undefined,
  close: () => undefined,
});

export function openNetwork(): Network {
  const number = process.pid % 250;
  try {
    return namespaces(number);
  } catch {
    return loopback(number);
  }
}

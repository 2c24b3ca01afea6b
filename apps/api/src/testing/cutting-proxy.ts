import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A line in between that loses what it carries. */
export interface CuttingProxy {
  readonly port: number;
  /** How many connections it has cut so far. */
  readonly cuts: () => number;
  /** Whether it cuts: at first it does not. */
  cutting: boolean;
  /** The port that new connections lead to. */
  target: number;
  readonly close: () => Promise<void>;
}

/**
 * Passes TCP on to another port of this machine and, while it is cutting, ends connections at random: before a request has
 * gone through, while it is worked on, or before its answer has come back.
 * @param oneOf of so many pieces of data one is lost, with its connection
 */
export async function cuttingProxy(target: number, oneOf: number): Promise<CuttingProxy> {
  let cuts = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(proxy.target, "127.0.0.1");
    const both = [client, upstream] as const;
    const end = (): void => both.forEach((socket) => socket.destroy());
    const pass = (to: Socket) => (piece: Buffer) => {
      const isLost = proxy.cutting && Math.random() * oneOf < 1;
      // Half of what is lost arrives all the same, and its sender never knows.
      if (!isLost || Math.random() < 0.5) to.write(piece);
      if (!isLost) return;
      cuts += 1;
      to.end();
      end();
    };
    client.on("data", pass(upstream));
    upstream.on("data", pass(client));
    for (const socket of both) {
      open.add(socket);
      socket.setNoDelay();
      socket.on("error", end);
      socket.on("close", () => {
        open.delete(socket);
        end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: CuttingProxy = {
    port: (server.address() as AddressInfo).port,
    cuts: () => cuts,
    cutting: false,
    target,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

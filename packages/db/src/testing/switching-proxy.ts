import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** An address of this machine that leads to one server after another. */
export interface SwitchingProxy {
  readonly port: number;
  /** Leads to another port from now on. Open connections end. */
  readonly lead: (port: number) => void;
  readonly close: () => Promise<void>;
}

export async function switchingProxy(): Promise<SwitchingProxy> {
  let target = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = (): void => open.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    lead(port) {
      target = port;
      end();
    },
    close: async () => {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

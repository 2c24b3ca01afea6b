import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** When a call was cut: before all of it had arrived, while it was worked on, or when it was done and the answer was on its way. */
type Moment = "before" | "during" | "after";

/**
 * Recognises the calls that matter among what one connection carries, piece by piece (bytes as Latin-1).
 * @returns `asked` for the piece that ends such a call, `answered` for the one that says that it was done
 */
export type Watch = () => (piece: string, isAnswer: boolean) => "asked" | "answered" | undefined;

/** A line in between that loses what it carries. */
export interface CuttingProxy {
  readonly port: number;
  /** How often a watched call was cut at each moment. */
  readonly moments: Readonly<Record<Moment, number>>;
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
 * @param watch the first calls it recognises are cut at each moment once, whatever chance has for the others
 */
export async function cuttingProxy(
  target: number,
  oneOf: number,
  watch: Watch = () => () => undefined,
): Promise<CuttingProxy> {
  let cuts = 0;
  const moments = { before: 0, during: 0, after: 0 };
  /** Whether a piece ends its connection, and whether it arrives all the same. */
  const fateOf = (seen: ReturnType<ReturnType<Watch>>): { isLost: boolean; arrives: boolean } => {
    if (seen === "asked" && moments.before === 0) return { isLost: true, arrives: false };
    if (seen === "asked" && moments.during === 0) return { isLost: true, arrives: true };
    if (seen === "answered" && moments.after === 0) return { isLost: true, arrives: false };
    const isLost = Math.random() * oneOf < 1;
    // Half of what is lost arrives all the same, and its sender never knows.
    return { isLost, arrives: !isLost || Math.random() < 0.5 };
  };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(proxy.target, "127.0.0.1");
    const both = [client, upstream] as const;
    const end = (): void => both.forEach((socket) => socket.destroy());
    const see = watch();
    const pass = (to: Socket) => (piece: Buffer) => {
      const seen = see(piece.toString("latin1"), to === client);
      const { isLost, arrives } = proxy.cutting ? fateOf(seen) : { isLost: false, arrives: true };
      if (arrives) to.write(piece);
      if (!isLost) return;
      cuts += 1;
      if (seen === "asked") moments[arrives ? "during" : "before"] += 1;
      if (seen === "answered" && !arrives) moments.after += 1;
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
    moments,
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

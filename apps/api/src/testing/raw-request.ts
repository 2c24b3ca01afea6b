import { connect, type Socket } from "node:net";

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; several of one name are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection on which a test writes whatever bytes it likes. */
export interface RawConnection {
  write(text: string): void;
  /** Writes and waits until all of it has left this end; rejects where the server closes first. */
  sent(text: string): Promise<void>;
  /** The next answer. @throws if the server closes first */
  answer(): Promise<RawAnswer>;
  /** Reads no more. */
  pause(): void;
  /** Resolves once the server has closed the connection. */
  readonly closed: Promise<void>;
  close(): void;
}

function parse(text: string): { answer: RawAnswer; rest: string } | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(":")).toLowerCase();
    const value = line.slice(line.indexOf(":") + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const length = Number(headers["content-length"] ?? "0");
  const body = text.slice(end + 4);
  if (Buffer.byteLength(body) < length) return undefined;
  return {
    answer: { status: Number(statusLine.split(" ")[1]), headers, body: body.slice(0, length) },
    rest: body.slice(length),
  };
}

/** Opens a connection to a port of this machine. */
export async function rawConnection(port: number): Promise<RawConnection> {
  const socket: Socket = connect(port, "127.0.0.1");
  let received = "";
  let wake = (): void => undefined;
  let isClosed = false;
  socket.on("data", (chunk) => {
    received += chunk.toString("utf8");
    wake();
  });
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => {
      isClosed = true;
      wake();
      resolve();
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  return {
    write: (text) => void socket.write(text),
    sent: (text) =>
      new Promise((resolve, reject) => {
        socket.write(text, (error) => (error ? reject(error) : resolve()));
      }),
    async answer() {
      for (;;) {
        const parsed = parse(received);
        if (parsed !== undefined) {
          received = parsed.rest;
          return parsed.answer;
        }
        if (isClosed) throw new Error(`the connection was closed after: ${JSON.stringify(received)}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    pause: () => void socket.pause(),
    closed,
    close: () => void socket.destroy(),
  };
}

/** Writes one request on a connection of its own and reads the first answer, whether or not the request is complete. */
export async function rawRequest(port: number, text: string): Promise<RawAnswer> {
  const connection = await rawConnection(port);
  try {
    connection.write(text);
    return await connection.answer();
  } finally {
    connection.close();
  }
}

/** A request's head, with the headers that every one has. */
export const requestHead = (
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
): string =>
  [
    `${method} ${target} HTTP/1.1`,
    ...Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");

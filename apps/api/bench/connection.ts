import { connect, type Socket } from "node:net";

/** A server's answer; the body is UTF-8 text. */
export interface WireAnswer {
  readonly status: number;
  readonly body: string;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * One keep-alive HTTP/1.1 connection that asks one thing after another. Node's own clients spend more time on a
 * request than the server does, and would be what is measured. Answers must have a Content-Length.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: PromiseWithResolvers<WireAnswer> | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", (error) => this.#waiting?.reject(error));
    socket.on("close", () => this.#waiting?.reject(new Error("the server closed the connection")));
  }

  static async open(origin: string): Promise<Connection> {
    const { hostname, port } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port) });
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    return new Connection(socket);
  }

  /** Sends the bytes of one whole request. */
  ask(request: Buffer): Promise<WireAnswer> {
    if (this.#socket.destroyed) return Promise.reject(new Error("the server closed the connection"));
    this.#waiting = Promise.withResolvers<WireAnswer>();
    this.#socket.write(request);
    return this.#waiting.promise;
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = this.#received.toString("latin1", 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#waiting?.reject(new Error(`an answer without Content-Length:\n${head}`));
      return;
    }
    const bodyStart = headEnd + HEAD_END.length;
    const bodyEnd = bodyStart + Number.parseInt(length, 10);
    if (this.#received.length < bodyEnd) return;
    const body = this.#received.toString("utf8", bodyStart, bodyEnd);
    this.#received = this.#received.subarray(bodyEnd);
    this.#waiting?.resolve({ status: Number.parseInt(head.slice(9, 12), 10), body });
  }
}

/** The bytes of a POST with a JSON body. */
export function postBytes(path: string, headers: Readonly<Record<string, string>>, body: unknown): Buffer {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    host: "127.0.0.1",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`);
}

import type { Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail that was taken. */
interface Received {
  readonly to: readonly string[];
  readonly source: string;
}

/** A real SMTP server on loopback. `refuse` answers recipients, `breakAfterData` cuts the line after taking the mail. */
export class Postman {
  readonly received: Received[] = [];
  refuse: { code: number } | undefined;
  breakAfterData = false;
  /** Offers TLS, with a certificate that no one has signed. */
  offersTls = false;
  #server: SMTPServer | undefined;
  #lines = new Set<Socket>();
  port = 0;

  async open(port = 0): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: this.offersTls ? ["AUTH"] : ["STARTTLS", "AUTH"],
      logger: false,
      onRcptTo: (_address, _session, done) => {
        if (this.refuse === undefined) return done();
        return done(Object.assign(new Error("no"), { responseCode: this.refuse.code }));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          this.received.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            source: Buffer.concat(chunks).toString(),
          });
          if (!this.breakAfterData) return done();
          for (const line of this.#lines) line.destroy();
          return server.close();
        });
      },
    });
    server.on("error", () => undefined);
    server.server.on("connection", (line: Socket) => {
      this.#lines.add(line);
      line.on("close", () => this.#lines.delete(line));
    });
    this.port = await new Promise<number>((resolve) => {
      const listening = server.listen(port, "127.0.0.1", () => {
        const address = listening.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

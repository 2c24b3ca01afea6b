import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** A body that may go on for ever, or for longer than reading it to its end is worth. */
function mayBeLong({ headers }: IncomingMessage, longestKept: number): boolean {
  return (
    headers["transfer-encoding"] !== undefined ||
    Number.parseInt(headers["content-length"] ?? "0", 10) > longestKept
  );
}

/**
 * An answer that goes out before its request's body is here says `Connection: close` and is followed by the end of the
 * connection, so that no one keeps sending what is not read. Small bodies whose length is known may still come.
 *
 * The rest is read for `drainMilliseconds` all the same: closing with bytes unread resets the connection, and the reset
 * can reach the client before the answer does (RFC 9112, 9.6).
 * @param longestKept bytes of a body for which the connection is kept
 */
export function closeOnUnreadBodies(
  app: FastifyInstance,
  longestKept: number,
  drainMilliseconds: number,
): void {
  const closing = new WeakSet<Socket>();

  function closeAfterDrain(socket: Socket): void {
    closing.add(socket);
    // Callback of Node once the last answer of a connection is written.
    socket.destroySoon = () => {
      socket.end();
      setTimeout(() => socket.destroy(), drainMilliseconds).unref();
    };
  }

  app.addHook("onRequest", ({ raw }, reply, done) => {
    if (!closing.has(raw.socket)) return done();
    // Pipelined behind a body that was not wanted: its answer could not be sent any more.
    reply.hijack();
    raw.socket.destroy();
  });
  app.addHook("onSend", ({ raw }, reply, _payload, done) => {
    if (!raw.complete && mayBeLong(raw, longestKept)) {
      reply.header("connection", "close");
      closeAfterDrain(raw.socket);
    }
    done();
  });
}

const isAnswering = (answer: ServerResponse | undefined): answer is ServerResponse =>
  answer !== undefined && answer.req.complete && !answer.writableFinished;

/** From now on each answer ends its connection, so that clients and proxies open their next one elsewhere. */
export function endKeptConnections(server: Server): void {
  server.prependListener("request", (_request: IncomingMessage, answer: ServerResponse) => {
    answer.shouldKeepAlive = false;
  });
}

/**
 * Once the application closes, connections that wait for a request or for the rest of one are closed at once. Those
 * that are being answered are closed after the answer, or when `lastAnswersMilliseconds` are over.
 */
export function closeConnectionsWithApp(app: FastifyInstance, lastAnswersMilliseconds: number): void {
  const open = new Set<Socket>();
  const answers = new WeakMap<Socket, ServerResponse>();
  app.server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("onRequest", ({ raw }, reply, done) => {
    answers.set(raw.socket, reply.raw);
    done();
  });
  app.addHook("preClose", (done) => {
    for (const socket of open) {
      const answer = answers.get(socket);
      if (!isAnswering(answer)) socket.destroy();
      else if (answer.headersSent) answer.once("finish", () => socket.destroySoon());
      else answer.setHeader("connection", "close");
    }
    setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, lastAnswersMilliseconds).unref();
    done();
  });
}

import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

const isAnswering = (answer: ServerResponse | undefined): answer is ServerResponse =>
  answer !== undefined && answer.req.complete && !answer.writableFinished;

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

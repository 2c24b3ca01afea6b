import { createServer, type IncomingMessage, type RequestListener } from "node:http";

/** Requests to a stand-in, as they arrived. */
interface AskedQuestion {
  readonly method: string | undefined;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
}

/** A price service's stand-in: a real HTTP server on a free loopback port, answering as a test wants. */
export interface StandIn {
  /** Without a trailing slash. */
  readonly url: string;
  readonly asked: readonly AskedQuestion[];
  /** Sets how every further question is answered. */
  answer(listener: RequestListener): void;
  /** Answers every further question with this JSON text. */
  answerJson(body: string, status?: number, headers?: Record<string, string>): void;
  /** Cuts all connections and frees the port, after which it is a closed one. */
  close(): Promise<void>;
}

export async function startStandIn(): Promise<StandIn> {
  const asked: AskedQuestion[] = [];
  let listener: RequestListener = (_request, response) => response.writeHead(500).end();
  const server = createServer((request, response) => {
    const { method, headers } = request;
    asked.push({ method, headers, url: new URL(request.url ?? "/", "http://stand-in.test") });
    listener(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in has no port");

  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    answer(next) {
      listener = next;
    },
    answerJson(body, status = 200, headers = {}) {
      listener = (_request, response) => {
        response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
      };
    },
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
